import { type Bounds, dimBounds, headBounds, optional } from "./bounds.ts";
import { ConfigError } from "./config-error.ts";
import { fieldNames } from "./field-names.ts";
import {
  countValue,
  type Fields,
  fieldsOf,
  isPlainObject,
  missing,
  ofLength,
  wrongType,
} from "./fields.ts";

/** Heads of one layer. `nHeads` is null where only K and V are told. */
export interface HeadGeometry {
  readonly nHeads: number | null;
  readonly nKv: number;
  readonly headDim: number;
  /** Head dimension of V where it differs. */
  readonly valueDim?: number;
}

/** Heads by layer: of layers that see everything, and of those with a window. */
export interface HeadsByLayer {
  full(layer: number): HeadGeometry;
  windowed(layer: number): HeadGeometry;
}

type PerLayer = (layer: number) => number;

/**
 * Reads the heads of every layer.
 * @throws ConfigError when heads or head dimension are missing or out of bounds.
 */
export function headsByLayer(fields: Fields, layers: number): HeadsByLayer {
  const heads = perLayer(fields, fieldNames.heads, layers, headBounds);
  const kvHeads = kvHeadsByLayer(fields, layers, heads);
  refuseMoreKvHeads(fields, heads, kvHeads);
  const headDim = headDimOf(fields, heads);
  const valueDim = fields.flag("use_mla") === false ? null : positive(fields, ["v_head_dim"]);
  const base = (layer: number): HeadGeometry =>
    geometry(heads?.(layer) ?? null, kvHeads(layer), headDim, valueDim);
  const wide = globalHeads(fields, base);
  return { full: wide, windowed: windowedHeads(fields, base) };
}

/**
 * One number of KV heads is no more than that of the query heads; lists may say otherwise.
 * @throws ConfigError `out-of-range` that names both fields.
 */
function refuseMoreKvHeads(fields: Fields, heads: PerLayer | null, kvHeads: PerLayer): void {
  const names = ["multi_query_group_num", ...fieldNames.kvHeads];
  const lists = [fields.find(...names)?.value, fields.find(...fieldNames.heads)?.value];
  if (heads === null || lists.some(Array.isArray) || fields.has(...kvListNames, "block_configs")) {
    return;
  }
  if (kvHeads(0) <= heads(0)) return;
  const max = `${heads(0)} (${fields.path(...fieldNames.heads)})`;
  throw new ConfigError("out-of-range", fields.path(...names), { min: 1, max }, kvHeads(0));
}

function geometry(
  nHeads: number | null,
  nKv: number,
  headDim: number,
  valueDim: number | null,
): HeadGeometry {
  const differs = valueDim !== null && valueDim !== headDim;
  return { nHeads, nKv, headDim, ...(differs ? { valueDim } : {}) };
}

/** Layers that see everything may have fewer, wider heads (`global_head_dim` and its kin). */
function globalHeads(fields: Fields, base: (layer: number) => HeadGeometry) {
  const headDim = positive(fields, ["global_head_dim"]);
  // Where K serves as V, the layers have KV heads of their own; both are still cached.
  const own = fields.flag("attention_k_eq_v") !== false;
  const nKv = own ? positive(fields, ["num_global_key_value_heads"], headBounds) : null;
  if (headDim === null && nKv === null) return base;
  return (layer: number): HeadGeometry => {
    const usual = base(layer);
    return geometry(usual.nHeads, nKv ?? usual.nKv, headDim ?? usual.headDim, null);
  };
}

/** Layers with a window may have heads of their own (`swa_…`, `attention_other_setting`). */
function windowedHeads(fields: Fields, base: (layer: number) => HeadGeometry) {
  const other = fields.object("attention_other_setting");
  const nHeads =
    positive(fields, ["swa_num_attention_heads", "num_sliding_attention_heads"], headBounds) ??
    (other && positive(other, fieldNames.heads, headBounds));
  const nKv =
    positive(fields, ["swa_num_key_value_heads"], headBounds) ??
    (other && positive(other, fieldNames.kvHeads, headBounds));
  const headDim =
    positive(fields, ["swa_head_dim"]) ?? (other && positive(other, fieldNames.headDim));
  const valueDim = positive(fields, ["swa_v_head_dim"]);
  if (nHeads === null && nKv === null && headDim === null && valueDim === null) return base;
  return (layer: number): HeadGeometry => {
    const usual = base(layer);
    return geometry(
      nHeads ?? usual.nHeads,
      nKv ?? usual.nKv,
      headDim ?? usual.headDim,
      valueDim ?? (headDim === null ? (usual.valueDim ?? null) : null),
    );
  };
}

/** A count where 0 and absent both say "none". */
export function positive(
  fields: Fields,
  names: readonly string[],
  bounds: Bounds = dimBounds,
): number | null {
  return fields.count(names, optional(bounds)) || null;
}

