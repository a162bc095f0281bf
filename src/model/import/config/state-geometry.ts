import type { StateLayer } from "../../layers.ts";
import { dimBounds, headBounds, layerBounds } from "./bounds.ts";
import { ConfigError } from "./config-error.ts";
import { fieldNames } from "./field-names.ts";
import type { Fields } from "./fields.ts";
import { type HeadGeometry, positive } from "./head-geometry.ts";
import { rwkvNames } from "./linear-attention.ts";

/**
 * A layer with a state of fixed size, with the columns of its projections: `projected` from the
 * hidden size, `outputDim` back to it; `kernel` inputs under the convolution.
 */
export interface StateGeometry {
  readonly layer: StateLayer;
  readonly projected: number;
  readonly outputDim: number;
  readonly kernel: number;
}

/** A state layer from its numbers; Mamba and its kin keep the convolution's last kernel − 1 inputs. */
function stateLayer(
  [heads, keyDim, valueDim]: readonly [number, number, number],
  convChannels: number,
  kernel: number,
  more: Partial<StateLayer> = {},
): StateLayer {
  const convTaps = Math.max(0, kernel - 1);
  return { kind: "state", heads, keyDim, valueDim, convChannels, convTaps, ...more };
}

const kernelBounds = { min: 0, max: 1_000 };

/**
 * Bytes of a state value where the file fixes them (`mamba_ssm_dtype`, `mamba_ssm_cache_dtype`).
 */
function stateElement(fields: Fields): { stateElementBytes?: number } {
  const name = fields.text("mamba_ssm_dtype", "mamba_ssm_cache_dtype") ?? "auto";
  if (name === "auto") return {};
  return { stateElementBytes: /32/.test(name) ? 4 : 2 };
}

/**
 * Gated DeltaNet from `linear_num_value_heads` and its kin
 * (github.com/vllm-project/vllm, model_executor/layers/mamba/mamba_utils.py, gated_delta_net_state_shape).
 */
export function deltaGeometry(fields: Fields): StateGeometry | null {
  const heads = positive(fields, ["linear_num_value_heads"], headBounds);
  if (heads === null) return null;
  const keyHeads = fields.need(["linear_num_key_heads"], headBounds);
  const keyDim = fields.need(["linear_key_head_dim"], dimBounds);
  const valueDim = fields.need(["linear_value_head_dim"], dimBounds);
  const kernel = fields.need(["linear_conv_kernel_dim"], kernelBounds);
  const keys = keyHeads * keyDim;
  const values = heads * valueDim;
  const sizes = [heads, keyDim, valueDim] as const;
  const layer = stateLayer(sizes, 2 * keys + values, kernel, stateElement(fields));
  // Q, K, V and the gate z; a decay and a rate for each head.
  return { layer, projected: 2 * keys + 2 * values + 2 * heads, outputDim: values, kernel };
}

/**
 * Kimi Delta Attention from `linear_attn_config`: a square state a head in fp32, convolutions over
 * Q, K and V (same file, kda_state_shape and kda_state_dtype).
 */
export function kdaGeometry(fields: Fields): StateGeometry | null {
  const own = fields.object("linear_attn_config");
  if (own === null) return null;
  const heads = own.need(["num_heads"], headBounds);
  const dim = own.need(["head_dim"], dimBounds);
  const kernel = own.need(["short_conv_kernel_size"], kernelBounds);
  const width = heads * dim;
  const bytes = stateElement(fields);
  if (bytes.stateElementBytes === undefined) {
    fields.notes.add("state-bytes-assumed", own.path("num_heads"), 4);
  }
  const layer = stateLayer([heads, dim, dim], 3 * width, kernel, {
    stateElementBytes: bytes.stateElementBytes ?? 4,
  });
  // Q, K, V; a rate a head; the decay and the gate go through a rank of one head dimension.
  const hidden = positive(fields, fieldNames.hidden);
  const ranks = hidden === null ? 0 : 2 * dim + Math.round((2 * dim * width) / hidden);
  return { layer, projected: 3 * width + heads + ranks, outputDim: width, kernel };
}

/** Mamba-2 from heads, head dimension and state size; Mamba from an inner width and a state size. */
export function mambaGeometry(fields: Fields, pure: boolean): StateGeometry | null {
  const state = positive(fields, fieldNames.stateSize);
  if (state === null) return null;
  const heads = positive(
    fields,
    pure ? [...fieldNames.stateHeads, "num_heads"] : fieldNames.stateHeads,
    dimBounds,
  );
  const kernel = fields.need(fieldNames.stateConv, kernelBounds);
  const inner = innerWidth(fields, heads, pure);
  const bytes = stateElement(fields);
  if (heads === null) {
    const hidden = fields.need(fieldNames.hidden, dimBounds);
    const steps = positive(fields, ["mamba_dt_rank", "time_step_rank"]) ?? Math.ceil(hidden / 16);
    const layer = stateLayer([inner, state, 1], inner, kernel, bytes);
    // The step's rank, B and C are projected from the inner width, the steps back to it.
    const small = Math.round((inner * (2 * steps + 2 * state)) / hidden);
    return { layer, projected: 2 * inner + small, outputDim: inner, kernel };
  }
  const groups = positive(fields, fieldNames.stateGroups, headBounds) ?? 1;
  const layer = stateLayer([heads, state, inner / heads], inner, kernel, {
    convGroups: groups,
    groupChannels: 2 * state,
    ...bytes,
  });
  return { layer, projected: 2 * inner + 2 * groups * state + heads, outputDim: inner, kernel };
}

