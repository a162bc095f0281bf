import type { Mixer } from "../../blueprint.ts";
import { olderStyle } from "./feed-forward.ts";
import { fieldNames } from "./field-names.ts";
import { type Fields, missing } from "./fields.ts";
import type { PlannedLayer } from "./layer-plan.ts";

/** Habits of the attention that the sizes do not tell. */
export interface MixerHabits {
  readonly qkvBias: boolean;
  readonly outputBias: boolean;
  readonly outputGate: boolean;
  readonly qkNorm: boolean;
  readonly sinks: boolean;
}

/** Biases, gates and norms of the attention, by the fields that tell or imply them. */
export function mixerHabits(fields: Fields): MixerHabits {
  const flag = (...names: readonly string[]): boolean | null => {
    const value = fields.find(...names)?.value;
    return typeof value === "boolean" ? value : null;
  };
  const older = olderStyle(fields);
  const attention = flag("attention_bias", "qkv_bias", "use_qkv_bias", "add_qkv_bias");
  // Files with `max_window_layers` and no `attention_bias` come from a class that has biases on
  // Q, K and V (Qwen2); with it, from one that norms Q and K (Qwen3).
  const windowed = fields.has("max_window_layers");
  const olderQwen = fields.has("use_logn_attn");
  const both = attention === null && flag("use_bias", "add_bias_linear") !== null;
  const common = both ? flag("use_bias", "add_bias_linear") === true : older;
  return {
    qkvBias: attention ?? (olderQwen || (windowed && !fields.has("head_dim")) || common),
    outputBias: fields.has("attention_bias") ? attention === true : common,
    outputGate: flag("attn_output_gate") ?? fields.has("linear_num_value_heads"),
    qkNorm:
      flag("use_qk_norm", "qk_layernorm", "normalize_qk_projections") ??
      ((windowed && fields.has("attention_bias", "head_dim")) ||
        (fields.has("query_pre_attn_scalar") && !capped(fields)) ||
        fields.has("linear_num_value_heads")),
    sinks: fields.has("swiglu_limit"),
  };
}

const capped = (fields: Fields): boolean =>
  typeof fields.find("attn_logit_softcapping")?.value === "number";

/** Mixers of a layer, one, or two where attention and a state stand side by side. */
export function mixersOf(
  fields: Fields,
  planned: PlannedLayer,
  habits: MixerHabits,
): readonly Mixer[] {
  const mixers: Mixer[] = [];
  if (planned.latent) mixers.push(latentMixer(fields, planned));
  else if (planned.heads) mixers.push(headsMixer(fields, planned, habits));
  if (planned.state) {
    const { layer, projected, outputDim, kernel } = planned.state;
    mixers.push({
      kind: "state",
      projected,
      outputDim,
      // The groups' channels are convolved too.
      convChannels: layer.convChannels + (layer.convGroups ?? 0) * (layer.groupChannels ?? 0),
      convTaps: kernel,
      stateValues: layer.heads * layer.keyDim * layer.valueDim,
    });
  }
  return mixers;
}

function headsMixer(fields: Fields, { heads }: PlannedLayer, habits: MixerHabits): Mixer {
  if (heads === null) return { kind: "none" };
  const { nHeads, nKv, headDim, valueDim = headDim } = heads;
  if (nHeads === null) throw missing(fields.path(...fieldNames.heads), fieldNames.heads);
  const { sinks, ...rest } = habits;
  return { kind: "heads", nHeads, nKv, headDim, valueDim, ...rest, ...(sinks ? { sinks } : {}) };
}

function latentMixer(fields: Fields, { latent, heads }: PlannedLayer): Mixer {
  const nHeads = heads?.nHeads ?? null;
  if (nHeads === null) throw missing(fields.path(...fieldNames.heads), fieldNames.heads);
  if (!latent?.nopeDim) throw missing(fields.path("qk_nope_head_dim"), ["qk_nope_head_dim"]);
  if (!latent.valueDim) throw missing(fields.path("v_head_dim"), ["v_head_dim"]);
  return {
    kind: "latent",
    nHeads,
    qRank: latent.qRank,
    kvRank: latent.layer.latentDim,
    nopeDim: latent.nopeDim,
    ropeDim: latent.layer.ropeDim,
    valueDim: latent.valueDim,
    ...(latent.indexer ? { indexer: latent.indexer } : {}),
  };
}
