/**
 * How a row of float32 numbers becomes bytes and numbers again: the K or V of one token in one head, or
 * one channel over a group of tokens.
 */
export interface RowCodec {
  /**
   * Bytes of a row of `values` numbers.
   * @throws RangeError where the format has no such rows
   */
  rowBytes(values: number): number;
  /**
   * @param into [rowBytes(row.length)], all 0
   * @throws RangeError for a number that the format cannot hold
   */
  encode(row: Float32Array, into: Uint8Array): void;
  /** @param into [values of the row] */
  decode(bytes: Uint8Array, into: Float32Array): void;
  /** Scales of the row's groups, in their order, as they are stored; absent where there are none. */
  scales?(bytes: Uint8Array, values: number): Float32Array;
}

/** A codec that tells what its codes stand for. */
export interface LevelledRowCodec extends RowCodec {
  /** Every number that could have been stored at a place of the row, ascending, each once. */
  levels(bytes: Uint8Array, values: number, place: number): Float32Array;
}

/** @throws RangeError for NaN and infinity, which would take a whole group's scale with them */
export function requireFinite(row: Float32Array): void {
  const at = row.findIndex((value) => !Number.isFinite(value));
  if (at !== -1) {
    throw new RangeError(`value ${at} is ${row[at]}: a scale is shared, and needs finite numbers`);
  }
}

/** The nearest integer, ties to the even one. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return rest < 0.5 ? floor : floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
