import { vllmAvailableBytes } from "../engines/budget.ts";
import { type Capacity, type Deployment, deploymentDefaults } from "../engines/engine.ts";
import { capacityOf, parseEngine } from "../engines/select.ts";
import { cacheFormat } from "../formats.ts";
import { firstReached, roundingOf } from "../import/compare/comparison.ts";
import { bytesPerGiB } from "../units.ts";
import { type Check, checkOf } from "./check.ts";
import type { CapacityStart, LoggedBudget, StartedModel } from "./logged-start.ts";

/** Far more than a GPU has, and small enough for exact products. */
const mostBytes = 2 ** 46;

/** Bytes of one GPU for the cache, from the least to the most that the log allows. */
export type ByteRange = readonly [low: number, high: number];

/** A start with the engine's defaults, but for the bytes that are its cache's. */
export const startDeployment = (
  { settings: { format = "bf16", ...settings } }: CapacityStart,
  { layers, draftLayers }: StartedModel,
): Omit<Deployment, "availableBytes"> => ({
  ...deploymentDefaults,
  ...settings,
  format: cacheFormat(format),
  layers,
  ...(draftLayers ? { draftLayers } : {}),
});

/**
 * What the start's engine makes of some bytes.
 * @throws RangeError when `readAs` names no engine that fills a memory.
 */
export function startCapacity(
  start: CapacityStart,
  model: StartedModel,
): (availableBytes: number) => Capacity {
  const engine = parseEngine(start.readAs);
  if (engine === null || engine.name === "llama.cpp") {
    throw new RangeError(`not an engine that fills a memory: ${start.readAs}`);
  }
  const { name, version } = engine;
  const plan = startDeployment(start, model);
  return (availableBytes) => capacityOf({ name, version }, { ...plan, availableBytes });
}

/**
 * Every printed number of a start of vLLM or SGLang beside ours. The printed GiB allow an interval
 * of bytes; each count that is printed narrows it for the numbers after it. Without GiB the bytes
 * are those that give the first count.
 */
export function validateCapacity(start: CapacityStart, model: StartedModel): readonly Check[] {
  const { printed, budget, hostGiB } = start;
  const at = startCapacity(start, model);
  const { checks, range } = countChecks(start, at);
  if (printed.concurrency !== undefined) {
    const [low, high] = range.map((bytes) => at(bytes).concurrency ?? Number.NaN) as [
      number,
      number,
    ];
    checks.push(checkOf("concurrency", printed.concurrency, low, high));
  }
  if (printed.cpuBlocks !== undefined && hostGiB !== undefined) {
    const blocks = at(hostGiB * bytesPerGiB).blocks ?? 0;
    checks.push(checkOf("cpuBlocks", printed.cpuBlocks, blocks, blocks));
  }
  if (budget && printed.availableGiB !== undefined) {
    const [low, high] = budgetGiB(budget);
    checks.push(checkOf("availableGiB", printed.availableGiB, low, high));
  }
  return checks;
}

/** The bytes that a start's cache can have had. */
export const startBytes = (start: CapacityStart, model: StartedModel): ByteRange =>
  countChecks(start, startCapacity(start, model)).range;

function countChecks(
  { printed, availableRounding }: CapacityStart,
  at: (bytes: number) => Capacity,
): { readonly checks: Check[]; readonly range: ByteRange } {
  const checks: Check[] = [];
  let range: ByteRange | null = null;
  if (printed.availableGiB !== undefined) {
    const rounding = availableRounding ?? roundingOf(printed.availableGiB);
    range = [
      Math.ceil((printed.availableGiB - rounding) * bytesPerGiB),
      Math.floor((printed.availableGiB + rounding) * bytesPerGiB),
    ];
  }
  for (const quantity of ["blocks", "kvTokens"] as const) {
    const count = printed[quantity];
    if (count === undefined) continue;
    const value = (bytes: number) => at(bytes)[quantity] ?? Number.NaN;
    const narrowed = bytesOf(count, value, range ?? [0, mostBytes]);
    // A count that the bytes come from is no check of itself, unless no bytes give it.
    if (range || value(narrowed[0]) !== count) {
      const [low, high] = range ?? narrowed;
      checks.push(checkOf(quantity, count, value(low), value(high)));
    }
    if (value(narrowed[0]) === count) range = narrowed;
  }
  return { checks, range: range ?? [0, 0] };
}

/** Of a range, the bytes that give a count; where none do, those that first exceed it. */
function bytesOf(
  count: number,
  value: (bytes: number) => number,
  [low, high]: ByteRange,
): ByteRange {
  const first = (reached: (bytes: number) => boolean) =>
    low + firstReached(high - low, 0, (more) => reached(low + more));
  const from = Math.min(
    first((bytes) => value(bytes) >= count),
    high,
  );
  return [from, Math.max(from, first((bytes) => value(bytes) > count) - 1)];
}

/** The GiB that the printed terms leave, from the least to the most their rounding allows. */
function budgetGiB(budget: LoggedBudget): readonly [low: number, high: number] {
  const { totalGiB, utilization, utilizationRounded } = budget;
  const taken = ["weightsGiB", "nonTorchGiB", "activationGiB"] as const;
  const left = (sign: 1 | -1): number => {
    const [weightBytes = 0, nonTorchBytes = 0, activationBytes = 0] = taken.map((name) =>
      Math.round((budget[name] - sign * roundingOf(budget[name])) * bytesPerGiB),
    );
    const bytes = vllmAvailableBytes({
      totalBytes: Math.round((totalGiB + sign * roundingOf(totalGiB)) * bytesPerGiB),
      utilization: utilization + (utilizationRounded ? sign * roundingOf(utilization) : 0),
      weightBytes,
      nonTorchBytes,
      activationBytes,
      cudaGraphBytes: 0,
    });
    return bytes / bytesPerGiB;
  };
  return [left(-1), left(1)];
}
