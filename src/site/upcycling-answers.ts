import type { Pooling } from "../lab/upcycle/pool-heads.ts";
import { spreadOf } from "../measured/compare-seeds.ts";
import type { UpcyclingRun } from "../measured/lab-runs.ts";
import { poolingResults, upcyclingRuns } from "../measured/upcycling-results.ts";
import { rotaryTables } from "../model/attention/rotary.ts";
import { type ShownPercent, valuesAt } from "./upcycling-rows.ts";

/** Right answers of recall models with two KV heads, mean over seeds, as a share. */
export function recallOfTwo(
  pooling: Pooling,
  diet: UpcyclingRun["diet"],
  percent: ShownPercent,
): number {
  const [result] = poolingResults(upcyclingRuns, { task: "recall", nKv: 2, diet }, [pooling]);
  const values = result && valuesAt(result, percent);
  if (!values) throw new RangeError(`no runs of ${pooling} with ${diet} texts`);
  return spreadOf(values).mean;
}

/** The upper end of the fifth that a share lies in, in percent. */
const fifth = (share: number): number => 20 * Math.max(1, Math.ceil(5 * share));

/** Length of the mean of so many unit vectors at right angles. */
function lengthOfMean(count: number): number {
  const mean = Array.from({ length: count }, () => 1 / count);
  return Math.hypot(...mean);
}

/** Angles that turn keys and leave every score: one for each speed at which RoPE turns channels. */
const keyAngles = (headDim: number): number => new Set(rotaryTables([1], headDim).cos).size;

/** Those that no formula gives: models were trained and asked. */
export const measuredAnswers: ReadonlySet<string> = new Set([
  "recall-after-averaging",
  "recall-on-other-texts",
]);

/** The answers to the checkpoints on upcycling. */
export const upcyclingAnswers = {
  "recall-after-averaging": () => fifth(recallOfTwo("mean", "same", 0)),
  "length-of-average": () => Math.round(100 * lengthOfMean(4)),
  "key-angles-of-128": () => keyAngles(128),
  "recall-on-other-texts": () => fifth(recallOfTwo("mean", "other", 30)),
} as const;
