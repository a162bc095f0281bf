import type { GgufKeys } from "./gguf-keys.ts";
import type { GgufTensor } from "./read-gguf.ts";

/**
 * Of how many layers the last sees the whole context, where keys and tensors tell the family of
 * architectures; `null` where they do not. The periods are those llama.cpp has for files without
 * one (`load_arch_hparams` in `models/openai-moe.cpp`, `gemma2.cpp`, `cohere2.cpp`, `gemma3.cpp`,
 * `olmo2.cpp`, `exaone4.cpp`):
 * - a learned sink for each head, or capped scores: 2;
 * - scaled logits: 4;
 * - norms of Q and K, and one after the attention: 6 with a norm before it too, 4 without.
 */
export function windowPeriod(keys: GgufKeys, tensors: readonly GgufTensor[]): number | null {
  const parts = new Set(tensors.map(({ name }) => /^blk\.\d{1,5}\.(\w+)/.exec(name)?.[1] ?? ""));
  if (parts.has("attn_sinks") || keys.has("attn_logit_softcapping")) return 2;
  if (keys.has("logit_scale")) return 4;
  if (!parts.has("attn_q_norm") || !parts.has("post_attention_norm")) return null;
  return parts.has("attn_norm") ? 6 : 4;
}
