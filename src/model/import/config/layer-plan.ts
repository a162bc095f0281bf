import { type CacheLayer, keyOf, type LayerGroup } from "../../layers.ts";
import { dimBounds, headBounds, layerBounds } from "./bounds.ts";
import { ConfigError } from "./config-error.ts";
import { fieldNames } from "./field-names.ts";
import { type Fields, missing, ofLength, wrongType } from "./fields.ts";
import {
  blockAttention,
  type HeadGeometry,
  type HeadsByLayer,
  headsByLayer,
  positive,
} from "./head-geometry.ts";
import { type LatentGeometry, latentGeometry } from "./latent-geometry.ts";
import type { LayerRole } from "./layer-roles.ts";
import { isPureState } from "./mixed-roles.ts";
import { stateFor } from "./state-for-role.ts";
import type { StateGeometry } from "./state-geometry.ts";
import type { WindowedRoles } from "./window-roles.ts";

/** One layer: what it does, and with which sizes. */
export interface PlannedLayer {
  readonly role: LayerRole;
  readonly heads: HeadGeometry | null;
  readonly latent: LatentGeometry | null;
  readonly state: StateGeometry | null;
  /** Caches the layer keeps: two where attention and a state stand side by side. */
  readonly caches: readonly CacheLayer[];
}

/** Sizes every layer takes its own from. */
export interface Sizes {
  readonly heads: HeadsByLayer | null;
  readonly latent: LatentGeometry | null;
  readonly pure: boolean;
}

/**
 * Reads the heads or the latent once for all layers.
 * @throws ConfigError when attention has no sizes.
 */
export function sizesOf(fields: Fields, layers: number, roles: readonly LayerRole[]): Sizes {
  const pure = isPureState(fields);
  const latent = latentGeometry(fields);
  const attends = roles.some((role) => attention.has(role));
  const heads =
    pure || (!attends && !roles.includes("linear")) || (latent !== null && !fields.has(...anyHeads))
      ? null
      : headsOrNull(fields, layers, latent !== null);
  return { heads, latent, pure };
}

const attention: ReadonlySet<LayerRole> = new Set(["full", "windowed", "chunked", "parallel"]);
const anyHeads = [...fieldNames.heads, ...fieldNames.kvHeads];

/** MLA does without the head dimension of a plain cache. */
function headsOrNull(fields: Fields, layers: number, isLatent: boolean): HeadsByLayer | null {
  if (!isLatent) return headsByLayer(fields, layers);
  const nHeads = fields.count(fieldNames.heads, headBounds);
  const headDim = positive(fields, ["head_dim"]) ?? latentHeadDim(fields, nHeads);
  const one = { nHeads, nKv: nHeads ?? 1, headDim };
  return { full: () => one, windowed: () => one };
}

function latentHeadDim(fields: Fields, nHeads: number | null): number {
  const value = positive(fields, ["v_head_dim"]);
  const hidden = positive(fields, fieldNames.hidden);
  return value ?? Math.max(1, Math.floor((hidden ?? 1) / (nHeads ?? 1)));
}

/** The layer of a role with its caches. @throws ConfigError when the sizes of that role are missing. */
export function plannedLayer(
  fields: Fields,
  sizes: Sizes,
  role: LayerRole,
  at: { readonly layer: number; readonly window: number | null },
): PlannedLayer {
  const none = { role, heads: null, latent: null, state: null };
  if (role === "dense" || role === "experts" || role === "none" || role === "cross") {
    return { ...none, caches: [{ kind: "none" }] };
  }
  const windowed = role === "windowed" || role === "chunked";
  const heads = (windowed ? sizes.heads?.windowed(at.layer) : sizes.heads?.full(at.layer)) ?? null;
  if (role === "full" || windowed) {
    const latent = sizes.latent;
    return {
      role,
      heads,
      latent,
      state: null,
      caches: [attentionCache(fields, { heads, latent }, role, at.window)],
    };
  }
  const state = stateFor(fields, role, heads, sizes.pure);
  if (role !== "parallel") return { ...none, state, caches: [state.layer] };
  const own = attentionCache(fields, { heads, latent: null }, "full", at.window);
  return { role, heads, latent: null, state, caches: [own, state.layer] };
}

