import { randomWords } from "../random-words.ts";

/** Standard deviation of the sum of four independent bytes: √(4 · (256² − 1) / 12). */
const fourBytesDeviation = Math.sqrt((256 ** 2 - 1) / 3);
const fourBytesMean = 510;

/**
 * Roughly normal float32 numbers, mean 0 and variance 1, the same in every engine.
 *
 * Each is the sum of the four bytes of one random 32-bit integer: integers and one division, because
 * engines may differ in the last bit of `Math.log` and `Math.cos`.
 *
 * @returns [length], dimensionless, within ±3.46
 * @error the distribution is the Irwin–Hall sum of four uniforms (excess kurtosis −0.3), not a
 *   normal one
 * @source https://en.wikipedia.org/wiki/Irwin%E2%80%93Hall_distribution
 */
export function seededNormal(seed: number, length: number): Float32Array<ArrayBuffer> {
  const values = new Float32Array(length);
  const next = randomWords(seed);
  for (let i = 0; i < length; i++) {
    const word = next();
    const sum = (word & 255) + ((word >>> 8) & 255) + ((word >>> 16) & 255) + (word >>> 24);
    values[i] = (sum - fourBytesMean) / fourBytesDeviation;
  }
  return values;
}
