/** Codes of errors; each has a sentence in both languages beside the page. Stable names. */
export const ggufErrorCodes = [
  "not-gguf",
  "big-endian",
  "unknown-version",
  "truncated",
  "header-too-big",
  "too-many-keys",
  "too-many-tensors",
  "too-deep",
  "unknown-type",
  "name-too-long",
  "duplicate-key",
  "missing-key",
  "wrong-type",
  "out-of-range",
  "list-length",
  "not-divisible",
  "no-kv-cache",
] as const;
export type GgufErrorCode = (typeof ggufErrorCodes)[number];

/**
 * A file whose header cannot be read or gives no cache size: `code` says why, `field` where (a key,
 * or a part of the header such as `tensor_count`), `found` what stood there.
 */
export class GgufError extends Error {
  readonly code: GgufErrorCode;
  readonly field: string;
  readonly found?: string | number;

  constructor(code: GgufErrorCode, field: string, found?: string | number) {
    super([code, field, found].filter((part) => part !== undefined && part !== "").join(": "));
    this.name = "GgufError";
    this.code = code;
    this.field = field;
    if (found !== undefined) this.found = found;
  }
}
