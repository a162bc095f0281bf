import { ScenarioError } from "../../model/serve/scenario-error.ts";
import { type Outcome, simulate } from "../../model/serve/simulate.ts";
import { type Arrangement, arrangements, type ServeValues, serviceOf } from "./arrangements.ts";

/** What a simulation at one rate has come to. */
export interface ServePoint {
  readonly arrangement: Arrangement;
  /** Requests a second that come. */
  readonly rate: number;
  /** Share of them for which the promise was kept. */
  readonly kept: number;
  /** 90 in 100 requests are no slower; seconds. */
  readonly ttft: number;
  readonly tpot: number;
  readonly outputTokens: number;
  /** Mean requests in the batch. */
  readonly running: number;
  readonly preempted: number;
  /** Share of the steps' time in which the peak and not the memory was the limit. */
  readonly computeBound: number;
}

export const rates = [1 / 16, 64] as const;
/** A promise counts as kept if it is for so many of the requests. */
export const attainment = 0.9;
/** Halvings of the octave in which it stops being kept. */
const refinements = 4;
export const mostPoints = arrangements.length * (Math.log2(rates[1] / rates[0]) + 1 + refinements);

/** A minute of requests, at least 60 and at most 2,000. */
const requestsAt = (rate: number): number => Math.min(2000, Math.max(60, Math.round(60 * rate)));

/**
 * Every arrangement at rising rates until hardly anybody gets what was promised, then closer to where
 * it stopped being kept. Lets the page breathe after every simulation.
 * @throws DOMException `AbortError` when the signal says so
 */
export async function* sweep(
  values: ServeValues,
  signal: AbortSignal,
): AsyncGenerator<ServePoint, void, undefined> {
  for (const arrangement of arrangements) {
    let [held, lost]: [number | null, number | null] = [null, null];
    for (let rate: number = rates[0]; rate <= rates[1]; rate *= 2) {
      const point = pointAt(arrangement, rate, values);
      yield point;
      await breathe(signal);
      if (point.kept >= attainment) held = rate;
      else lost ??= rate;
      if (point.kept < 0.05) break;
    }
    for (let i = 0; i < refinements && held !== null && lost !== null; i++) {
      const rate: number = Math.sqrt(held * lost);
      const point = pointAt(arrangement, rate, values);
      yield point;
      await breathe(signal);
      if (point.kept >= attainment) held = rate;
      else lost = rate;
    }
  }
}

async function breathe(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  signal.throwIfAborted();
}

function pointAt(arrangement: Arrangement, rate: number, values: ServeValues): ServePoint {
  const outcome = outcomeOf(arrangement, rate, values);
  const none = { kept: 0, ttft: Infinity, tpot: Infinity, outputTokens: 0, running: 0 };
  if (!outcome) return { arrangement, rate, ...none, preempted: 0, computeBound: 0 };
  const { rates: reached, seconds, counts, ttft, tpot } = outcome;
  return {
    ...{ arrangement, rate, kept: (reached.good * seconds) / counts.arrive },
    ...{ ttft: ttft.p90, tpot: tpot.p90, outputTokens: reached.outputTokens },
    ...{ running: outcome.running, preempted: counts.preempt, computeBound: outcome.bound.compute },
  };
}

/** `null` where there is no room for anybody. */
function outcomeOf(arrangement: Arrangement, rate: number, values: ServeValues): Outcome | null {
  try {
    const outcome = simulate(
      serviceOf(arrangement, values).scenario(rate, requestsAt(rate)),
      values.seed,
    );
    return outcome.counts.finish > 0 ? outcome : null;
  } catch (error) {
    if (error instanceof ScenarioError) return null;
    throw error;
  }
}

/** The highest rate at which the promise was kept; `null` where it never was. */
export function holdsUpTo(points: readonly ServePoint[], arrangement: Arrangement): number | null {
  const kept = points
    .filter((point) => point.arrangement === arrangement)
    .sort((a, b) => a.rate - b.rate);
  const lost = kept.findIndex((point) => point.kept < attainment);
  return (lost < 0 ? kept.at(-1) : kept[lost - 1])?.rate ?? null;
}
