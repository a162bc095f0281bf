import type { Sequence } from "./request.ts";
import type { Scenario, ServiceGoal } from "./scenario.ts";
import { simulate } from "./simulate.ts";

/** What those who come in a window of time get, while others come before and after at the same rate. */
export interface SteadyWindow {
  /** Share of them for which the promise was kept. */
  readonly kept: number;
  /**
   * Whether as many ended in the window as came, but for a twentieth and for what chance makes of a
   * batch of that size: the queue does not only grow.
   */
  readonly isSustained: boolean;
  /** 90 in 100 are no slower; seconds. `null` where nobody got so far. */
  readonly ttft: number | null;
  readonly tpot: number | null;
  /** Tokens a second of answers that end in the window. */
  readonly outputTokens: number;
  /** Mean requests in the batch, in the window. */
  readonly running: number;
  /** Sent back in the window. */
  readonly preempted: number;
  /** Share of the steps' time in which computing took longer than reading. */
  readonly computeBound: number;
}

/** How long one looks. */
export interface Patience {
  /** Seconds before the window, at least: batches fill, queues build up. */
  readonly warmUp: number;
  /** Of the window: at least so many seconds, and so many requests, unless that takes longer than this. */
  readonly shortest: number;
  readonly requests: number;
  readonly longest?: number;
}

const usualPatience: Patience = { warmUp: 60, shortest: 120, requests: 200 };

/** What is promised to a user: seconds to the first token, and for each one after it. */
export type Pace = Required<Pick<ServiceGoal, "ttft" | "tpot">>;

/** In seconds: when the window opens and closes, and when nobody looks any more. */
export interface Window {
  readonly opens: number;
  readonly closes: number;
  readonly ends: number;
}

/** A window for so many requests a second, whose answers have so many tokens on average. */
export function windowFor(
  rate: number,
  { ttft, tpot }: Pace,
  outputTokens: number,
  { warmUp, shortest, requests, longest = Infinity }: Patience = usualPatience,
): Window {
  // A batch is full once answers end as often as they begin.
  const opens = Math.max(warmUp, 2 * ttft, 3 * outputTokens * tpot);
  const closes = opens + Math.max(shortest, Math.min(longest, requests / rate));
  // Long enough for most answers at the pace that is promised; an answer that is still being written
  // counts as what it was so far.
  const patience = ttft + 4 * outputTokens * tpot;
  return { opens, closes, ends: closes + Math.min(180, Math.max(20, patience)) };
}

/**
 * Serves a scenario whose requests keep coming, and looks at those that come while a window is open.
 * @throws ScenarioError on a scenario that cannot be
 */
export function steadyWindow(
  scenario: Scenario,
  seed: number,
  pace: Pace,
  { opens, closes, ends }: Window,
): SteadyWindow {
  const inWindow = (seconds: number) => seconds >= opens && seconds < closes;
  const waited: Sequence[] = [];
  let [ended, tokens, busy, preempted] = [0, 0, 0, 0];
  const { bound } = simulate({ ...scenario, seconds: ends, drain: false }, seed, {
    event(kind, sequence, seconds) {
      if (kind === "arrive" && inWindow(sequence.request.arrival)) waited.push(sequence);
      if (kind === "preempt" && inWindow(seconds)) preempted++;
      if (kind !== "finish" || !inWindow(seconds)) return;
      ended++;
      tokens += sequence.request.outputTokens;
    },
    step({ running }, began, duration) {
      const within = Math.min(closes, began + duration) - Math.max(opens, began);
      if (within > 0) busy += within * running.length;
    },
  });
  const seconds = closes - opens;
  return {
    kept:
      waited.filter((sequence) => isAsPromised(sequence, pace)).length / Math.max(1, waited.length),
    // Of n in flight, by chance about √n more or fewer at either end.
    isSustained: ended + 2 * Math.sqrt(busy / seconds) >= 0.95 * waited.length,
    ttft: p90(waited.filter(hasBegun).map(ttftOf)),
    tpot: p90(waited.filter(({ generated }) => generated > 1).map(tpotOf)),
    ...{ outputTokens: tokens / seconds, running: busy / seconds, preempted },
    computeBound: bound.compute,
  };
}

/** A promise counts as kept if it is for so many of the requests. */
export const attainment = 0.9;

/** As promised for enough of those who come, and no more of them than leave. */
export const isKept = ({ kept, isSustained }: SteadyWindow): boolean =>
  kept >= attainment && isSustained;

const hasBegun = ({ firstTokenAt }: Sequence): boolean => firstTokenAt >= 0;
const ttftOf = ({ firstTokenAt, request }: Sequence): number => firstTokenAt - request.arrival;
const tpotOf = ({ firstTokenAt, lastTokenAt, generated }: Sequence): number =>
  (lastTokenAt - firstTokenAt) / (generated - 1);

function isAsPromised(sequence: Sequence, pace: Pace): boolean {
  if (!hasBegun(sequence) || ttftOf(sequence) > pace.ttft) return false;
  return sequence.generated <= 1 || tpotOf(sequence) <= pace.tpot;
}

function p90(of: readonly number[]): number | null {
  const sorted = [...of].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(0.9 * sorted.length))] ?? null;
}
