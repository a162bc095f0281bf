import type { Capacity, Deployment } from "../../engines/engine.ts";
import { isAtLeast } from "../../engines/version.ts";
import { vllmV0 } from "../../engines/vllm-v0.ts";
import { vllmV1 } from "../../engines/vllm-v1.ts";
import { elementFormats, sameFormat } from "../../formats.ts";
import type { AssumptionCode } from "../logs/hints.ts";
import type { VllmLog } from "../logs/server-log.ts";
import { type Assumption, type ComparedModel, usualTp } from "./comparison.ts";
import type { NamedFormat } from "./served-format.ts";

/** One reading of what a log of vLLM does not tell. */
export interface VllmReading {
  readonly assumptions: readonly Assumption[];
  readonly plan: Omit<Deployment, "availableBytes">;
  readonly capacity: (plan: Deployment) => Capacity;
}

/** The readings of a log, the usual one first. */
export function* vllmReadings(
  log: VllmLog,
  model: ComparedModel,
  { format }: NamedFormat,
  elementBytes: number,
): Generator<VllmReading> {
  const drafts = (log.speculativeTokens ?? 0) > 0 ? model.draftLayers : [];
  const layers = [...model.layers, ...drafts];
  const windows = layers.some(
    ({ layer }) => layer.kind === "heads" && (layer.windowTokens ?? layer.chunkTokens),
  );
  const states = layers.some(({ layer }) => layer.kind === "state");
  for (const tp of told(log.tp, usualTp)) {
    for (const { version, capacity } of engines(log)) {
      for (const batched of told(log.maxBatchedTokens, windows ? batchedTokens : [usualBatch])) {
        for (const stateMode of stateModes(log, states)) {
          for (const blockSize of told<number | null>(log.blockSize, blockSizes(log))) {
            const assumptions: Assumption[] = [];
            if (log.version === null) assumptions.push({ setting: "version", value: version });
            if (log.tp === null) assumptions.push({ setting: "tp", value: tp });
            if (windows && log.maxBatchedTokens === null) {
              assumptions.push({ setting: "maxBatchedTokens", value: batched });
            }
            if (states && log.prefixCaching === null) {
              assumptions.push({ setting: "stateMode", value: stateMode });
            }
            if (log.blockSize === null && blockSize !== null) {
              assumptions.push({ setting: "blockSize", value: blockSize });
            }
            yield {
              assumptions,
              capacity,
              plan: {
                layers: model.layers,
                draftLayers: model.draftLayers,
                format: { k: format, v: format },
                elementBytes,
                tp,
                pp: log.pp ?? 1,
                dcp: log.dcp ?? 1,
                maxModelLen: log.printed.concurrencyLen ?? log.maxModelLen,
                maxBatchedTokens: batched,
                blockSize,
                speculativeTokens: log.speculativeTokens ?? 0,
                stateMode,
                hybrid: log.hybridManagerDisabled !== true,
              },
            };
          }
        }
      }
    }
  }
}

const usualBatch = 8192;
const batchedTokens = [usualBatch, 2048, 16_384];

/**
 * A reading with one setting other than the log tells or the model says, and the name of that
 * setting: what may explain a difference.
 */
export function* otherReadings(
  reading: VllmReading,
): Generator<{ readonly code: AssumptionCode; readonly reading: VllmReading }> {
  const { plan } = reading;
  const other = (code: AssumptionCode, change: Partial<VllmReading["plan"]>) => ({
    code,
    reading: { ...reading, plan: { ...plan, ...change } },
  });
  for (const name of ["bf16", "fp8"] as const) {
    const format = elementFormats[name];
    if (plan.format.k.bits !== format.bits) yield other("format", { format: sameFormat(format) });
  }
  yield other("hybrid-off", { hybrid: !plan.hybrid });
  for (const maxBatchedTokens of [...batchedTokens, 512, 1024, 4096, 32_768]) {
    if (maxBatchedTokens !== plan.maxBatchedTokens)
      yield other("batched-tokens", { maxBatchedTokens });
  }
  for (const speculativeTokens of [0, 1, 2, 3, 4, 5, 7]) {
    if (speculativeTokens !== plan.speculativeTokens)
      yield other("speculative", { speculativeTokens });
  }
  for (const stateMode of ["none", "align", "all"] as const) {
    if (stateMode !== plan.stateMode) yield other("state-mode", { stateMode });
  }
  for (const blockSize of [16, 32, 64, 128, 256]) {
    if (blockSize !== plan.blockSize) yield other("block-size", { blockSize });
  }
  for (const capacity of [
    vllmV0,
    ...[null, "0.20", "0.8.5"].map((version) => (each: Deployment) => vllmV1(each, version)),
  ]) {
    yield { code: "version", reading: { ...reading, capacity } };
  }
}

const told = <T extends number | null>(value: number | null, usual: readonly T[]) =>
  value === null ? usual : [value];

/** CPU blocks are printed by V0 alone; of an unknown version the newest meaning comes first. */
function engines(log: VllmLog) {
  const v0 = { version: "V0", capacity: vllmV0 };
  const v1 = (version: string | null) => ({
    version: version ?? "0.21+",
    capacity: (plan: Deployment) => vllmV1(plan, version),
  });
  if (log.printed.cpuBlocks !== null) return [v0];
  if (log.version === null) return [v1(null), v1("0.20"), v1("0.8.5"), v0];
  if (!isAtLeast(log.version, [0, 8])) return [v0];
  return isAtLeast(log.version, [0, 11]) ? [v1(log.version)] : [v1(log.version), v0];
}

function stateModes(log: VllmLog, states: boolean): readonly ("none" | "align")[] {
  if (!states || log.prefixCaching === false) return ["none"];
  return log.prefixCaching === true ? ["align"] : ["none", "align"];
}

/** The engine's own choice, then what printed tokens and blocks tell. */
function blockSizes({ printed, dcp }: VllmLog): readonly (number | null)[] {
  const size = (printed.kvTokens ?? 0) / ((printed.blocks ?? 0) * (dcp ?? 1));
  return Number.isInteger(size) && size > 0 ? [null, size] : [null];
}