function innerWidth(fields: Fields, heads: number | null, pure: boolean): number {
  const names = pure ? [...fieldNames.stateHeadDim, "head_dim"] : fieldNames.stateHeadDim;
  const written = fields.find(...names);
  if (heads !== null && written !== null && written.value !== "auto") {
    return heads * fields.need(names, dimBounds);
  }
  const named = pure ? ["d_inner", "intermediate_size"] : ["mamba_d_ssm", "mamba_d_inner"];
  const width = positive(fields, named);
  const hidden = fields.need(fieldNames.hidden, dimBounds);
  const inner = width ?? hidden * fields.need(fieldNames.stateExpand, { min: 1, max: 100 });
  if (heads !== null && inner % heads !== 0) {
    throw new ConfigError("not-divisible", fields.path(...fieldNames.hidden), { heads }, inner);
  }
  return inner;
}

/** Lightning attention and its kin: a square state a query head, no convolution. */
export function lightningGeometry(fields: Fields, heads: HeadGeometry): StateGeometry | null {
  if (heads.nHeads === null) return null;
  fields.notes.add("state-form-assumed", fields.path(...fieldNames.heads), heads.nHeads, {
    dim: heads.headDim,
  });
  const width = heads.nHeads * heads.headDim;
  const sizes = [heads.nHeads, heads.headDim, heads.headDim] as const;
  const layer = stateLayer(sizes, 0, 0, stateElement(fields));
  return { layer, projected: 4 * width, outputDim: width, kernel: 0 };
}

/** A short convolution and no further state (`conv_L_cache`). */
export function convGeometry(fields: Fields): StateGeometry | null {
  const kernel = positive(fields, ["conv_L_cache", "conv_l_cache"], kernelBounds);
  if (kernel === null) return null;
  const channels = fields.need(["conv_dim", ...fieldNames.hidden], dimBounds);
  const layer = stateLayer([0, 0, 0], channels, kernel);
  return { layer, projected: 3 * channels, outputDim: channels, kernel };
}

/** A gated linear recurrence (`lru_width`): one fp32 value a channel. */
export function recurrenceGeometry(fields: Fields): StateGeometry | null {
  const width = positive(fields, ["lru_width", ...fieldNames.hidden]);
  const kernel = positive(fields, ["conv1d_width"], kernelBounds);
  if (width === null || kernel === null) return null;
  fields.notes.add("state-bytes-assumed", fields.path("lru_width", ...fieldNames.hidden), 4);
  const layer = stateLayer([width, 1, 1], width, kernel, { stateElementBytes: 4 });
  const blocks = positive(fields, fieldNames.heads, layerBounds) ?? 1;
  // Two branches in; two gates, each a matrix of width / blocks for every block.
  return {
    layer,
    projected: 2 * width + Math.round((2 * width) / blocks),
    outputDim: width,
    kernel,
  };
}

/**
 * RWKV: three fp32 values a channel in version 4, from version 5 a square matrix a head of
 * `head_size` (`head_dim` in version 7); and the last input of both halves of the layer
 * (github.com/huggingface/transformers, models/rwkv/modeling_rwkv.py;
 * github.com/fla-org/flash-linear-attention, fla/layers/rwkv7.py).
 * @throws ConfigError `unsupported` where heads are named and their size is not.
 */
export function rwkvGeometry(fields: Fields): StateGeometry | null {
  const width = positive(fields, ["attention_hidden_size", ...fieldNames.hidden]);
  if (width === null || !fields.has(...rwkvNames)) return null;
  const square = positive(fields, ["head_size", "head_dim"]);
  if (square === null && fields.has("decay_low_rank_dim", ...fieldNames.heads)) {
    throw new ConfigError("unsupported", fields.path("head_size"));
  }
  if (fields.has("attn")) throw new ConfigError("unsupported", fields.path("attn"));
  if (square !== null && width % square !== 0) {
    const field = fields.path("head_size", "head_dim");
    throw new ConfigError("not-divisible", field, { heads: square }, width);
  }
  const channels = fields.need(fieldNames.hidden, dimBounds);
  fields.notes.add("state-bytes-assumed", fields.path(...rwkvNames), 4);
  const sizes =
    square === null ? ([width, 3, 1] as const) : ([width / square, square, square] as const);
  const layer = stateLayer(sizes, channels, 3, { stateElementBytes: 4 });
  return { layer, projected: 3 * width, outputDim: width, kernel: 0 };
}
