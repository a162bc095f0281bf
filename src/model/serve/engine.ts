import type { Memory } from "./memory.ts";
import type { Sequence } from "./request.ts";
import type { MemoryPlan } from "./scenario.ts";
import { WaitingLine } from "./waiting-line.ts";

/** What happened to a sequence. */
export type EngineEvent =
  | "arrive"
  | "admit"
  | "first-token"
  | "finish"
  | "preempt"
  | "swap-out"
  | "swap-in"
  | "give-up"
  | "turn-away"
  | "too-long";

type Told = (kind: EngineEvent, sequence: Sequence) => void;

/** Who waits, who runs, and what the next step computes. */
export class Engine {
  readonly memory: Memory;
  readonly waiting = new WaitingLine();
  /** In the order in which they came in. */
  readonly running: Sequence[] = [];
  /** On the host, the one that has been there longest first. */
  readonly swapped: Sequence[] = [];
  /** Of the step: those with tokens to compute. */
  readonly planned: Sequence[] = [];
  /** Tokens to move to the host or back, in the next step that is taken. */
  movedTokens = 0;
  /** Whether anybody will arrive later. */
  hasMore = true;
  readonly #pressure: "recompute" | "swap" | "reject";
  #hostRoom: number;
  readonly #tell: Told;

  constructor(memory: Memory, plan: MemoryPlan, tell: Told) {
    this.memory = memory;
    this.#pressure = (plan.kind === "paged" && plan.pressure) || "recompute";
    this.#hostRoom = (plan.kind === "paged" && plan.host?.slots) || 0;
    this.#tell = tell;
  }

  /** Starts to plan a step. */
  clear(): void {
    for (const sequence of this.planned) sequence.planned = 0;
    this.planned.length = 0;
  }

  plan(sequence: Sequence, tokens: number): void {
    sequence.planned = tokens;
    this.planned.push(sequence);
  }

  /**
   * Takes in the first who waits, with at most `budget` tokens of what it knows to compute.
   * @returns the tokens that are to be computed, or `null` where there is no room
   */
  admitFirst(budget: number): number | null {
    const sequence = this.waiting.first;
    if (!sequence || budget <= 0) return null;
    const tokens = this.memory.admit(sequence, budget);
    if (tokens === null) return null;
    this.waiting.shift();
    this.running.push(sequence);
    this.plan(sequence, tokens);
    this.#tell("admit", sequence);
    return tokens;
  }

  /**
   * Room for a running sequence up to so many tokens; the last ones in make way.
   * @returns whether it still runs
   */
  makeRoom(sequence: Sequence, tokens: number): boolean {
    if (tokens <= sequence.room) return true;
    while (!this.memory.grow(sequence, tokens)) {
      const last = this.running.pop() as Sequence;
      // One that only keeps its place until its batch ends has nothing to lose.
      if (last.isDone) this.memory.release(last);
      else this.#makeWay(last);
      if (last === sequence) return false;
    }
    return true;
  }

  #makeWay(sequence: Sequence): void {
    if (this.#pressure === "reject") {
      this.memory.release(sequence);
      this.#tell("give-up", sequence);
      return;
    }
    if (this.#pressure === "swap" && sequence.computed <= this.#hostRoom) {
      this.#hostRoom -= sequence.computed;
      sequence.swappedTokens = sequence.computed;
      this.movedTokens += sequence.computed;
      this.memory.release(sequence);
      this.swapped.push(sequence);
      this.#tell("swap-out", sequence);
      return;
    }
    this.#tell("preempt", sequence);
    sequence.recomputed += sequence.computed;
    this.memory.release(sequence);
    sequence.computed = 0;
    this.waiting.return(sequence);
  }

  /** Brings back those who wait on the host, as far as there is room for them and their next token. */
  swapIn(batch: number): void {
    while (this.running.length < batch) {
      const sequence = this.swapped[0];
      if (!sequence || this.memory.admit(sequence, Infinity) === null) return;
      this.swapped.shift();
      const tokens = sequence.swappedTokens;
      sequence.computed = tokens;
      sequence.swappedTokens = 0;
      this.#hostRoom += tokens;
      this.movedTokens += tokens;
      this.running.push(sequence);
      this.plan(sequence, sequence.known - tokens);
      this.#tell("swap-in", sequence);
    }
  }
}
