import { type Fields, fieldsOf, type Section } from "./fields.ts";

/**
 * What files of a certain shape leave out, because the class that reads them knows it. The shape is
 * told by fields that no other file has; each value taken from here is noted as assumed.
 */
export function withDefaults(fields: Fields): Fields {
  const values = { ...imageTokenDefaults(fields), ...packageDefaults(fields) };
  const path = fields.sections[0]?.path ?? "";
  const section: Section = { path, values, assumed: true };
  return fieldsOf([...fields.sections, section], fields.notes);
}

/**
 * A composite file with `mm_tokens_per_image` beside a decoder with a window saves only what
 * differs from its class
 * (github.com/huggingface/transformers, models/gemma3/configuration_gemma3.py, Gemma3TextConfig).
 */
function imageTokenDefaults(fields: Fields) {
  if (!fields.has("mm_tokens_per_image") || !fields.has("sliding_window")) return {};
  return {
    head_dim: 256,
    num_attention_heads: 8,
    num_key_value_heads: 4,
    sliding_window_pattern: 6,
    max_position_embeddings: 131_072,
    vocab_size: 262_208,
    hidden_activation: "gelu_pytorch_tanh",
    query_pre_attn_scalar: 256,
    rms_norm_eps: 1e-6,
  };
}

/** `ssm_cfg` overrides a package's defaults (github.com/state-spaces/mamba, mamba_ssm/modules). */
function packageDefaults(fields: Fields) {
  const own = fields.object("ssm_cfg");
  const width = fields.find("d_model");
  if (own === null || typeof width?.value !== "number") return {};
  const second = own.text("layer") === "Mamba2";
  const given = (name: string, fallback: number) => own.find(name)?.value ?? fallback;
  const expand = given("expand", 2);
  const common = { conv_kernel: given("d_conv", 4), expand };
  if (!second) return { ...common, state_size: given("d_state", 16) };
  const headDim = given("headdim", 64);
  const heads = Number(expand) * (width.value / Number(headDim));
  return {
    ...common,
    state_size: given("d_state", 128),
    mamba_headdim: headDim,
    mamba_n_heads: heads,
    n_groups: given("ngroups", 1),
  };
}
