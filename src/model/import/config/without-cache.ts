import { ConfigError } from "./config-error.ts";
import { fieldNames } from "./field-names.ts";
import type { Fields } from "./fields.ts";

/**
 * Refuses what keeps no KV cache: encoders of text, pictures and sound.
 * @throws ConfigError `no-kv-cache` with the field that tells.
 */
export function refuseEncoders(fields: Fields): void {
  const refuse = (name: string): never => {
    throw new ConfigError("no-kv-cache", fields.path(name));
  };
  const writes =
    fields.flag("is_decoder") === true ||
    fields.flag("is_encoder_decoder") === true ||
    fields.has(...fieldNames.decoderLayers);
  if (writes) return;
  // Segments of a text pair: a masked language model.
  if (fields.has("type_vocab_size")) refuse("type_vocab_size");
  if (fields.has("local_attention") && fields.has("global_attn_every_n_layers")) {
    refuse("global_attn_every_n_layers");
  }
  if (fields.has("vocab_size")) return;
  if (fields.has("patch_size") && fields.has("image_size")) refuse("patch_size");
  if (fields.has("encoder_layers")) refuse("encoder_layers");
  if (fields.has("num_mel_bins")) refuse("num_mel_bins");
}

/**
 * Refuses caches that no layer kind here describes: a number would be wrong.
 * @throws ConfigError `unsupported` with the field.
 */
export function refuseUnsupported(fields: Fields): void {
  for (const name of ["compress_ratios", "mb_per_layer", "kv_reuse_group"]) {
    if (fields.has(name)) throw new ConfigError("unsupported", fields.path(name));
  }
}
