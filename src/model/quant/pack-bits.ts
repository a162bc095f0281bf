/**
 * Puts unsigned integers of `bits` bits one after the other, the first in the lowest bits of the first
 * byte. Bits of `into` that they take must be 0.
 */
export function packBits(codes: ArrayLike<number>, bits: number, into: Uint8Array): void {
  for (let i = 0; i < codes.length; i++) {
    const at = i * bits;
    const shifted = (codes[i] as number) << (at & 7);
    const byte = at >>> 3;
    into[byte] = (into[byte] as number) | shifted;
    if ((at & 7) + bits > 8) into[byte + 1] = shifted >>> 8;
  }
}

/** Takes them apart again. */
export function unpackBits(bytes: Uint8Array, bits: number, into: Uint8Array): void {
  const mask = 2 ** bits - 1;
  for (let i = 0; i < into.length; i++) {
    const at = i * bits;
    const byte = at >>> 3;
    const two = (bytes[byte] as number) | ((bytes[byte + 1] ?? 0) << 8);
    into[i] = (two >>> (at & 7)) & mask;
  }
}
