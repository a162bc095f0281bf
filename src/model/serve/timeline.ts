import type { Engine } from "./engine.ts";
import type { Sequence } from "./request.ts";
import type { Scenario } from "./scenario.ts";
import { type Outcome, simulate } from "./simulate.ts";

/**
 * What a request in a place of the batch is doing: its prompt or a token is computed, it stands still
 * while others are computed, or it only keeps its place in a batch that ends together: because it is
 * done, or as padding beside a longer prompt.
 */
export type PlaceState = "prompt" | "decode" | "stalled" | "held";

/** A stretch of time in which a place is in one state. */
export interface PlaceBar {
  /** Places are numbered from 0; a request takes the first that is empty. */
  readonly place: number;
  readonly request: number;
  readonly state: PlaceState;
  readonly from: number;
  readonly to: number;
}

/** What one user sees, in seconds from the start. */
export interface Served {
  readonly request: number;
  readonly arrival: number;
  readonly firstToken: number;
  readonly finished: number;
  /** The longest time between two of its tokens; 0 for a single token. */
  readonly longestPause: number;
}

export interface Timeline {
  readonly outcome: Outcome;
  /** In the order in which they begin. */
  readonly bars: readonly PlaceBar[];
  /** In the order in which they end. */
  readonly served: readonly Served[];
}

/**
 * Simulates, and keeps who was in which place of the batch, and when.
 * @throws ScenarioError on a scenario that cannot be
 */
export function timeline(scenario: Scenario, seed: number): Timeline {
  const { kind } = scenario.batching;
  const places = new Places(kind === "static" || kind === "request");
  const users = new Map<Sequence, { first: number; last: number; pause: number }>();
  const served: Served[] = [];
  /** A token has come since this was last looked at. */
  const token = (sequence: Sequence, seconds: number): void => {
    const user = users.get(sequence);
    if (!user) users.set(sequence, { first: seconds, last: seconds, pause: 0 });
    else if (seconds > user.last) {
      user.pause = Math.max(user.pause, seconds - user.last);
      user.last = seconds;
    }
  };
  const outcome = simulate(scenario, seed, {
    event(kind, sequence, seconds) {
      if (kind === "first-token" || kind === "finish") token(sequence, seconds);
      if (kind !== "finish") return;
      const user = users.get(sequence);
      const { id: request, arrival } = sequence.request;
      served.push({
        ...{ request, arrival, finished: seconds },
        ...{ firstToken: user?.first ?? seconds, longestPause: user?.pause ?? 0 },
      });
    },
    step(engine, began, duration) {
      for (const sequence of engine.running) {
        if (sequence.lastTokenAt >= 0) token(sequence, sequence.lastTokenAt);
      }
      places.step(engine, began, began + duration);
    },
  });
  return { outcome, bars: places.bars, served };
}

/** Gives running sequences places, and joins what they do step after step. */
class Places {
  readonly bars: PlaceBar[] = [];
  readonly #isPadded: boolean;
  readonly #taken: (Sequence | null)[] = [];
  /** The bar of each place that is still growing. */
  readonly #open: (number | undefined)[] = [];

  constructor(isPadded: boolean) {
    this.#isPadded = isPadded;
  }

  step({ running, planned }: Engine, from: number, to: number): void {
    const here = new Set(running);
    for (const [place, sequence] of this.#taken.entries()) {
      if (sequence && !here.has(sequence)) this.#taken[place] = null;
    }
    const longest = planned.reduce((most, sequence) => Math.max(most, sequence.planned), 1);
    for (const sequence of running) {
      const place = this.#placeOf(sequence);
      const { id: request } = sequence.request;
      const state = stateOf(sequence);
      const isShort = this.#isPadded && sequence.planned > 0 && sequence.planned < longest;
      const until = isShort ? from + ((to - from) * sequence.planned) / longest : to;
      this.#draw({ place, request, state, from, to: until });
      if (isShort) this.#draw({ place, request, state: "held", from: until, to });
    }
  }

  #draw(bar: PlaceBar): void {
    const at = this.#open[bar.place];
    const open = at === undefined ? undefined : this.bars[at];
    const goesOn =
      open?.request === bar.request && open.state === bar.state && open.to === bar.from;
    if (at !== undefined && goesOn) this.bars[at] = { ...open, to: bar.to };
    else this.#open[bar.place] = this.bars.push(bar) - 1;
  }

  #placeOf(sequence: Sequence): number {
    const own = this.#taken.indexOf(sequence);
    if (own >= 0) return own;
    const empty = this.#taken.indexOf(null);
    if (empty < 0) return this.#taken.push(sequence) - 1;
    this.#taken[empty] = sequence;
    return empty;
  }
}

function stateOf(sequence: Sequence): PlaceState {
  if (sequence.planned === 0) return sequence.isDone ? "held" : "stalled";
  return sequence.computed < sequence.promptTokens ? "prompt" : "decode";
}
