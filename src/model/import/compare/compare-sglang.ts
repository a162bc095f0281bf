import { EngineError } from "../../engines/engine.ts";
import { withoutWindow } from "../../engines/sglang.ts";
import { type SglangCapacity, sglangCapacity } from "../../engines/sglang-capacity.ts";
import { attentionTp } from "../../engines/sglang-cell.ts";
import { exactProduct } from "../../exact.ts";
import type { CacheFormat } from "../../formats.ts";
import { kvBytesPerToken } from "../../kv.ts";
import { keptTokens, type LayerGroup } from "../../layers.ts";
import { bytesPerGiB } from "../../units.ts";
import type { SglangLog } from "../logs/server-log.ts";
import {
  type Assumption,
  type Attempt,
  bestAttempt,
  type ComparedModel,
  comparedRow,
  firstReached,
  type LogComparison,
  type NotCompared,
  usualTp,
} from "./comparison.ts";
import { elementBytesNamed, type NamedFormat, servedFormat } from "./served-format.ts";

/** Far more than a GPU has, and small enough for exact products. */
const mostBytes = 2 ** 46;

/**
 * Lays a start of SGLang beside a model. The log prints the tokens and the bytes that they take, so
 * the bytes are predicted from the tokens.
 */
export function compareSglang(log: SglangLog, model: ComparedModel): LogComparison | NotCompared {
  const elementBytes = elementBytesNamed(log.dtype) ?? model.elementBytes;
  const format = servedFormat(log.kvCacheDtype, { ...model, elementBytes });
  if (format === null) return { status: "unknown-format", found: log.kvCacheDtype ?? "" };
  const { kvTokens, kvGiB } = log.printed;
  if (kvTokens === null || kvGiB === null) return { status: "nothing-printed", found: "" };
  const refusals: EngineError[] = [];
  const { attempt, fitted } = bestAttempt(
    attempts(log, model, format, elementBytes, { kvTokens, kvGiB }, refusals),
  );
  if (attempt === null) return { status: "refused-by-engine", found: refusals[0]?.message ?? "" };
  const ok = attempt.rows.every((row) => row.within);
  return { status: "compared", ...attempt, ok, fitted, budget: null, hints: [] };
}

function* attempts(
  log: SglangLog,
  model: ComparedModel,
  { format }: NamedFormat,
  elementBytes: number,
  printed: { readonly kvTokens: number; readonly kvGiB: number },
  refusals: EngineError[],
): Generator<Attempt> {
  // The log does not tell whether data parallel ranks share the attention's heads or have all.
  const ways = log.dp !== null && log.dp > 1 ? [log.dp, 1] : [1];
  const cache: CacheFormat = { k: format, v: format };
  const pageSize = log.pageSize ?? (hasIndexer(model) ? 64 : 1);
  for (const [tp, dp] of (log.tp === null ? usualTp : [log.tp]).flatMap((tp) =>
    ways.map((dp) => [tp, dp] as const),
  )) {
    for (const hybrid of poolWays(log, model)) {
      const layers = hybrid ? model.layers : model.layers.map(withoutWindow);
      const at = (availableBytes: number) =>
        sglangCapacity({
          layers,
          format: cache,
          tp,
          pp: 1,
          dp,
          availableBytes,
          pageSize,
          elementBytes,
          ...(log.printed.swaTokens === null
            ? {}
            : { swaFullTokensRatio: log.printed.swaTokens / printed.kvTokens }),
          ...(log.printed.mambaSlots === null
            ? {}
            : { maxMambaCacheSize: log.printed.mambaSlots * dp }),
        });
      try {
        const guess = (printed.kvTokens / Math.max(1, at(mostBytes).kvTokens)) * mostBytes;
        const enough = (bytes: number) => at(bytes).kvTokens >= printed.kvTokens;
        const reached = firstReached(mostBytes, guess, enough);
        const capacity = at(reached);
        const assumptions: Assumption[] = [
          ...(log.tp === null ? [{ setting: "tp", value: tp } as const] : []),
          ...(ways.length > 1 ? [{ setting: "dp", value: dp } as const] : []),
          ...(poolWays(log, model).length > 1
            ? [{ setting: "hybrid", value: hybrid } as const]
            : []),
        ];
        for (const bytes of poolBytes(capacity, layers, cache, attentionTp({ tp, dp }), pageSize)) {
          yield attempt(log, printed, { assumptions, capacity, reached, bytes });
        }
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        refusals.push(error);
      }
    }
  }
}

/** Windows in a pool of their own, and as full layers: SGLang does either, by the model's class. */
function poolWays(log: SglangLog, { layers }: ComparedModel): readonly boolean[] {
  const windows = layers.some(({ layer }) => keptTokens(layer) < Infinity);
  return windows && log.printed.swaTokens === null ? [true, false] : [true];
}

function attempt(
  log: SglangLog,
  { kvTokens, kvGiB }: { readonly kvTokens: number; readonly kvGiB: number },
  way: {
    readonly assumptions: readonly Assumption[];
    readonly capacity: SglangCapacity;
    /** Bytes available that give the printed tokens. */
    readonly reached: number;
    /** Bytes of the pools that are printed. */
    readonly bytes: number;
  },
): Attempt {
  const rank = log.ranks.find((each) => each.kvGB === kvGiB);
  // K and V are printed and rounded each for itself.
  const rounding = rank?.kGB !== null && rank?.vGB !== null && rank !== undefined ? 0.01 : 0.005;
  const { assumptions, capacity, reached } = way;
  const predicted = way.bytes / bytesPerGiB;
  return {
    assumptions,
    basis: { quantity: "kvTokens", printed: kvTokens, lowBytes: reached, highBytes: reached },
    rows: [comparedRow("kvGiB", kvGiB, rounding, [predicted, predicted])],
    bytesPerTokenPerGpu: capacity.bytesPerTokenPerGpu,
    steps: capacity.steps,
  };
}

const hasIndexer = ({ layers }: ComparedModel): boolean =>
  layers.some(({ layer }) => layer.kind === "latent" && layer.indexerDim);

/** Bytes of all pools, and of the pool without windows alone: older logs print that one. */
function poolBytes(
  capacity: SglangCapacity,
  layers: readonly LayerGroup[],
  format: CacheFormat,
  tp: number,
  pageSize: number,
): readonly number[] {
  const all = capacity.kBytes + capacity.vBytes;
  if (capacity.swaTokens === null) return [all];
  const full = layers.filter(({ layer }) => keptTokens(layer) === Infinity);
  return [all, exactProduct(capacity.kvTokens + pageSize, kvBytesPerToken(full, format, tp))];
}
