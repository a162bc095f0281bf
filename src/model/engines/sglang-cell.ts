import type { Derivation } from "../derivation.ts";
import { exactCount, exactProduct } from "../exact.ts";
import { type CacheFormat, rowBytes } from "../formats.ts";
import { layerBytesPerToken, perGpu } from "../kv.ts";
import { tokenBytesSteps } from "../layer-derivation.ts";
import { type CacheLayer, keptTokens, type LayerGroup, layerKinds } from "../layers.ts";
import { EngineError } from "./engine.ts";

/** What a token costs on the fullest GPU. */
export interface CellBytes {
  /** Bytes the memory is divided by; not whole where a part of a token is counted. */
  readonly bytes: number;
  /** Bytes of one more token in every layer. */
  readonly growth: number;
  /** Tokens of layers with a window for each of the others; null where there is one pool. */
  readonly ratio: number | null;
  /** Bytes of K and V of one token in the layers without a window, and in those with one. */
  readonly k: number;
  readonly v: number;
  readonly swaK: number;
  readonly swaV: number;
  /** The largest window in tokens; null where there is one pool. */
  readonly window: number | null;
}

export interface CellPlan {
  readonly layers: readonly LayerGroup[];
  readonly draftLayers?: readonly LayerGroup[];
  readonly format: CacheFormat;
  readonly tp: number;
  readonly pp: number;
  readonly dp?: number;
  readonly swaFullTokensRatio?: number;
}

/**
 * Adds the steps that give the bytes of a token on the pipeline stage where they are most.
 * @throws EngineError when no layer's cache grows.
 */
export function sglangCell(plan: CellPlan, d: Derivation): CellBytes {
  const tp = attentionTp(plan);
  const stages = sglangStages(plan.layers, plan.pp).map((layers) =>
    layerKinds(layers).filter(({ layer }) => layerBytesPerToken(layer, plan.format, tp) > 0),
  );
  const bytesOf = (kinds: readonly LayerGroup[]) => tokenBytes(kinds, plan.format, tp);
  const fullest = stages.reduce((a, b) => (bytesOf(b) > bytesOf(a) ? b : a), []);
  const windows = fullest.filter(({ layer }) => keptTokens(layer) < Infinity);
  const full = fullest.filter((group) => !windows.includes(group));
  if (fullest.length === 0) {
    throw new EngineError("no-cache", "no layer of this model has a cache that grows");
  }
  const two = windows.length > 0 && full.length > 0;
  const ratio = two ? (plan.swaFullTokensRatio ?? 0.8) : null;
  const drafts = (plan.draftLayers ?? []).reduce((sum, { count }) => sum + count, 0);
  const own = two ? full : fullest;
  const swa = two ? windows : [];
  return {
    ...cellSteps({ own, swa, ratio, drafts }, plan.format, tp, d),
    ratio,
    window: two ? Math.max(...windows.map(({ layer }) => keptTokens(layer))) : null,
    k: partBytes(own, plan.format, tp, "k"),
    v: partBytes(own, plan.format, tp, "v"),
    swaK: partBytes(swa, plan.format, tp, "k"),
    swaV: partBytes(swa, plan.format, tp, "v"),
  };
}

/** GPUs the heads are split over. */
export const attentionTp = ({ tp, dp = 1 }: { readonly tp: number; readonly dp?: number }) =>
  Math.max(1, Math.floor(tp / dp));

/** The layers of each stage: equal shares, one more for the last stages (`get_pp_indices`). */
function sglangStages(
  layers: readonly LayerGroup[],
  pp: number,
): readonly (readonly LayerGroup[])[] {
  const count = layers.reduce((sum, group) => sum + group.count, 0);
  const stages: LayerGroup[][] = [];
  let from = 0;
  for (let rank = 0; rank < pp; rank++) {
    const to = from + Math.floor(count / pp) + (rank >= pp - (count % pp) ? 1 : 0);
    const stage: LayerGroup[] = [];
    let at = 0;
    for (const group of layers) {
      const inside = Math.min(to, at + group.count) - Math.max(from, at);
      if (inside > 0) stage.push({ count: inside, layer: group.layer });
      at += group.count;
    }
    stages.push(stage);
    from = to;
  }
  return stages;
}

function tokenBytes(kinds: readonly LayerGroup[], format: CacheFormat, tp: number): number {
  return exactCount(
    kinds.reduce(
      (sum, { count, layer }) => sum + exactProduct(count, layerBytesPerToken(layer, format, tp)),
      0,
    ),
  );
}

/** Bytes of V of one token; all but the heads' V counts as K. */
function valueBytes(layer: CacheLayer, format: CacheFormat, tp: number): number {
  if (layer.kind !== "heads") return 0;
  return exactProduct(perGpu(layer.nKv, tp), rowBytes(format.v, layer.valueDim ?? layer.headDim));
}

function partBytes(
  kinds: readonly LayerGroup[],
  format: CacheFormat,
  tp: number,
  part: "k" | "v",
): number {
  return kinds.reduce((sum, { count, layer }) => {
    const v = valueBytes(layer, format, tp);
    return sum + exactProduct(count, part === "v" ? v : layerBytesPerToken(layer, format, tp) - v);
  }, 0);
}

interface Pools {
  readonly own: readonly LayerGroup[];
  readonly swa: readonly LayerGroup[];
  readonly ratio: number | null;
  readonly drafts: number;
}

function cellSteps(
  { own, swa, ratio, drafts }: Pools,
  format: CacheFormat,
  tp: number,
  d: Derivation,
): { bytes: number; growth: number } {
  const kinds = [...own, ...swa];
  const suffix = (i: number) => (kinds.length === 1 ? "" : `_${i + 1}`);
  const terms: Record<string, number> = {};
  const summand = ({ count, layer }: LayerGroup, i: number): string => {
    const name = `token_bytes${suffix(i)}`;
    terms[`layers${suffix(i)}`] = count;
    terms[name] = tokenBytesSteps(d, layer, format, tp, suffix(i));
    return `layers${suffix(i)} × ${name}`;
  };
  const ownFormula = own.map(summand).join(" + ");
  const swaFormula = swa.map((group, i) => summand(group, own.length + i)).join(" + ");
  const ownBytes = tokenBytes(own, format, tp);
  const swaBytes = tokenBytes(swa, format, tp);
  const layers = own.reduce((sum, { count }) => sum + count, 0);
  let formula = ownFormula;
  let bytes = ownBytes;
  if (drafts > 0) {
    // SGLang takes a draft's layer for an average layer of the model.
    formula = `floor((${formula}) × (1 + draft_layers / kv_layers))`;
    Object.assign(terms, { draft_layers: drafts, kv_layers: layers });
    bytes = Math.floor(ownBytes * (1 + drafts / layers));
  }
  const growth = bytes + swaBytes;
  if (ratio !== null) {
    formula += ` + swa_ratio × (${swaFormula})`;
    terms.swa_ratio = ratio;
    bytes += ratio * swaBytes;
  }
  d.add({ name: "cell_bytes", unit: "B", formula, terms, value: bytes });
  return { bytes, growth };
}
