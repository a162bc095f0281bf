import { type Capacity, EngineError } from "../../engines/engine.ts";
import { bytesPerGiB } from "../../units.ts";
import type { VllmLog } from "../logs/server-log.ts";
import {
  type Attempt,
  type Basis,
  bestAttempt,
  type ComparedModel,
  type ComparedRow,
  comparedRow,
  firstReached,
  type LogComparison,
  type NotCompared,
  type PrintedBudget,
  roundingOf,
} from "./comparison.ts";
import { type Alternative, differenceHints } from "./difference-hints.ts";
import { elementBytesNamed, vllmFormat } from "./served-format.ts";
import { otherReadings, type VllmReading, vllmReadings } from "./vllm-attempts.ts";

/** Far more than a GPU has, and small enough for exact products. */
const mostBytes = 2 ** 46;
/** `--swap-space` of V0 unless set. */
const swapBytes = 4 * bytesPerGiB;

/** Lays a start of vLLM beside a model: blocks, tokens and concurrency from the printed GiB. */
export function compareVllm(log: VllmLog, model: ComparedModel): LogComparison | NotCompared {
  const elementBytes = elementBytesNamed(log.dtype) ?? model.elementBytes;
  const format = vllmFormat(log.kvCacheDtype, { ...model, elementBytes }, log.version);
  if (format === null) return { status: "unknown-format", found: log.kvCacheDtype ?? "" };
  const { kvTokens, blocks, availableGiB } = log.printed;
  if (kvTokens === null && blocks === null && availableGiB === null) {
    return { status: "nothing-printed", found: "" };
  }
  const refusals: EngineError[] = [];
  const tried = new Map<Attempt, VllmReading>();
  const { attempt, fitted } = bestAttempt(
    attemptsOf(vllmReadings(log, model, format, elementBytes)),
  );
  function* attemptsOf(readings: Iterable<VllmReading>): Generator<Attempt> {
    for (const reading of readings) {
      const made = attemptOrNull(log, reading, refusals);
      if (made === null) continue;
      tried.set(made, reading);
      yield made;
    }
  }
  const reading = attempt && tried.get(attempt);
  if (!attempt || !reading) {
    return { status: "refused-by-engine", found: refusals[0]?.message ?? "" };
  }
  const ok = attempt.rows.length === 0 ? null : attempt.rows.every((row) => row.within);
  const hints = differenceHints(log, attempt, alternatives(log, reading), groupFactors(attempt));
  return { status: "compared", ...attempt, ok, fitted, budget: budgetOf(log), hints };
}

function* alternatives(log: VllmLog, reading: VllmReading): Generator<Alternative> {
  for (const { code, reading: other } of otherReadings(reading)) {
    const attempt = attemptOrNull(log, other, []);
    if (attempt) yield { code, attempt };
  }
}

/** Groups of layers share the blocks: a line may count them once or each. */
function groupFactors({ steps }: Attempt) {
  const groups = steps.find(({ name }) => name === "kv_tokens")?.terms.groups;
  return groups === undefined ? [] : [{ code: "groups" as const, value: groups }];
}

/** `null` where the engine would refuse the model. */
function attemptOrNull(
  log: VllmLog,
  reading: VllmReading,
  refusals: EngineError[],
): Attempt | null {
  try {
    return attemptOf(log, reading);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    refusals.push(error);
    return null;
  }
}

function attemptOf(log: VllmLog, { assumptions, plan, capacity }: VllmReading): Attempt {
  const at = (availableBytes: number) => capacity({ ...plan, availableBytes });
  const basis = basisOf(log, at);
  const [low, high] = [at(basis.lowBytes ?? 0), at(basis.highBytes ?? 0)];
  return {
    assumptions,
    basis,
    rows: rowsOf(log, basis, low, high),
    bytesPerTokenPerGpu: low.bytesPerTokenPerGpu,
    steps: (basis.printed === null ? low : at(middle(basis))).steps,
  };
}

/** The bytes a printed number stands for: those of the GiB as printed, else any that give it. */
function middle({ quantity, printed, lowBytes }: Basis): number {
  return quantity === "availableGiB" ? Math.floor((printed ?? 0) * bytesPerGiB) : (lowBytes ?? 0);
}

