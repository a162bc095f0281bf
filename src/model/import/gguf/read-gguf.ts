import { ggufCursor, type ReadBytes } from "./gguf-cursor.ts";
import { GgufError } from "./gguf-error.ts";
import { type GgufValue, type GgufValues, ggufValues } from "./gguf-values.ts";

/** A tensor as the header lists it. */
export interface GgufTensor {
  readonly name: string;
  /** Values along each dimension, the innermost first. */
  readonly dims: readonly number[];
}

/** The header of a GGUF file. Long texts and lists are not kept. */
export interface GgufHeader {
  readonly version: number;
  readonly values: ReadonlyMap<string, GgufValue>;
  readonly tensors: readonly GgufTensor[];
}

/** Far more than any file has. */
const maxKeys = 2 ** 16;
const maxTensors = 2 ** 17;
/** `GGML_MAX_DIMS`. */
const maxDims = 4;
/** Bytes; the format allows keys of 65,535. */
const longestName = 1024;

const magic = [0x47, 0x47, 0x55, 0x46];
const newestVersion = 3;

/**
 * Reads the header of a GGUF file, versions 1 to 3, little-endian, from its start in growing
 * chunks. Vocabularies are walked over and not kept: memory stays small, and at most 256 MiB are
 * read. Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 * @param size bytes of the file
 * @throws GgufError on a file that is none, is cut off, or asks for more than a header can be.
 */
export async function readGguf(read: ReadBytes, size: number): Promise<GgufHeader> {
  const cursor = ggufCursor(read, size);
  await cursor.need(Math.min(size, 4), "magic");
  if (size < 4 || magic.some((byte) => cursor.u8() !== byte)) {
    throw new GgufError("not-gguf", "magic");
  }
  await cursor.need(4, "version");
  const version = cursor.u32();
  // A version is small: where its low half is empty, the bytes stand the other way round.
  if (version !== 0 && version % 2 ** 16 === 0) throw new GgufError("big-endian", "version");
  if (version < 1 || version > newestVersion) {
    throw new GgufError("unknown-version", "version", version);
  }
  const reader = ggufValues(cursor, version > 1);
  const tensorCount = await reader.length("tensor_count");
  const keyCount = await reader.length("metadata_kv_count");
  if (keyCount > maxKeys) throw new GgufError("too-many-keys", "metadata_kv_count", keyCount);
  if (tensorCount > maxTensors) {
    throw new GgufError("too-many-tensors", "tensor_count", tensorCount);
  }
  const values = new Map<string, GgufValue>();
  for (let i = 0; i < keyCount; i++) {
    const key = await name(reader, `metadata_kv[${i}]`);
    if (values.has(key)) throw new GgufError("duplicate-key", key);
    await cursor.need(4, key);
    values.set(key, await reader.value(cursor.u32(), key));
  }
  const tensors: GgufTensor[] = [];
  for (let i = 0; i < tensorCount; i++) {
    const tensor = await name(reader, `tensor[${i}]`);
    await cursor.need(4, tensor);
    const count = cursor.u32();
    if (count > maxDims) throw new GgufError("out-of-range", tensor, count);
    const each = version > 1 ? 8 : 4;
    // The dimensions, then the type (4 bytes) and the offset (8 bytes).
    await cursor.need(count * each + 12, tensor);
    const dims = Array.from({ length: count }, () =>
      each === 8 ? Number(cursor.u64()) : cursor.u32(),
    );
    cursor.move(12);
    tensors.push({ name: tensor, dims });
  }
  return { version, values, tensors };
}

async function name(reader: GgufValues, field: string): Promise<string> {
  const text = await reader.text(field, longestName);
  if (text === null) throw new GgufError("name-too-long", field, longestName);
  return text;
}
