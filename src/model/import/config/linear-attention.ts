import { dimBounds, headBounds } from "./bounds.ts";
import { ConfigError } from "./config-error.ts";
import { fieldNames } from "./field-names.ts";
import type { Fields } from "./fields.ts";
import { positive } from "./head-geometry.ts";
import type { StateGeometry } from "./state-geometry.ts";

/** Fields that only RWKV has: of versions 4 to 6, and of version 7. */
export const rwkvNames = ["rescale_every", "rescale_layer", "decay_low_rank_dim"];

/** Fields of linear attention alone: RetNet, GLA, DeltaNet and their kin. */
const linearNames = ["expand_k", "expand_v", "use_short_conv"];

/** Linear attention in every layer (github.com/fla-org/flash-linear-attention, fla/models). */
export const isLinearAttention = (fields: Fields): boolean =>
  fields.has(...linearNames) && !fields.has(...fieldNames.layerTypes);

/**
 * Its relatives whose state is another: slots, an expansion ratio, shifted tokens, attention in
 * some layers.
 */
const otherNames = ["num_slots", "expand_ratio", "proj_low_rank_dim", "feature_map", "attn"];

/**
 * A state of `key` × `value` values a head in fp32, which are shares of the width times `expand_k`
 * and `expand_v`, or `head_dim` where K is as wide; with `use_short_conv` a convolution over each of
 * Q, K and V.
 * @throws ConfigError `unsupported` on those whose state is not known to be this.
 */
export function linearGeometry(fields: Fields): StateGeometry | null {
  if (!isLinearAttention(fields)) return null;
  const heads = positive(fields, ["num_heads", "num_attention_heads"], headBounds);
  const kvHeads = positive(fields, ["num_kv_heads", "num_v_heads"], headBounds);
  const other = otherNames.find((name) => fields.has(name));
  if (other !== undefined) throw new ConfigError("unsupported", fields.path(other));
  if (heads === null) throw new ConfigError("unsupported", fields.path("num_heads"));
  if (kvHeads !== null && kvHeads !== heads) {
    throw new ConfigError("unsupported", fields.path("num_kv_heads", "num_v_heads"), {}, kvHeads);
  }
  const hidden = fields.need(fieldNames.hidden, dimBounds);
  const headDim = fields.has("expand_k") ? null : positive(fields, ["head_dim"]);
  const width = (name: string): number => {
    const values = headDim === null ? hidden : headDim * heads;
    const wide = values * expansion(fields, name);
    if (Number.isInteger(wide / heads)) return wide / heads;
    throw new ConfigError("unsupported", fields.path(name), {}, wide);
  };
  const [keyDim, valueDim] = [width("expand_k"), width("expand_v")];
  const [keys, values] = [heads * keyDim, heads * valueDim];
  const kernel =
    fields.flag("use_short_conv") === true
      ? (positive(fields, ["conv_size"], { min: 0, max: 1000 }) ?? 4)
      : 0;
  fields.notes.add("state-bytes-assumed", fields.path("expand_v", "use_short_conv"), 4);
  return {
    layer: {
      ...{ kind: "state", heads, keyDim, valueDim },
      convChannels: kernel > 0 ? 2 * keys + values : 0,
      convTaps: Math.max(0, kernel - 1),
      stateElementBytes: 4,
    },
    projected: 2 * keys + 2 * values,
    outputDim: values,
    kernel,
  };
}

function expansion(fields: Fields, name: string): number {
  const found = fields.find(name);
  if (found === null) return 1;
  const { value } = found;
  if (typeof value === "number" && value > 0 && value <= 100) return value;
  throw new ConfigError("out-of-range", found.field, { min: 0, max: 100 }, value);
}
