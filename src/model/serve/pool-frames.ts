import type { Engine } from "./engine.ts";
import type { PagedMemory } from "./paged-memory.ts";
import type { PoolUsage } from "./pool-usage.ts";
import type { Sequence } from "./request.ts";
import type { Scenario } from "./scenario.ts";
import { type Outcome, simulate } from "./simulate.ts";

/** A sequence that has a place in the pool. */
export interface HeldSequence {
  readonly request: number;
  readonly promptTokens: number;
  /** Tokens that have a slot of their own, those of the step in progress among them. */
  readonly tokens: number;
  /** Slots that it will have filled when it ends, as its memory counts them. */
  readonly most: number;
  /** Contiguous: the first of its slots, how many it asked for, and how many it got. */
  readonly piece: { readonly from: number; readonly asked: number; readonly taken: number } | null;
  /** Paged: its block table. */
  readonly blocks: readonly number[];
}

/** The pool while a step is being computed. */
export interface PoolFrame {
  readonly seconds: number;
  /** In the order in which they came in. */
  readonly held: readonly HeldSequence[];
  /** Paged: blocks that nobody reads and that still have a name. */
  readonly cached: readonly number[];
  readonly usage: PoolUsage;
  readonly waiting: number;
  /** Requests that have ended so far. */
  readonly finished: number;
}

export interface PoolFrames {
  readonly outcome: Outcome;
  readonly frames: readonly PoolFrame[];
  /** When a request had its last token, in seconds. */
  readonly finishedAt: ReadonlyMap<number, number>;
}

/**
 * Simulates, and keeps what the pool looks like at the given times, in seconds and rising: during the
 * step that is being computed then, or, where nobody is served, before the next one.
 * @throws ScenarioError on a scenario that cannot be
 */
export function poolFrames(scenario: Scenario, seed: number, times: readonly number[]): PoolFrames {
  const frames: PoolFrame[] = [];
  const finishedAt = new Map<number, number>();
  const outcome = simulate(scenario, seed, {
    event(kind, { request }, seconds) {
      if (kind === "finish") finishedAt.set(request.id, seconds);
    },
    step(engine, began, duration) {
      for (;;) {
        const seconds = times[frames.length];
        if (seconds === undefined || seconds >= began + duration) return;
        frames.push({ ...frameOf(engine), seconds, finished: finishedAt.size });
      }
    },
  });
  return { outcome, frames, finishedAt };
}

function frameOf({ memory, running, waiting }: Engine): Omit<PoolFrame, "seconds" | "finished"> {
  const pool = "pool" in memory ? (memory as PagedMemory).pool : null;
  return {
    held: running.map((sequence) => heldBy(sequence, pool !== null)),
    cached: pool && pool.freeNamed > 0 ? pool.freeQueue().filter((at) => pool.isNamed(at)) : [],
    usage: memory.usage(running, waiting.length > 0),
    waiting: waiting.length,
  };
}

function heldBy(sequence: Sequence, isPaged: boolean): HeldSequence {
  const { promptTokens, outputTokens, address: from, asked, taken } = sequence;
  return {
    request: sequence.request.id,
    promptTokens,
    tokens: sequence.computed + sequence.planned,
    most: isPaged ? sequence.most : promptTokens + outputTokens,
    piece: isPaged ? null : { from, asked, taken },
    blocks: [...sequence.blocks],
  };
}
