import { exactProduct } from "../exact.ts";
import {
  type CacheLayer,
  type HeadsLayer,
  keptTokens,
  type LatentLayer,
  type LayerGroup,
  type StateLayer,
} from "../layers.ts";
import type { LlamaCppType } from "./llama-cpp-types.ts";
import type { LlamaCppMla, LlamaCppRules } from "./llama-cpp-versions.ts";

/** The heads MLA's latent stands for: `dK` with the RoPE key, 192 and 128 in DeepSeek-V3. */
export interface ExpandedHeads {
  readonly nHeads: number;
  readonly dK: number;
  readonly dV: number;
}

/** A row of a cell: `heads` × `dim` values in one type. */
export interface CellRow {
  readonly name: "k" | "v";
  readonly type: LlamaCppType;
  readonly heads: number;
  readonly dim: number;
}

/** `count` layers with the same content in one cell. */
export type CellPart =
  | { readonly kind: "rows"; readonly count: number; readonly rows: readonly CellRow[] }
  | { readonly kind: "state"; readonly count: number; readonly layer: StateLayer };

export type LlamaCppBufferKind = "full" | "swa" | "latent" | "indexer" | "recurrent";

/** What one of llama.cpp's caches holds, before its number of cells is known. */
export interface BufferContent {
  readonly kind: LlamaCppBufferKind;
  readonly parts: readonly CellPart[];
  /** The largest window of its layers in tokens; 0 without one. */
  readonly windowTokens: number;
}

export interface BufferOptions {
  readonly typeK: LlamaCppType;
  readonly typeV: LlamaCppType;
  readonly flashAttention: boolean;
  readonly rules: LlamaCppRules;
  readonly mla: LlamaCppMla;
  readonly expanded?: ExpandedHeads;
}

const order: readonly LlamaCppBufferKind[] = ["full", "swa", "latent", "indexer", "recurrent"];

/**
 * Whether layers with a window keep it in a cache of their own. llama.cpp knows no architecture in
 * which every attention layer has one, and keeps all tokens of such models
 * (https://github.com/ggml-org/llama.cpp/pull/13676).
 */
export const keepsWindows = (layers: readonly LayerGroup[]): boolean => {
  const growing = layers.filter(({ layer }) => !["state", "shared", "none"].includes(layer.kind));
  const windowed = growing.filter(({ layer }) => keptTokens(layer) < Infinity);
  return windowed.length > 0 && windowed.length < growing.length;
};

/**
 * The caches a model needs, those without layers left out. Layers that read another's cache or
 * have none need nothing.
 * @throws RangeError on layers llama.cpp has no cache for, or "expanded" MLA without its heads.
 */
export function bufferContents(
  kinds: readonly LayerGroup[],
  options: BufferOptions,
): readonly BufferContent[] {
  const parts = new Map<LlamaCppBufferKind, CellPart[]>();
  const put = (kind: LlamaCppBufferKind, part: CellPart) =>
    parts.set(kind, [...(parts.get(kind) ?? []), part]);
  let windowTokens = 0;
  const widest = widestV(kinds, options);
  const windows = options.rules.windowCache && keepsWindows(kinds);
  for (const { count, layer } of kinds) {
    switch (layer.kind) {
      case "heads": {
        const window = windows ? windowOf(layer) : 0;
        windowTokens = Math.max(windowTokens, window);
        const rows = headRows(layer, widest, options);
        put(window > 0 ? "swa" : "full", { kind: "rows", count, rows });
        break;
      }
      case "latent": {
        const rows = latentRows(layer, options);
        put(options.mla === "expanded" ? "full" : "latent", { kind: "rows", count, rows });
        if (layer.indexerDim && options.rules.indexerCache) {
          const row: CellRow = { name: "k", type: options.typeK, heads: 1, dim: layer.indexerDim };
          put("indexer", { kind: "rows", count, rows: [row] });
        }
        break;
      }
      case "state":
        put("recurrent", { kind: "state", count, layer });
        break;
      case "shared":
      case "none":
        break;
      default:
        throw new RangeError(`llama.cpp has no cache for layers of kind: ${layer.kind}`);
    }
  }
  return order.flatMap((kind) => {
    const found = parts.get(kind);
    return found ? [{ kind, parts: found, windowTokens: kind === "swa" ? windowTokens : 0 }] : [];
  });
}

const windowOf = (layer: HeadsLayer): number => layer.windowTokens ?? layer.chunkTokens ?? 0;

const valuesOfV = (layer: CacheLayer): number =>
  layer.kind === "heads" ? exactProduct(layer.nKv, layer.valueDim ?? layer.headDim) : 0;

/** Values of the widest V, where all are made as wide; else 0. */
const widestV = (kinds: readonly LayerGroup[], { rules, flashAttention }: BufferOptions): number =>
  rules.widensV && !flashAttention ? Math.max(0, ...kinds.map(({ layer }) => valuesOfV(layer))) : 0;

function headRows(layer: HeadsLayer, widest: number, options: BufferOptions): readonly CellRow[] {
  const { nKv, headDim, valueDim = headDim } = layer;
  const v: CellRow =
    widest > valuesOfV(layer)
      ? { name: "v", type: options.typeV, heads: 1, dim: widest }
      : { name: "v", type: options.typeV, heads: nKv, dim: valueDim };
  return [{ name: "k", type: options.typeK, heads: nKv, dim: headDim }, v];
}

function latentRows(layer: LatentLayer, options: BufferOptions): readonly CellRow[] {
  const { typeK, typeV, mla, expanded } = options;
  if (mla === "expanded") {
    if (!expanded) throw new RangeError("the heads of an MLA layer are not given: expanded");
    return [
      { name: "k", type: typeK, heads: expanded.nHeads, dim: expanded.dK },
      { name: "v", type: typeV, heads: expanded.nHeads, dim: expanded.dV },
    ];
  }
  const latent = exactProduct(layer.latentHeads ?? 1, layer.latentDim);
  const k: CellRow = { name: "k", type: typeK, heads: 1, dim: latent + layer.ropeDim };
  if (mla === "latent") return [k];
  return [k, { name: "v", type: typeV, heads: 1, dim: latent }];
}
