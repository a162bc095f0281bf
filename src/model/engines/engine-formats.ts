import type { FormatName } from "../formats.ts";
import type { LayerGroup } from "../layers.ts";
import type { EngineName } from "./engine.ts";

/**
 * Formats an engine can keep its cache in, besides "auto"; `null` for one that takes any. Not those
 * that this core has no name for. Sources: vLLM `config/cache.py` (`CacheDType`), SGLang
 * `server_args.py` (`--kv-cache-dtype`, whose fp4_e2m1 has a scale for 16 values, as `nvfp4`).
 */
const formats: Readonly<Record<Exclude<EngineName, "llama.cpp">, readonly FormatName[] | null>> = {
  vllm: [
    "bf16",
    "fp16",
    "fp32",
    "fp8",
    "fp8_ds_mla",
    "fp8_per_token_head",
    "int8_per_token_head",
    "nvfp4",
  ],
  sglang: ["bf16", "fp16", "fp8", "nvfp4"],
  ideal: null,
};

/** What an engine has for these layers: `fp8_ds_mla` packs a latent and nothing else. */
export function engineFormats(
  engine: Exclude<EngineName, "llama.cpp">,
  layers: readonly LayerGroup[],
): readonly FormatName[] | null {
  const latent = layers.some(({ layer }) => layer.kind === "latent");
  return formats[engine]?.filter((name) => latent || name !== "fp8_ds_mla") ?? null;
}
