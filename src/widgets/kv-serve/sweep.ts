import {
  isKept,
  type SteadyWindow,
  steadyWindow,
  windowFor,
} from "../../model/serve/steady-window.ts";
import { type Arrangement, arrangements, type ServeValues, serviceOf } from "./arrangements.ts";

/** What a simulation at one rate has come to. */
export interface ServePoint extends SteadyWindow {
  readonly kind: "point";
  readonly arrangement: Arrangement;
  /** Requests a second that come. */
  readonly rate: number;
}

/** How far an arrangement holds, once it has been found out. */
export interface ServeHold {
  readonly kind: "hold";
  readonly arrangement: Arrangement;
  /** The highest rate that was kept up with the promise; `null` where there is none. */
  readonly rate: number | null;
  /** Whether it would hold beyond the highest rate that is tried. */
  readonly isLeast: boolean;
  readonly hasRoom: boolean;
}

export type ServeEvent = ServePoint | ServeHold;

export const rates = [1 / 64, 128] as const;
/** Halvings of the octave in which it stops being kept. */
const refinements = 4;
/** With fewer kept, higher rates show nothing more. */
const hopeless = 0.05;
export const mostEvents = arrangements.length * (Math.log2(rates[1] / rates[0]) + 2 + refinements);

/**
 * Every arrangement at rising rates until hardly anybody gets what was promised, then closer to where
 * it stopped being kept. Lets the page breathe after every simulation.
 * @throws DOMException `AbortError` when the signal says so
 */
export async function* sweep(
  values: ServeValues,
  signal: AbortSignal,
): AsyncGenerator<ServeEvent, void, undefined> {
  const pace = { ttft: values.ttft, tpot: values.tpot / 1000 };
  for (const arrangement of arrangements) {
    const service = serviceOf(arrangement, values);
    if (service.room < 1) {
      yield { kind: "hold", arrangement, rate: null, isLeast: false, hasRoom: false };
      continue;
    }
    const pointAt = async (rate: number): Promise<ServePoint> => {
      const window = windowFor(rate, pace, values.output);
      const measured = steadyWindow(service.scenario(rate), values.seed, pace, window);
      await breathe(signal);
      return { kind: "point", arrangement, rate, ...measured };
    };
    let [held, lost]: [number | null, number | null] = [null, null];
    for (let rate: number = rates[0]; rate <= rates[1]; rate *= 2) {
      const point = await pointAt(rate);
      yield point;
      if (isKept(point) && lost === null) held = rate;
      else lost ??= rate;
      if (point.kept < hopeless) break;
    }
    for (let i = 0; i < refinements && held !== null && lost !== null; i++) {
      const point = await pointAt(Math.sqrt(held * lost));
      yield point;
      if (isKept(point)) held = point.rate;
      else lost = point.rate;
    }
    const isLeast = held !== null && lost === null;
    yield { kind: "hold", arrangement, rate: held, isLeast, hasRoom: true };
  }
}

async function breathe(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  signal.throwIfAborted();
}

/** How far an arrangement holds; `null` while that has not been found out. */
export const holdOf = (events: readonly ServeEvent[], arrangement: Arrangement): ServeHold | null =>
  (events.find((event) => event.kind === "hold" && event.arrangement === arrangement) as
    | ServeHold
    | undefined) ?? null;

/** Points of an arrangement, by rising rate. */
export const pointsOf = (
  events: readonly ServeEvent[],
  arrangement: Arrangement,
): readonly ServePoint[] =>
  events
    .filter(
      (event): event is ServePoint => event.kind === "point" && event.arrangement === arrangement,
    )
    .sort((a, b) => a.rate - b.rate);
