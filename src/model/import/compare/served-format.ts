import { isAtLeast } from "../../engines/version.ts";
import { type ElementFormat, elementFormats, formatNamed } from "../../formats.ts";
import type { LayerGroup } from "../../layers.ts";

/** Names engines and files give the formats of `elementFormats`. */
const aliases: Readonly<Record<string, string>> = {
  float32: "fp32",
  float: "fp32",
  f32: "fp32",
  float16: "fp16",
  half: "fp16",
  f16: "fp16",
  bfloat16: "bf16",
  fp8_inc: "fp8",
  fp8_e4m3: "fp8",
  fp8_e5m2: "fp8",
  float8_e4m3fn: "fp8",
  float8_e4m3fnuz: "fp8",
  float8_e5m2: "fp8",
  fp4: "nvfp4",
  fp4_e2m1: "nvfp4",
};

/** A format and the name it has in `elementFormats`. */
export interface NamedFormat {
  readonly name: string;
  readonly format: ElementFormat;
}

/** What decides the cache's format when nobody names one. */
export interface FormatOwner {
  /** Bytes of a value as the engine loads the model: 2 for a file of 32 bits too, unless told. */
  readonly elementBytes: number;
  /** The format the model's own file fixes for its cache; `null` where it fixes none. */
  readonly kvCacheFormat: string | null;
}

/**
 * The cache's format: by its name or an engine's name for it; with `"auto"` or `null` the one the
 * model's file fixes, else the model's own type. `null` for a name that is none.
 */
export function servedFormat(name: string | null, owner: FormatOwner): NamedFormat | null {
  const auto = name === null || name === "auto";
  const wanted = auto
    ? (owner.kvCacheFormat ?? (owner.elementBytes === 4 ? "fp32" : "bf16"))
    : name;
  const known = Object.hasOwn(aliases, wanted) ? (aliases[wanted] ?? wanted) : wanted;
  const format = formatNamed(known);
  return format && { name: known, format };
}

/**
 * The same for vLLM, which to 0.11.0 packs a latent that an indexer picks from when nobody names a
 * format, and later only for fp8 (`DeepseekV32ForCausalLM.verify_and_update_config`,
 * https://github.com/vllm-project/vllm/pull/25988).
 */
export function vllmFormat(
  name: string | null,
  owner: FormatOwner & { readonly layers: readonly LayerGroup[] },
  version: string | null,
): NamedFormat | null {
  const found = servedFormat(name, owner);
  const indexer = owner.layers.some(({ layer }) => layer.kind === "latent" && layer.indexerDim);
  const auto = (name === null || name === "auto") && owner.kvCacheFormat === null;
  return auto && indexer && !isAtLeast(version, [0, 11, 1])
    ? { name: "fp8_ds_mla", format: elementFormats.fp8_ds_mla }
    : found;
}

/** Bytes of a value of that type; `null` for "auto" and for a name that is no 16 or 32 bit type. */
export function elementBytesNamed(name: string | null): 2 | 4 | null {
  if (name === null) return null;
  const known = Object.hasOwn(aliases, name) ? aliases[name] : name;
  if (known === "fp32") return 4;
  return known === "fp16" || known === "bf16" ? 2 : null;
}
