import { randomWords } from "../random-words.ts";
import { naturalExp, naturalLog } from "./elementary.ts";

/**
 * Random numbers of a simulation from a seed, the same in every engine. Streams of one seed are
 * independent, so that a change of one thing leaves the draws of the others as they are.
 */
export class RandomSource {
  readonly #word: () => number;

  constructor(seed: number, stream: number) {
    const mixed = randomWords((seed ^ Math.imul(stream + 1, 0x9e3779b9)) >>> 0);
    this.#word = randomWords(mixed());
  }

  /** Uniform in [0, 1), a multiple of 2^−53. */
  uniform(): number {
    return ((this.#word() >>> 5) * 2 ** 26 + (this.#word() >>> 6)) / 2 ** 53;
  }

  /** Exponential with mean 1. */
  exponential(): number {
    return -naturalLog(1 - this.uniform());
  }

  /** Normal with mean 0 and variance 1, by Marsaglia's polar method. */
  normal(): number {
    for (;;) {
      const x = 2 * this.uniform() - 1;
      const y = 2 * this.uniform() - 1;
      const square = x * x + y * y;
      if (square > 0 && square < 1) return x * Math.sqrt((-2 * naturalLog(square)) / square);
    }
  }

  /**
   * Gamma with the given shape and mean 1.
   * @source Marsaglia and Tsang, https://doi.org/10.1145/358407.358414
   */
  gamma(shape: number): number {
    if (!(shape > 0 && shape < Infinity)) throw new RangeError(`not a shape: ${shape}`);
    if (shape === 1) return this.exponential();
    if (shape < 1) {
      const boost = naturalLog(1 - this.uniform()) / shape;
      return boost < -700 ? 0 : (this.#gammaFrom1(shape + 1) * naturalExp(boost)) / shape;
    }
    return this.#gammaFrom1(shape) / shape;
  }

  /** Gamma with scale 1 for a shape ≥ 1. */
  #gammaFrom1(shape: number): number {
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = this.normal();
      const root = 1 + c * x;
      if (root <= 0) continue;
      const v = root * root * root;
      if (naturalLog(1 - this.uniform()) < 0.5 * x * x + d - d * v + d * naturalLog(v))
        return d * v;
    }
  }
}