function attentionCache(
  fields: Fields,
  { heads, latent }: Pick<PlannedLayer, "heads" | "latent">,
  role: LayerRole,
  window: number | null,
): CacheLayer {
  if (latent) return latent.layer;
  if (heads === null) throw missing(fields.path(...anyHeads), anyHeads);
  const { nKv, headDim, valueDim } = heads;
  return {
    kind: "heads",
    nKv,
    headDim,
    ...(valueDim === undefined ? {} : { valueDim }),
    ...(role === "windowed" && window !== null ? { windowTokens: window } : {}),
    ...(role === "chunked" && window !== null ? { chunkTokens: window } : {}),
  };
}

/** All layers, with those that share or drop their cache. */
export function planLayers(
  fields: Fields,
  layers: number,
  { roles, windowOf }: WindowedRoles,
  sizes: Sizes,
): readonly PlannedLayer[] {
  const own = blockOverrides(fields, layers);
  const cross = crossLayers(fields, layers);
  const shares = sharing(fields, layers);
  const known = new Map<string, PlannedLayer>();
  return Array.from({ length: layers }, (_, layer) => {
    const role = cross.has(layer) ? "cross" : (roles[layer] ?? "full");
    const block = own?.[layer];
    const window = block?.window ?? windowOf(layer);
    const planned = plannedLayer(fields, sizes, block?.none ? "none" : role, { layer, window });
    const caches = shares(layer)
      ? planned.caches.map((cache): CacheLayer => (isAttention(cache) ? { kind: "shared" } : cache))
      : planned.caches;
    const final = { ...planned, caches };
    // Equal layers are one object: what follows compares them quickly.
    const key = JSON.stringify(final);
    const same = known.get(key);
    if (same) return same;
    known.set(key, final);
    return final;
  });
}

const isAttention = (cache: CacheLayer): boolean =>
  cache.kind === "heads" || cache.kind === "latent";

/** Layers that attend to an encoder's output: their cache does not grow with the text. */
function crossLayers(fields: Fields, layers: number): ReadonlySet<number> {
  const list = fields.list("cross_attention_layers");
  if (list === null) return new Set();
  const inside = new Set<number>();
  for (const [at, value] of list.values.entries()) {
    if (typeof value !== "number" || !Number.isInteger(value) || value < 0) {
      throw wrongType({ field: `${list.field}[${at}]`, value }, "128");
    }
    if (value < layers) inside.add(value);
  }
  fields.notes.add("cross-attention", list.field, inside.size);
  return inside;
}

/** Layers that read an earlier one's cache: the last `num_kv_shared_layers`; all but one of each `cla_share_factor`. */
function sharing(fields: Fields, layers: number): (layer: number) => boolean {
  const last = fields.count(["num_kv_shared_layers"], { min: 0, max: layerBounds.max }) ?? 0;
  if (last > layers) {
    const field = fields.path("num_kv_shared_layers");
    throw new ConfigError("out-of-range", field, { min: 0, max: layers }, last);
  }
  const factor =
    fields.flag("use_cla") === true
      ? (positive(fields, ["cla_share_factor"], layerBounds) ?? 1)
      : 1;
  if (last > 0) {
    fields.notes.add("shared-layers", fields.path("num_kv_shared_layers"), last);
  } else if (factor > 1) {
    const shared = layers - Math.ceil(layers / factor);
    fields.notes.add("shared-layers", fields.path("cla_share_factor"), shared);
  }
  return (layer) => layer >= layers - last || layer % factor !== 0;
}

/** What `block_configs` says of one layer's attention. */
interface Block {
  readonly none: boolean;
  readonly window: number | null;
}

function blockOverrides(fields: Fields, layers: number): readonly Block[] | null {
  const list = fields.list("block_configs");
  if (list === null) return null;
  return ofLength(list, layers).map((value, at) => {
    const attention = blockAttention(fields, `${list.field}[${at}]`, value);
    if (attention === null) return { none: true, window: null };
    const none = attention.flag("no_op") === true || attention.flag("replace_with_linear") === true;
    return { none, window: positive(attention, ["window_length"], dimBounds) };
  });
}

/** Caches in layer order, equal neighbours counted. */
export function cacheGroups(layers: readonly PlannedLayer[]): readonly LayerGroup[] {
  const groups: { count: number; layer: CacheLayer; key: string }[] = [];
  let previous: PlannedLayer | null = null;
  for (const planned of layers) {
    const last = groups.at(-1);
    if (planned === previous && planned.caches.length === 1 && last) {
      last.count++;
      continue;
    }
    previous = planned;
    for (const layer of planned.caches) {
      const key = keyOf(layer);
      const before = groups.at(-1);
      if (before?.key === key) before.count++;
      else groups.push({ count: 1, layer, key });
    }
  }
  return groups.map(({ count, layer }) => ({ count, layer }));
}
