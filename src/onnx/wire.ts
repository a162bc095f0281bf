// The part of the protobuf wire format that ONNX needs: https://protobuf.dev/programming-guides/encoding/
// A message is the concatenation of its fields, so every function returns finished bytes.

export type Bytes = Uint8Array<ArrayBuffer>;

export function concat(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function varint(value: number | bigint): Bytes {
  const digits: number[] = [];
  // A negative int64 is written as its two's complement, always ten bytes.
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) digits.push(Number(rest & 127n) | 128);
  digits.push(Number(rest));
  return Uint8Array.from(digits);
}

export const integer = (field: number, value: number | bigint): Bytes =>
  concat([varint(field << 3), varint(value)]);

/** A float as the four bytes of IEEE 754. */
export function float(field: number, value: number): Bytes {
  const raw = new Uint8Array(4);
  new DataView(raw.buffer).setFloat32(0, value, true);
  return concat([varint((field << 3) | 5), raw]);
}

export const bytes = (field: number, value: Bytes): Bytes =>
  concat([varint((field << 3) | 2), varint(value.length), value]);

export const text = (field: number, value: string): Bytes =>
  bytes(field, Uint8Array.from(new TextEncoder().encode(value)));

export const message = (field: number, parts: readonly Bytes[]): Bytes =>
  bytes(field, concat(parts));

export const packedIntegers = (field: number, values: readonly number[]): Bytes =>
  message(field, values.map(varint));
