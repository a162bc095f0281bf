import type { FeedForward } from "../../blueprint.ts";
import { dimBounds, headBounds, optional } from "./bounds.ts";
import { ConfigError } from "./config-error.ts";
import { fieldNames } from "./field-names.ts";
import { countValue, type Fields, isPlainObject, ofLength } from "./fields.ts";
import { perLayer, positive } from "./head-geometry.ts";
import { sparseLayers } from "./sparse-layers.ts";

/**
 * The feed-forward of every layer.
 * @throws ConfigError on sizes that are missing or nonsense.
 */
export function feedForwards(fields: Fields, layers: number): (layer: number) => FeedForward {
  const gated = isGated(fields);
  const bias = hasBias(fields);
  const blocks = blockSizes(fields, layers);
  if (blocks) return (layer) => ofSize(blocks(layer), gated, bias);
  const dense = denseSizes(fields, layers);
  const experts = expertsOf(fields, gated);
  const isSparse = sparseLayers(fields);
  return (layer) => (experts && isSparse(layer) ? experts : ofSize(dense(layer), gated, bias));
}

const ofSize = (intermediateSize: number, gated: boolean, bias: boolean): FeedForward =>
  intermediateSize === 0 ? { kind: "none" } : { kind: "dense", intermediateSize, gated, bias };

/** Sizes of the feed-forwards that are not experts. */
function denseSizes(fields: Fields, layers: number): (layer: number) => number {
  // Where routed experts have `intermediate_size`, the others have a name of their own.
  const names = ["intermediate_size_mlp", "dense_intermediate_size", ...fieldNames.intermediate];
  const own = fields.object("ffn_config");
  const given =
    perLayer(fields, names, layers, optional(dimBounds)) ??
    (own && perLayer(own, ["ffn_hidden_size"], layers, dimBounds));
  if (given && fields.find("block_auto_adjust_ff_dim")?.value === true) {
    return (layer) => adjusted(fields, given(layer));
  }
  if (given) return halved(fields) ? (layer) => Math.floor(given(layer) / 2) : given;
  const multiples = multiplied(fields, layers);
  if (multiples) return multiples;
  const hidden = fields.need(fieldNames.hidden, dimBounds);
  const ratio = positive(fields, ["expansion_ratio"], headBounds) ?? 4;
  fields.notes.add("feed-forward-assumed", fields.path(...fieldNames.intermediate), ratio * hidden);
  return () => ratio * hidden;
}

/** `block_auto_adjust_ff_dim`: two thirds, times a factor, rounded up to a multiple. */
function adjusted(fields: Fields, size: number): number {
  const factor = fields.find("block_ffn_dim_multiplier")?.value;
  const multiple = positive(fields, ["block_multiple_of"]) ?? 1;
  const scaled = Math.floor((2 * size) / 3) * (typeof factor === "number" ? factor : 1);
  return multiple * Math.ceil(Math.floor(scaled) / multiple);
}

/** Files with `use_logn_attn` count the gate and the input in one size. */
const halved = (fields: Fields): boolean => fields.has("use_logn_attn");

/** `ffn_multipliers` of the model's width, rounded up to `ffn_dim_divisor`. */
function multiplied(fields: Fields, layers: number): ((layer: number) => number) | null {
  const list = fields.list("ffn_multipliers");
  if (list === null) return null;
  const hidden = fields.need(fieldNames.hidden, dimBounds);
  const divisor = fields.need(["ffn_dim_divisor"], dimBounds);
  const sizes = ofLength(list, layers).map((value, at) => {
    if (typeof value !== "number" || !(value > 0 && value <= 100)) {
      throw new ConfigError("out-of-range", `${list.field}[${at}]`, { min: 0, max: 100 }, value);
    }
    const rounded = Math.max(
      divisor,
      Math.floor((hidden * value + divisor / 2) / divisor) * divisor,
    );
    return rounded < 0.9 * hidden * value ? rounded + divisor : rounded;
  });
  return (layer) => sizes[layer] ?? 0;
}

/** `block_configs`: a size, or a multiple of 2/3 of the width rounded up to 256. */
function blockSizes(fields: Fields, layers: number): ((layer: number) => number) | null {
  const list = fields.list("block_configs");
  if (list === null) return null;
  const hidden = fields.need(fieldNames.hidden, dimBounds);
  const sizes = ofLength(list, layers).map((value, at) => {
    const field = `${list.field}[${at}].ffn`;
    const own = isPlainObject(value) && Object.hasOwn(value, "ffn") ? value.ffn : null;
    if (!isPlainObject(own) || own.no_op === true) return 0;
    if (own.replace_with_linear === true) return Math.round(hidden / 3);
    if (typeof own.ffn_mult === "number" && own.ffn_mult > 0 && own.ffn_mult <= 100) {
      return Math.ceil(Math.floor((2 * own.ffn_mult * hidden) / 3) / 256) * 256;
    }
    return countValue(`${field}.intermediate_size`, own.intermediate_size, dimBounds);
  });
  return (layer) => sizes[layer] ?? 0;
}

