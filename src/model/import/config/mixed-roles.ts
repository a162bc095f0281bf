import { headBounds, layerBounds } from "./bounds.ts";
import { ConfigError } from "./config-error.ts";
import { fieldNames } from "./field-names.ts";
import { countValue, type Fields } from "./fields.ts";
import { positive } from "./head-geometry.ts";
import { binaryRoles, cycled, type LayerRole } from "./layer-roles.ts";
import { isLinearAttention, rwkvNames } from "./linear-attention.ts";
import { rolesOfList } from "./window-roles.ts";

/**
 * Roles of models that mix attention with layers of another kind and tell which by a rule, `null`
 * when no field says so.
 * @throws ConfigError on a rule that does not fit the layers.
 */
export function mixedRoles(fields: Fields, layers: number): readonly LayerRole[] | null {
  return (
    binaryLists(fields, layers) ??
    numberedFromOne(fields, layers) ??
    attentionIndices(fields, layers) ??
    periodicAttention(fields, layers) ??
    recurrentBlocks(fields, layers) ??
    stateEverywhere(fields, layers)
  );
}

function binaryLists(fields: Fields, layers: number) {
  // MiniMax-Text-01: 1 is softmax attention, 0 lightning attention. MiMo-V2: 1 is a window.
  const kinds = fields.list("attn_type_list");
  if (kinds) return binaryRoles(kinds, layers, ["linear", "full"]);
  const windows = fields.list("hybrid_layer_pattern");
  return windows && binaryRoles(windows, layers, ["full", "windowed"]);
}

/** `linear_attn_config` numbers its layers from 1. */
function numberedFromOne(fields: Fields, layers: number) {
  const own = fields.object("linear_attn_config");
  const full = own?.list("full_attn_layers");
  const linear = own?.list("kda_layers");
  if (full) {
    return rolesOfList(full, { layers, first: 1, inside: "full", outside: "linear" });
  }
  return linear
    ? rolesOfList(linear, { layers, first: 1, inside: "linear", outside: "full" })
    : null;
}

/** Indices of the layers with attention; the others are what the file has a state for. */
function attentionIndices(fields: Fields, layers: number) {
  const outside = otherRole(fields);
  const list = fields.list("attn_layer_indices", "full_attn_idxs", "attn_layer_idx");
  if (list && (list.values.length > 0 || outside !== "full")) {
    return rolesOfList(list, { layers, first: 0, inside: "full", outside });
  }
  const both = fields.list("hybrid_layer_ids");
  return both && rolesOfList(both, { layers, first: 0, inside: "parallel", outside: "mamba" });
}

function otherRole(fields: Fields): LayerRole {
  if (fields.has("conv_L_cache", "conv_l_cache")) return "conv";
  if (fields.has(...fieldNames.stateSize, "ssm_cfg")) return "mamba";
  return fields.has("linear_num_value_heads", "linear_attn_config") ? "linear" : "full";
}

function periodicAttention(fields: Fields, layers: number): readonly LayerRole[] | null {
  const period = positive(fields, ["attn_layer_period"], layerBounds);
  if (period !== null) {
    const offset = fields.count(["attn_layer_offset"], { min: 0, max: layerBounds.max }) ?? 0;
    const outside = otherRole(fields);
    return each(layers, (layer) => (layer % period === offset ? "full" : outside));
  }
  const interval = positive(fields, ["full_attention_interval"], layerBounds);
  if (interval !== null) {
    return each(layers, (layer) => ((layer + 1) % interval === 0 ? "full" : "linear"));
  }
  const size = positive(fields, ["layer_group_size"], layerBounds);
  if (size === null) return null;
  // The layers after the last whole group attend too (Ring-linear, modeling_bailing_moe_linear.py).
  const whole = Math.floor(layers / size) * size;
  return each(layers, (layer) => ((layer + 1) % size === 0 || layer >= whole ? "full" : "linear"));
}

function recurrentBlocks(fields: Fields, layers: number): readonly LayerRole[] | null {
  const list = fields.list("block_types", "_block_types");
  if (list === null) return null;
  const roles = list.values.map((value, at): LayerRole => {
    if (value === "recurrent") return "recurrent";
    if (value === "attention") return fields.has(...fieldNames.window) ? "windowed" : "full";
    throw new ConfigError("unknown-layer-type", `${list.field}[${at}]`, {}, value);
  });
  return cycled(roles, layers, list.field);
}

/** A state but no rule where attention is: all layers have both, or there is no attention at all. */
function stateEverywhere(fields: Fields, layers: number): readonly LayerRole[] | null {
  if (isPureState(fields)) return each(layers, () => "mamba");
  const field = fields.find(...fieldNames.stateHeads);
  if (field === null || !fields.has("mamba_d_ssm", ...fieldNames.stateSize)) return null;
  countValue(field.field, field.value, headBounds);
  if (!fields.has("mamba_d_ssm")) fields.notes.add("parallel-mixers-assumed", field.field);
  return each(layers, () => "parallel");
}

/**
 * States and no attention: RWKV and linear attention by fields that nothing else has, whatever
 * heads they name; Mamba and Mamba-2 by a state size and nothing of attention.
 */
export function isPureState(fields: Fields): boolean {
  if (fields.has(...rwkvNames) || isLinearAttention(fields)) return true;
  const attention = [...fieldNames.heads, ...fieldNames.kvHeads].filter(
    (name) => name !== "num_heads",
  );
  if (fields.has(...attention)) return false;
  return (
    fields.has("ssm_cfg") ||
    (fields.has(...fieldNames.stateSize) && fields.has(...fieldNames.stateConv))
  );
}

function each(layers: number, role: (layer: number) => LayerRole): readonly LayerRole[] {
  return Array.from({ length: layers }, (_, layer) => role(layer));
}