function basisOf(log: VllmLog, at: (bytes: number) => Capacity): Basis {
  const { availableGiB, blocks, kvTokens } = log.printed;
  if (availableGiB !== null) {
    const rounding = roundingOf(availableGiB);
    return {
      quantity: "availableGiB",
      printed: availableGiB,
      lowBytes: Math.ceil((availableGiB - rounding) * bytesPerGiB),
      highBytes: Math.floor((availableGiB + rounding) * bytesPerGiB),
    };
  }
  const [quantity, printed] =
    blocks === null ? (["kvTokens", kvTokens ?? 0] as const) : (["blocks", blocks] as const);
  // Only whole blocks change what is printed.
  const full = at(mostBytes);
  const block = blockBytesOf(full);
  const most = full.blocks ?? 0;
  const value = (count: number) => at(count * block)[quantity] ?? 0;
  const guess = (printed / Math.max(1, full[quantity] ?? 1)) * most;
  const first = firstReached(most, guess, (count) => value(count) >= printed);
  const next = firstReached(most, first, (count) => value(count) > printed);
  return { quantity, printed, lowBytes: first * block, highBytes: next * block - 1 };
}

/** Bytes of a block of all layers; V0 has no step of that name. */
const blockBytesOf = (capacity: Capacity): number =>
  stepOf(capacity, "block_bytes") ?? (capacity.blockSize ?? 0) * capacity.bytesPerTokenPerGpu;

function rowsOf(
  { printed, refused }: VllmLog,
  basis: Basis,
  low: Capacity,
  high: Capacity,
): readonly ComparedRow[] {
  const rows: ComparedRow[] = [];
  const from = basis.quantity;
  if (printed.kvTokens !== null) {
    rows.push(comparedRow("kvTokens", printed.kvTokens, 0, [low.kvTokens, high.kvTokens]));
  }
  const { concurrency, blocks, cpuBlocks } = printed;
  if (concurrency !== null && low.concurrency !== null && high.concurrency !== null) {
    const range = [low.concurrency, high.concurrency] as const;
    rows.push(comparedRow("concurrency", concurrency, roundingOf(concurrency), range));
  }
  if (blocks !== null && from !== "blocks") {
    rows.push(comparedRow("blocks", blocks, 0, [low.blocks ?? 0, high.blocks ?? 0]));
  }
  const block = blockBytesOf(low);
  if (cpuBlocks !== null && from !== "availableGiB" && block > 0) {
    const count = Math.floor(swapBytes / block);
    rows.push(comparedRow("cpuBlocks", cpuBlocks, 0, [count, count]));
  }
  const perRequest = stepOf(low, "blocks_per_request");
  if (refused && refused.neededGiB !== null && perRequest !== null) {
    const needed = (perRequest * block) / bytesPerGiB;
    rows.push(
      comparedRow("neededGiB", refused.neededGiB, roundingOf(refused.neededGiB), [needed, needed]),
    );
  }
  // A number is no check of itself.
  return rows.filter(({ quantity }) => quantity !== from);
}

const stepOf = ({ steps }: Capacity, name: string): number | null =>
  steps.find((step) => step.name === name)?.value ?? null;

/** The printed terms of the memory, where all of them are printed for the GPU with the least. */
function budgetOf(log: VllmLog): PrintedBudget | null {
  const rank = log.ranks.find((each) => each.availableGiB === log.printed.availableGiB);
  const utilization = log.gpuMemoryUtilization;
  if (!rank || utilization === null || rank.availableGiB === null) return null;
  const { totalGiB, weightsGiB, nonTorchGiB, activationPeakGiB } = rank;
  if (totalGiB === null || weightsGiB === null || nonTorchGiB === null) return null;
  if (activationPeakGiB === null) return null;
  return {
    predictedGiB: totalGiB * utilization - weightsGiB - nonTorchGiB - activationPeakGiB,
    printedGiB: rank.availableGiB,
    roundingGiB:
      roundingOf(totalGiB) * utilization +
      [weightsGiB, nonTorchGiB, activationPeakGiB, rank.availableGiB].reduce(
        (sum, each) => sum + roundingOf(each),
        0,
      ),
  };
}
