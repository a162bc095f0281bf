import type { Derivation } from "../derivation.ts";
import { stateBytesStep, tokenBytesSteps } from "../layer-derivation.ts";
import { type CacheLayer, cachedKinds, keyOf, type LayerGroup } from "../layers.ts";
import { type Deployment, EngineError } from "./engine.ts";

/** How the tokens of a kind of layer are kept in blocks. */
export type Retention =
  | { readonly kind: "all" }
  | { readonly kind: "window"; readonly tokens: number }
  | { readonly kind: "chunk"; readonly tokens: number }
  | { readonly kind: "state" };

/** Layers of one kind and the pages they are kept in, on one GPU. */
export interface PagedKind {
  readonly layer: CacheLayer;
  /** Which of the model's layers, in order. */
  readonly indices: readonly number[];
  readonly retention: Retention;
  /** Bytes of one token; 0 for a state. */
  readonly tokenBytes: number;
  readonly blockSize: number;
  /** The step that gives it, or the input. */
  readonly blockName: string;
  readonly pageBytes: number;
  /** Ends the names of this kind's steps; empty when there is only one kind. */
  readonly suffix: string;
}

/**
 * The kinds of layers that have a cache, with pages of equal bytes where they have to be equal.
 * A state is one page; attention's block is enlarged until its page holds the state
 * (vLLM `HybridAttentionMambaModelConfig`). Of attention layers of different sizes the smaller
 * get larger blocks (`unify_kv_cache_spec_page_size`).
 * @throws EngineError when the pages cannot be made equal, or nothing is cached.
 */
export function pagedKinds(
  plan: Deployment,
  layers: readonly LayerGroup[],
  d: Derivation,
): readonly PagedKind[] {
  const found = cachedKinds(layers);
  if (found.length === 0) throw new EngineError("no-cache", "no layer of this model has a cache");
  const where = positions(layers);
  const suffixes = found.map((_, i) => (found.length === 1 ? "" : `_${i + 1}`));
  const tokenBytes = found.map(({ layer }, i) =>
    tokenBytesSteps(d, layer, plan.format, plan.tp, suffixes[i]),
  );
  const states = found.map(({ layer }, i) =>
    layer.kind === "state"
      ? stateBytesStep(d, layer, plan.tp, plan.elementBytes, plan.speculativeTokens, suffixes[i])
      : 0,
  );
  const blockSize = enlargedBlock(plan, found, { tokenBytes, states, suffixes }, d);
  const kinds = found.map(
    ({ layer }, i): PagedKind => ({
      layer,
      indices: where.get(keyOf(layer)) ?? [],
      retention: retentionOf(layer, plan),
      tokenBytes: tokenBytes[i] ?? 0,
      blockSize,
      blockName: "block_size",
      pageBytes: layer.kind === "state" ? (states[i] ?? 0) : (tokenBytes[i] ?? 0) * blockSize,
      suffix: suffixes[i] ?? "",
    }),
  );
  return keepSameTokens(kinds) ? kinds : equalPages(kinds, d);
}

interface Sizes {
  readonly tokenBytes: readonly number[];
  readonly states: readonly number[];
  readonly suffixes: readonly string[];
}

function positions(layers: readonly LayerGroup[]): ReadonlyMap<string, number[]> {
  const where = new Map<string, number[]>();
  let index = 0;
  for (const { count, layer } of layers) {
    const list = where.get(keyOf(layer)) ?? [];
    for (let i = 0; i < count; i++) list.push(index++);
    where.set(keyOf(layer), list);
  }
  return where;
}

function retentionOf(layer: CacheLayer, plan: Deployment): Retention {
  if (layer.kind === "state") return { kind: "state" };
  if (layer.kind === "heads" && plan.hybrid) {
    if (layer.windowTokens) return { kind: "window", tokens: layer.windowTokens };
    if (layer.chunkTokens) return { kind: "chunk", tokens: layer.chunkTokens };
  }
  return { kind: "all" };
}

/**
 * Tokens of a block before pages are made equal. MLA's kernels read blocks of 64; others of 16.
 * A model that only has states keeps one page for the whole context.
 */
function enlargedBlock(
  plan: Deployment,
  found: readonly LayerGroup[],
  { tokenBytes, states, suffixes }: Sizes,
  d: Derivation,
): number {
  const kernel = found.some(({ layer }) => layer.kind === "latent") ? 64 : 16;
  const given = plan.blockSize ?? kernel;
  const [attention, largest] = [Math.max(...tokenBytes), Math.max(...states)];
  if (largest === 0) return given;
  if (attention === 0) return plan.maxModelLen ?? given;
  const perToken = `token_bytes${suffixes[tokenBytes.indexOf(attention)]}`;
  const state = `state_bytes${suffixes[states.indexOf(largest)]}`;
  return d.add({
    name: "block_size",
    unit: "tokens",
    formula: `max(given_block, kernel_block × ceil(${state} / (kernel_block × ${perToken})))`,
    terms: { given_block: given, kernel_block: kernel, [state]: largest, [perToken]: attention },
    value: Math.max(given, kernel * Math.ceil(largest / (kernel * attention))),
  });
}

/** Kinds that keep the same tokens can share a block table whatever their sizes. */
export const keepSameTokens = (kinds: readonly PagedKind[]): boolean =>
  new Set(kinds.map(({ retention }) => JSON.stringify(retention))).size === 1;

function equalPages(kinds: readonly PagedKind[], d: Derivation): readonly PagedKind[] {
  const largest = Math.max(...kinds.map((kind) => kind.pageBytes));
  const widest = kinds.reduce((a, b) => (b.tokenBytes > a.tokenBytes ? b : a));
  return kinds.map((kind) => {
    if (kind.retention.kind === "state" || kind.pageBytes === largest) {
      return { ...kind, pageBytes: largest };
    }
    if (largest % kind.pageBytes !== 0) {
      throw new EngineError(
        "pages-do-not-unify",
        `pages of ${kind.pageBytes} and ${largest} bytes cannot share one pool of blocks`,
      );
    }
    const blockName = `block_size${kind.suffix}`;
    const [own, most] = [`token_bytes${kind.suffix}`, `token_bytes${widest.suffix}`];
    const blockSize = d.add({
      name: blockName,
      unit: "tokens",
      formula: `block_size × ${most} / ${own}`,
      terms: { block_size: kind.blockSize, [most]: widest.tokenBytes, [own]: kind.tokenBytes },
      value: kind.blockSize * (largest / kind.pageBytes),
    });
    return { ...kind, blockSize, blockName, pageBytes: largest };
  });
}