/** Experts of a layer that has them; `null` where the model has none. */
function expertsOf(fields: Fields, gated: boolean): FeedForward | null {
  const own = fields.object("ffn_config");
  const experts =
    uniform(fields, fieldNames.experts) ?? (own && uniform(own, ["moe_num_experts"])) ?? 0;
  if (experts <= 1) return null;
  const active =
    uniform(fields, fieldNames.activeExperts) ??
    (own && uniform(own, ["moe_top_k"])) ??
    fields.need(fieldNames.activeExperts, headBounds);
  if (active > experts) {
    const field = fields.path(...fieldNames.activeExperts);
    throw new ConfigError("out-of-range", field, { min: 1, max: experts }, active);
  }
  const names = [...fieldNames.expertSize, ...fieldNames.intermediate];
  const size =
    uniform(fields, names) ??
    (own && positive(own, ["ffn_hidden_size"])) ??
    fields.need(names, dimBounds);
  const latent = latentRatio(fields, size);
  return {
    kind: "experts",
    experts,
    active,
    intermediateSize: latent.size,
    sharedSize: sharedSize(fields, size) + latent.shared,
    gated,
    bias: fields.has("swiglu_limit") && fields.flag("attention_bias") === true,
  };
}

/** A count, or a list of equal ones. */
function uniform(fields: Fields, names: readonly string[]): number | null {
  const found = fields.find(...names);
  if (!Array.isArray(found?.value)) return positive(fields, names);
  const [first] = found.value;
  const value = countValue(`${found.field}[0]`, first, optional(dimBounds));
  if (found.value.some((other) => other !== first)) {
    throw new ConfigError("unsupported", found.field, {}, found.value);
  }
  return value || null;
}

/**
 * `moe_latent_size`: experts read a narrower latent. An expert of another size over the whole width
 * has as many parameters; the projections to the latent and back count as shared.
 */
function latentRatio(fields: Fields, size: number): { size: number; shared: number } {
  const latent = positive(fields, ["moe_latent_size"]);
  if (latent === null) return { size, shared: 0 };
  const hidden = fields.need(fieldNames.hidden, dimBounds);
  return { size: Math.round((size * latent) / hidden), shared: latent };
}

function sharedSize(fields: Fields, size: number): number {
  const count = uniform(fields, fieldNames.sharedExperts);
  const own = uniform(fields, fieldNames.sharedSize);
  if (own !== null) return own;
  if (count !== null) return count * size;
  // One shared expert stands beside the routed where dense layers have their own size, and the
  // dense feed-forward beside them where a block adds experts to it.
  if (fields.has("intermediate_size_mlp")) return size;
  if (fields.flag("enable_moe_block") === true) {
    return fields.need(fieldNames.intermediate, dimBounds);
  }
  return 0;
}

/** A gate beside the input projection, by what the file says of its activation and its norm. */
function isGated(fields: Fields): boolean {
  const told = fields.flag("is_gated_act", "ffn_with_glu", "block_use_swiglu");
  if (told !== null) return told;
  const name = fields.find(...fieldNames.activation);
  const activation = typeof name?.value === "string" ? name.value.toLowerCase() : "";
  if (/glu|gated|silu|swish|gegelu/.test(activation)) return true;
  if (/relu/.test(activation)) return false;
  if (isOlderSize(fields)) {
    fields.notes.add("gating-assumed", fields.path(...fieldNames.activation), false);
    return false;
  }
  const rootMean = hasRootMeanNorm(fields);
  fields.notes.add(
    "gating-assumed",
    fields.path(...fieldNames.activation),
    rootMean || halved(fields),
  );
  return rootMean || halved(fields);
}

/** Names of the inner width in families that have no gate. */
const olderSizeNames = ["ffn_dim", "n_inner", "ffn_hidden_size", "inner_hidden_size"];

/**
 * An inner width by a name of families without a gate, or by no name, so that it is a multiple of
 * the hidden size; RMSNorm belongs to the families with one.
 */
function isOlderSize(fields: Fields): boolean {
  const lists = ["block_configs", "ffn_multipliers", ...fieldNames.experts];
  if (fields.has(...lists) || fields.object("ffn_config")?.has("ffn_hidden_size")) return false;
  const given = fields.find("intermediate_size_mlp", ...fieldNames.intermediate);
  if (given === null) return true;
  const older = olderSizeNames.some((name) => given.field.endsWith(name));
  return older && !saysRootMeanNorm(fields);
}

const layerNormNames = [
  ...["layer_norm_eps", "layer_norm_epsilon", "layernorm_epsilon", "norm_epsilon"],
  ...["layer_norm_elementwise_affine", "do_layer_norm_before"],
];

/** RMSNorm: its epsilon, or a name that says so; `null` where nothing does. */
function saysRootMeanNorm(fields: Fields): boolean | null {
  const type = fields.find("norm_type", "normalization_layer_name")?.value;
  if (typeof type === "string") return /rms/i.test(type);
  const flag = fields.find("rmsnorm")?.value;
  if (typeof flag === "boolean") return flag;
  return fields.has("rms_norm_eps") ? true : null;
}

/** The same, taken for RMSNorm where no field is of a LayerNorm. */
export function hasRootMeanNorm(fields: Fields): boolean {
  const told = saysRootMeanNorm(fields);
  if (told !== null) return told;
  return !fields.has(...layerNormNames) || fields.has("use_logn_attn", "ssm_state_size");
}

/** Biases on the feed-forward: where named, else where the norm is a LayerNorm of the older kind. */
function hasBias(fields: Fields): boolean {
  const told = fields.find("mlp_bias", "use_bias", "add_bias_linear")?.value;
  if (typeof told === "boolean") return told;
  const none = fields.find("no_bias")?.value;
  if (typeof none === "boolean") return !none;
  return olderStyle(fields);
}

/** LayerNorm and no gate, as GPT-2 and its successors; a plain `bias: false` denies the biases. */
export function olderStyle(fields: Fields): boolean {
  if (fields.find("bias")?.value === false) return false;
  return !hasRootMeanNorm(fields) && !isGated(fields);
}
