import type { GgufCursor } from "./gguf-cursor.ts";
import { GgufError } from "./gguf-error.ts";
import { utf8 } from "./utf8.ts";

/** A list in a header: its values where they are few and not text, else null. */
export interface GgufList {
  readonly length: number;
  readonly values: readonly (number | boolean)[] | null;
}

/** A value of a header; null for text that is longer than anybody needs. */
export type GgufValue = number | boolean | string | null | GgufList;

export const ggufTypes = {
  uint8: 0,
  int8: 1,
  uint16: 2,
  int16: 3,
  uint32: 4,
  int32: 5,
  float32: 6,
  bool: 7,
  string: 8,
  array: 9,
  uint64: 10,
  int64: 11,
  float64: 12,
} as const;

const typeBytes: readonly number[] = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];

/** Longest text and list that are kept; longer ones are skipped. */
const keptText = 1024;
const keptList = 2 ** 14;
/** Elements of lists that are kept in all. */
const keptElements = 2 ** 20;
/** Lists in all, those in lists included. */
const maxLists = 2 ** 17;
/** Lists in lists; llama.cpp itself reads none. */
const deepest = 4;

/** Reads a value after its type. `wide` is false in version 1, whose lengths have 32 bits. */
export interface GgufValues {
  value(type: number, field: string): Promise<GgufValue>;
  text(field: string, longest: number): Promise<string | null>;
  length(field: string): Promise<number>;
}

export function ggufValues(cursor: GgufCursor, wide: boolean): GgufValues {
  let kept = 0;
  let lists = 0;
  const lengthBytes = wide ? 8 : 4;
  const takeLength = (field: string): number => {
    const value = wide ? cursor.u64() : BigInt(cursor.u32());
    // What is longer than the file is a fault however large the number.
    if (value > BigInt(cursor.left)) throw new GgufError("truncated", field, String(value));
    return Number(value);
  };

  async function length(field: string): Promise<number> {
    await cursor.need(lengthBytes, field);
    return takeLength(field);
  }

  async function text(field: string, longest: number): Promise<string | null> {
    const bytes = await length(field);
    if (bytes > longest) {
      cursor.skip(bytes, field);
      return null;
    }
    await cursor.need(bytes, field);
    const { view, at } = cursor;
    cursor.move(bytes);
    return utf8(new Uint8Array(view.buffer, view.byteOffset + at, bytes));
  }

  async function list(field: string, depth: number): Promise<GgufList> {
    if (depth > deepest) throw new GgufError("too-deep", field, deepest);
    if (++lists > maxLists) throw new GgufError("header-too-big", field, maxLists);
    await cursor.need(4 + lengthBytes, field);
    const type = cursor.u32();
    const count = takeLength(field);
    if (type === ggufTypes.array) {
      for (let i = 0; i < count; i++) await list(field, depth + 1);
      return { length: count, values: null };
    }
    if (type === ggufTypes.string) {
      for (let i = 0; i < count; i++) {
        if (!cursor.has(lengthBytes)) await cursor.need(lengthBytes, field);
        cursor.skip(takeLength(field), field);
      }
      return { length: count, values: null };
    }
    const each = bytesOf(type, field);
    if (count > keptList || kept + count > keptElements) {
      cursor.skip(count * each, field);
      return { length: count, values: null };
    }
    kept += count;
    await cursor.need(count * each, field);
    const values = Array.from({ length: count }, () => scalar(cursor, type, each));
    return { length: count, values };
  }

  return {
    length,
    text,
    value: async (type, field) => {
      if (type === ggufTypes.array) return list(field, 1);
      if (type === ggufTypes.string) return text(field, keptText);
      const bytes = bytesOf(type, field);
      await cursor.need(bytes, field);
      return scalar(cursor, type, bytes);
    },
  };
}

function bytesOf(type: number, field: string): number {
  const bytes = typeBytes[type];
  if (!bytes) throw new GgufError("unknown-type", field, type);
  return bytes;
}

/** Integers past 2^53 come out rounded: no count is that large. */
function scalar(cursor: GgufCursor, type: number, bytes: number): number | boolean {
  const { view, at } = cursor;
  cursor.move(bytes);
  switch (type) {
    case ggufTypes.uint8:
      return view.getUint8(at);
    case ggufTypes.int8:
      return view.getInt8(at);
    case ggufTypes.uint16:
      return view.getUint16(at, true);
    case ggufTypes.int16:
      return view.getInt16(at, true);
    case ggufTypes.uint32:
      return view.getUint32(at, true);
    case ggufTypes.int32:
      return view.getInt32(at, true);
    case ggufTypes.float32:
      return view.getFloat32(at, true);
    case ggufTypes.bool:
      return view.getUint8(at) !== 0;
    case ggufTypes.uint64:
      return Number(view.getBigUint64(at, true));
    case ggufTypes.int64:
      return Number(view.getBigInt64(at, true));
    default:
      return view.getFloat64(at, true);
  }
}
