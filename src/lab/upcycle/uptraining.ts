import type { Schedule } from "../schedule.ts";

/** Shares of the source's own training after which an upcycled model is judged, in percent. */
export const uptrainingPercents = [0, 1, 2.5, 5, 10, 20, 30] as const;

/** Of the source's peak; a learning rate that stays, so that a curve does not depend on its end. */
const rateShare = 0.5;
const warmUpShare = 0.01;

/** How an upcycled model is trained on, after the schedule of its source. */
export function uptraining({ steps, peak }: Schedule): {
  readonly schedule: Schedule;
  readonly places: readonly number[];
} {
  const at = (percent: number): number => Math.round((steps * percent) / 100);
  const places = uptrainingPercents.map(at);
  const warmUp = Math.ceil(steps * warmUpShare);
  const last = places.at(-1) as number;
  return { schedule: { steps: last, peak: peak * rateShare, warmUp, floor: 1 }, places };
}

/** Of the batches: apart from the seeds of the family's own runs. */
export const uptrainingSeed = (seed: number): number => 100 + seed;
