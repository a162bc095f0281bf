/** A value with the type it is written in. */
export type Written =
  | { readonly type: keyof typeof codes; readonly value: number | bigint | boolean | string }
  | { readonly type: "array"; readonly of: keyof typeof codes; readonly values: readonly Plain[] }
  | { readonly type: "lists"; readonly lists: readonly (readonly number[])[] };
type Plain = number | bigint | boolean | string;

const codes = {
  uint8: 0,
  int8: 1,
  uint16: 2,
  int16: 3,
  uint32: 4,
  int32: 5,
  float32: 6,
  bool: 7,
  string: 8,
  uint64: 10,
  int64: 11,
  float64: 12,
} as const;
const arrayCode = 9;

export const u32 = (value: number): Written => ({ type: "uint32", value });
export const text = (value: string): Written => ({ type: "string", value });
export const u32s = (values: readonly number[]): Written => ({
  type: "array",
  of: "uint32",
  values,
});
export const bools = (values: readonly boolean[]): Written => ({
  type: "array",
  of: "bool",
  values,
});

export interface GgufFile {
  readonly version?: number;
  readonly values?: Readonly<Record<string, Written>>;
  readonly tensors?: readonly { readonly name: string; readonly dims: readonly number[] }[];
  /** Counts to write instead of the true ones. */
  readonly keyCount?: bigint;
  readonly tensorCount?: bigint;
}

/** The bytes of a file's header, written from the format's description. */
export function ggufBytes(file: GgufFile): Uint8Array {
  const { version = 3, values = {}, tensors = [] } = file;
  const bytes: number[] = [];
  const put = (size: number, write: (view: DataView) => void) => {
    const view = new DataView(new ArrayBuffer(size));
    write(view);
    bytes.push(...new Uint8Array(view.buffer));
  };
  const int = (value: number) => put(4, (view) => view.setUint32(0, value, true));
  const long = (value: bigint) =>
    version === 1
      ? int(Number(value))
      : put(8, (view) => view.setBigUint64(0, BigInt.asUintN(64, value), true));
  const string = (value: string) => {
    const encoded = new TextEncoder().encode(value);
    long(BigInt(encoded.length));
    for (const byte of encoded) bytes.push(byte);
  };
  const scalar = (type: keyof typeof codes, value: Plain) => {
    const number = Number(value);
    switch (type) {
      case "string":
        return string(String(value));
      case "uint8":
      case "int8":
      case "bool":
        return bytes.push(number & 0xff);
      case "uint16":
      case "int16":
        return put(2, (view) => view.setInt16(0, number, true));
      case "uint32":
      case "int32":
        return put(4, (view) => view.setInt32(0, number, true));
      case "float32":
        return put(4, (view) => view.setFloat32(0, number, true));
      case "float64":
        return put(8, (view) => view.setFloat64(0, number, true));
      default:
        return put(8, (view) => view.setBigInt64(0, BigInt.asIntN(64, BigInt(value)), true));
    }
  };
  bytes.push(...new TextEncoder().encode("GGUF"));
  int(version);
  long(file.tensorCount ?? BigInt(tensors.length));
  long(file.keyCount ?? BigInt(Object.keys(values).length));
  for (const [key, written] of Object.entries(values)) {
    string(key);
    if (written.type === "array") {
      int(arrayCode);
      int(codes[written.of]);
      long(BigInt(written.values.length));
      for (const value of written.values) scalar(written.of, value);
    } else if (written.type === "lists") {
      int(arrayCode);
      int(arrayCode);
      long(BigInt(written.lists.length));
      for (const list of written.lists) {
        int(codes.uint32);
        long(BigInt(list.length));
        for (const value of list) scalar("uint32", value);
      }
    } else {
      int(codes[written.type]);
      scalar(written.type, written.value);
    }
  }
  for (const { name, dims } of tensors) {
    string(name);
    int(dims.length);
    for (const dim of dims) long(BigInt(dim));
    int(0);
    put(8, (view) => view.setBigUint64(0, 0n, true));
  }
  return Uint8Array.from(bytes);
}

/** Reads from bytes in memory, counting what was asked for. */
export function readerOf(bytes: Uint8Array): {
  read: (offset: number, length: number) => Promise<Uint8Array>;
  asked: () => number;
} {
  let asked = 0;
  return {
    read: async (offset, length) => {
      asked += length;
      return bytes.subarray(offset, offset + length);
    },
    asked: () => asked,
  };
}
