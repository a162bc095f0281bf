import { fieldNames } from "./field-names.ts";
import type { Fields } from "./fields.ts";
import { weightBits } from "./weight-bits.ts";

/** Bytes of a value of the model's own type; 2 where the file does not say. */
export function elementBytesOf(fields: Fields): 2 | 4 {
  const name = fields.text(...fieldNames.dtype);
  const field = fields.path(...fieldNames.dtype);
  if (name === null) {
    fields.notes.add("dtype-assumed", field, 2);
    return 2;
  }
  const type = name.replace(/^torch\./, "").toLowerCase();
  if (/^(bfloat16|float16|bf16|fp16|half)$/.test(type)) {
    fields.notes.add("read", field, type);
    return 2;
  }
  if (/^(float32|fp32|float)$/.test(type)) {
    fields.notes.add("read", field, type);
    return 4;
  }
  fields.notes.add("unknown-dtype", field, name.slice(0, 40));
  return 2;
}

export interface StoredFormats {
  /** The quantization's own name for itself. */
  readonly quantization: string | null;
  /** Average bits of a weight; `null` where it is not quantized or the file does not tell. */
  readonly weightBits: number | null;
  /** The cache's format by its name in `elementFormats`, where the file fixes one. */
  readonly kvCacheFormat: string | null;
}

/** How the weights are quantized, and the format the file fixes for the cache. */
export function storedFormats(fields: Fields): StoredFormats {
  const own = fields.object("quantization_config", "compression_config", "quantization");
  if (own === null) return { quantization: null, weightBits: null, kvCacheFormat: null };
  const bits = own.find("bits")?.value;
  const method =
    own.text("quant_method", "quant_algo") ?? (typeof bits === "number" ? `${bits}-bit` : null);
  if (method !== null)
    fields.notes.add("read", own.path("quant_method", "quant_algo", "bits"), method);
  return { quantization: method, weightBits: weightBits(own), kvCacheFormat: kvFormat(own) };
}

const kvNames: Readonly<Record<string, string>> = {
  fp8: "fp8",
  fp8_e4m3: "fp8",
  float8_e4m3fn: "fp8",
  int8: "int8",
  nvfp4: "nvfp4",
};

function kvFormat(own: Fields): string | null {
  const found = own.find("kv_cache_scheme", "kv_cache_quant_algo");
  if (found === null) return null;
  const name = typeof found.value === "string" ? found.value.toLowerCase() : schemeName(own);
  const format = Object.hasOwn(kvNames, name) ? kvNames[name] : undefined;
  if (format === undefined) {
    own.notes.add("unknown-kv-format", found.field, name.slice(0, 40));
    return null;
  }
  own.notes.add("read", found.field, format);
  return format;
}

/** `{num_bits: 8, type: "float"}` and its kin. */
function schemeName(own: Fields): string {
  const scheme = own.object("kv_cache_scheme", "kv_cache_quant_algo");
  const bits = scheme?.find("num_bits")?.value;
  const type = scheme?.find("type")?.value;
  if (bits === 4 && type === "float") return "nvfp4";
  return `${type === "float" ? "fp" : String(type)}${String(bits)}`;
}
