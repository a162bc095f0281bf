const bits = new DataView(new ArrayBuffer(8));
/** Bits of a number's fraction that choose its bucket: 256 buckets for each power of two. */
const fractionBits = 8;
const lowestPower = -40;
const highestPower = 40;
const buckets = (highestPower - lowestPower) * 2 ** fractionBits;

/** Positive numbers in buckets a 256th wide: bounded memory, whatever their count. */
export class Histogram {
  readonly #counts = new Float64Array(buckets);
  #count = 0;
  #sum = 0;
  #zeros = 0;

  get count(): number {
    return this.#count;
  }

  get mean(): number {
    return this.#count === 0 ? Number.NaN : this.#sum / this.#count;
  }

  add(value: number, times = 1): void {
    this.#count += times;
    this.#sum += value * times;
    if (value < 2 ** lowestPower) this.#zeros += times;
    else (this.#counts[bucketOf(value)] as number) += times;
  }

  /**
   * The value below which that share of all numbers lies; NaN of none.
   * @error at most half a bucket, 0.2 %
   */
  quantile(share: number): number {
    if (this.#count === 0) return Number.NaN;
    let left = share * this.#count - this.#zeros;
    if (left <= 0 && this.#zeros > 0) return 0;
    for (let bucket = 0; bucket < buckets; bucket++) {
      left -= this.#counts[bucket] as number;
      if (left <= 0 && this.#counts[bucket] !== 0) return middleOf(bucket);
    }
    return middleOf(buckets - 1);
  }
}

function bucketOf(value: number): number {
  bits.setFloat64(0, value);
  const high = bits.getUint32(0) >>> (20 - fractionBits);
  const bucket = high - ((lowestPower + 1023) << fractionBits);
  return Math.min(bucket, buckets - 1);
}

function middleOf(bucket: number): number {
  const high = bucket + ((lowestPower + 1023) << fractionBits);
  bits.setUint32(0, high << (20 - fractionBits));
  bits.setUint32(4, 0);
  return bits.getFloat64(0) * (1 + 2 ** -(fractionBits + 1));
}