/** A count, or a list with one for each layer. */
export function perLayer(
  fields: Fields,
  names: readonly string[],
  layers: number,
  bounds: Bounds,
): PerLayer | null {
  const found = fields.find(...names);
  if (found === null) return null;
  if (!Array.isArray(found.value)) {
    const value = fields.need(names, bounds);
    return () => value;
  }
  const values = ofLength({ field: found.field, values: found.value }, layers).map((value, layer) =>
    countValue(`${found.field}[${layer}]`, value, bounds),
  );
  fields.notes.add("read", found.field, `[…${values.length}]`);
  return (layer) => values[layer] ?? 0;
}

const kvListNames = ["num_key_value_heads_per_layer"];

function kvHeadsByLayer(fields: Fields, layers: number, heads: PerLayer | null): PerLayer {
  const lists =
    perLayer(fields, kvListNames, layers, headBounds) ?? blockKvHeads(fields, layers, heads);
  if (lists) return lists;
  const one = oneKvHead(fields);
  if (one) return one;
  const named = groupedHeads(fields, layers);
  if (named) return named;
  if (heads === null) {
    throw missing(fields.path("num_key_value_heads"), [...fieldNames.kvHeads, ...fieldNames.heads]);
  }
  fields.notes.add("kv-heads-assumed", fields.path("num_key_value_heads"), heads(0));
  return heads;
}

/** `block_configs`: KV heads of each layer, or query heads over heads in a group. */
function blockKvHeads(fields: Fields, layers: number, heads: PerLayer | null): PerLayer | null {
  const list = fields.list("block_configs");
  if (list === null) return null;
  const counts = ofLength(list, layers).map((value, layer) => {
    const attention = blockAttention(fields, `${list.field}[${layer}]`, value);
    const own = attention && positive(attention, ["num_key_value_heads"], headBounds);
    if (own) return own;
    const group = attention && positive(attention, ["n_heads_in_group"], headBounds);
    return group && heads ? Math.max(1, Math.floor(heads(layer) / group)) : 1;
  });
  return (layer) => counts[layer] ?? 1;
}

/** The attention of one entry of `block_configs`; `null` when it has none. */
export function blockAttention(fields: Fields, path: string, value: unknown): Fields | null {
  if (!isPlainObject(value)) throw wrongType({ field: path, value }, "{…}");
  return fieldsOf([{ path: `${path}.`, values: value }], fields.notes).object("attention");
}

/**
 * `multi_query: true` is one KV head whatever `num_kv_heads` says, but where
 * `new_decoder_architecture` makes that count
 * (github.com/huggingface/transformers, models/falcon/configuration_falcon.py).
 */
function oneKvHead(fields: Fields): PerLayer | null {
  const attention = fields.object("attn_config");
  const multiQuery =
    fields.flag("multi_query") === true && fields.flag("new_decoder_architecture") !== true;
  if (!multiQuery && attention?.text("attn_type") !== "multiquery_attention") return null;
  fields.notes.add("multi-query", fields.path("multi_query"), true);
  const unused = fields.find(...fieldNames.kvHeads);
  if (unused && unused.value !== 1 && typeof unused.value === "number") {
    fields.notes.add("kv-heads-unused", unused.field, unused.value);
  }
  return () => 1;
}

function groupedHeads(fields: Fields, layers: number): PerLayer | null {
  if (fields.flag("multi_query_attention") !== false) {
    const groups = positive(fields, ["multi_query_group_num"], headBounds);
    if (groups !== null) return () => groups;
  }
  const named = perLayer(fields, fieldNames.kvHeads, layers, headBounds);
  if (named) return named;
  const attention = fields.object("attn_config");
  return attention && perLayer(attention, ["kv_n_heads"], layers, headBounds);
}

function headDimOf(fields: Fields, heads: PerLayer | null): number {
  const named = positive(fields, fieldNames.headDim);
  if (named !== null) return named;
  const nope = positive(fields, ["qk_nope_head_dim"]);
  const rope = positive(fields, ["qk_rope_head_dim"]);
  if (nope !== null && rope !== null) return nope + rope;
  const names = ["attention_hidden_size", ...fieldNames.hidden];
  const width = fields.count(names, dimBounds);
  if (width === null || heads === null) {
    const absent = [
      ...(width === null ? fieldNames.hidden : []),
      ...(heads === null ? fieldNames.heads : []),
    ];
    throw missing(fields.path(...absent.slice(0, 1)), [...fieldNames.headDim, ...absent]);
  }
  const count = heads(0);
  if (width % count !== 0) {
    throw new ConfigError("not-divisible", fields.path(...names), { heads: count }, width);
  }
  fields.notes.add("head-dim-assumed", fields.path("head_dim"), width / count, {
    hidden: width,
    heads: count,
  });
  return width / count;
}
