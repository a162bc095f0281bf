const bits = new DataView(new ArrayBuffer(8));
const ln2High = 0.6931471803691238;
const ln2Low = 1.9082149292705877e-10;

/** 2^exponent for −1022 ≤ exponent ≤ 1023. */
function powerOfTwo(exponent: number): number {
  bits.setUint32(0, (exponent + 1023) << 20);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}

/**
 * The natural logarithm, the same to the last bit in every engine: engines may differ in that of
 * `Math.log`, and a simulation that is seeded must not. Only sums, products and quotients, whose
 * rounding IEEE 754 fixes.
 * @error within 2 units in the last place
 * @throws RangeError unless 0 < value < ∞, or below the smallest normal number
 */
export function naturalLog(value: number): number {
  if (!(value >= 2 ** -1022 && value < Infinity)) throw new RangeError(`no logarithm: ${value}`);
  bits.setFloat64(0, value);
  const high = bits.getUint32(0);
  let exponent = (high >>> 20) - 1023;
  bits.setUint32(0, (high & 0xfffff) | (1023 << 20));
  let mantissa = bits.getFloat64(0);
  if (mantissa > Math.SQRT2) {
    mantissa /= 2;
    exponent++;
  }
  // ln m = 2 artanh s with s = (m − 1) / (m + 1), |s| < 0.172.
  const s = (mantissa - 1) / (mantissa + 1);
  const square = s * s;
  let series = 0;
  for (let odd = 23; odd >= 3; odd -= 2) series = (series + 1 / odd) * square;
  return exponent * ln2High + (2 * s + (2 * s * series + exponent * ln2Low));
}

/**
 * e to a power, the same to the last bit in every engine; see `naturalLog`.
 * @error within 2 units in the last place
 * @throws RangeError outside ±700
 */
export function naturalExp(power: number): number {
  if (!(Math.abs(power) <= 700)) throw new RangeError(`no power of e: ${power}`);
  const doublings = Math.round(power / (ln2High + ln2Low));
  const rest = power - doublings * ln2High - doublings * ln2Low;
  let series = 1;
  for (let k = 14; k >= 1; k--) series = 1 + (series * rest) / k;
  return series * powerOfTwo(doublings);
}

/** base^exponent by squaring, for a whole exponent ≥ 0; the same in every engine. */
export function wholePower(base: number, exponent: number): number {
  let result = 1;
  let square = base;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result *= square;
    square *= square;
  }
  return result;
}
