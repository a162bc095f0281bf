import { float16, fromMinifloat, toMinifloat } from "./minifloat.ts";
import { packBits, unpackBits } from "./pack-bits.ts";
import { type RowCodec, requireFinite, viewOf } from "./row-codec.ts";

export interface Codebook {
  /** [2^bits], ascending, from −1 to 1: learned once, before any text is seen. */
  readonly levels: Float32Array;
  /** Share of a row's numbers that are kept aside in float16, the farthest out of them: 0.01. */
  readonly outliers: number;
}

/**
 * Levels that lie where the numbers are, in the manner of KVQuant: the farthest numbers of a row are kept
 * aside in float16 with their places, the range of the others is laid on −1 … 1, and each gets the nearest
 * level. A row is its codes, packed; centre and half width of the range in float16; then the outliers,
 * place in 16 bits and number in float16 each.
 *
 * KVQuant learns thresholds as well, and stores outliers of a whole layer as a sparse matrix: 3.32 to
 * 3.35 bits at 3 bits and 1 %, which rows of 128 with one outlier each come to 3.5 for.
 * @source https://arxiv.org/abs/2401.18079
 */
export function codebookRows({ levels, outliers }: Codebook): RowCodec {
  const bits = Math.log2(levels.length);
  const codeBytes = (values: number) => Math.ceil((values * bits) / 8);
  const asideOf = (values: number) => Math.round(values * outliers);
  return {
    rowBytes: (values) => codeBytes(values) + 4 + 4 * asideOf(values),
    encode(row, into) {
      requireFinite(row);
      const view = viewOf(into);
      const aside = farthest(row, asideOf(row.length));
      let [least, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let i = 0; i < row.length; i++) {
        if (aside.includes(i)) continue;
        least = Math.min(least, row[i] as number);
        largest = Math.max(largest, row[i] as number);
      }
      const centre = toMinifloat(float16, (largest + least) / 2);
      const width = toMinifloat(float16, (largest - least) / 2);
      const at = codeBytes(row.length);
      view.setUint16(at, centre, true);
      view.setUint16(at + 2, width, true);
      const from = fromMinifloat(float16, centre);
      const scale = fromMinifloat(float16, width);
      const codes = Uint8Array.from(row, (value) =>
        scale === 0 ? 0 : nearest(levels, (value - from) / scale),
      );
      packBits(codes, bits, into);
      for (const [n, place] of aside.entries()) {
        view.setUint16(at + 4 + 4 * n, place, true);
        view.setUint16(at + 6 + 4 * n, toMinifloat(float16, row[place] as number), true);
      }
    },
    decode(bytes, into) {
      const view = viewOf(bytes);
      const codes = new Uint8Array(into.length);
      unpackBits(bytes, bits, codes);
      const at = codeBytes(into.length);
      const centre = fromMinifloat(float16, view.getUint16(at, true));
      const scale = fromMinifloat(float16, view.getUint16(at + 2, true));
      for (let i = 0; i < into.length; i++) {
        into[i] = centre + (levels[codes[i] as number] as number) * scale;
      }
      for (let n = 0; n < asideOf(into.length); n++) {
        const place = view.getUint16(at + 4 + 4 * n, true);
        into[place] = fromMinifloat(float16, view.getUint16(at + 6 + 4 * n, true));
      }
    },
  };
}

/** Places of the numbers farthest from the middle of the row's range, in their order. */
function farthest(row: Float32Array, count: number): readonly number[] {
  const places = Array.from(row.keys()).sort((a, b) => (row[a] as number) - (row[b] as number));
  let [low, high] = [0, places.length - 1];
  const taken: number[] = [];
  // From both ends of the sorted row, whichever stands farther from its neighbour's end.
  const middle = places[places.length >> 1] ?? 0;
  const away = (place: number) => Math.abs((row[place] as number) - (row[middle] as number));
  while (taken.length < count) {
    const [first, last] = [places[low] as number, places[high] as number];
    if (away(first) > away(last)) low++;
    else high--;
    taken.push(away(first) > away(last) ? first : last);
  }
  return taken.sort((a, b) => a - b);
}

function nearest(levels: Float32Array, value: number): number {
  let best = 0;
  for (let i = 1; i < levels.length; i++) {
    const closer =
      Math.abs((levels[i] as number) - value) < Math.abs((levels[best] as number) - value);
    if (closer) best = i;
  }
  return best;
}

/**
 * Levels for numbers laid on −1 … 1: one-dimensional k-means, from equally many numbers a level, until
 * nothing moves.
 * @param values calibration data, not the text that is decoded later
 * @returns [2^bits], ascending, the outermost at −1 and 1
 */
export function fitLevels(values: Float32Array, bits: number): Float32Array {
  const sorted = Float32Array.from(values).sort();
  const count = 2 ** bits;
  let levels = Array.from({ length: count }, (_, i) => {
    const at = Math.floor(((i + 0.5) * sorted.length) / count);
    return sorted[at] as number;
  });
  for (let moved = true; moved; ) {
    const means = meansBetween(sorted, levels);
    moved = means.some((mean, i) => Math.abs(mean - (levels[i] as number)) > 1e-6);
    levels = means;
  }
  levels[0] = -1;
  levels[count - 1] = 1;
  return Float32Array.from(levels);
}

/** Mean of the numbers nearest to each level. */
function meansBetween(sorted: Float32Array, levels: readonly number[]): number[] {
  let at = 0;
  return levels.map((level, i) => {
    const next = levels[i + 1];
    const end = next === undefined ? Number.POSITIVE_INFINITY : (level + next) / 2;
    let [sum, count] = [0, 0];
    while (at < sorted.length && (sorted[at] as number) <= end) {
      sum += sorted[at++] as number;
      count++;
    }
    return count === 0 ? level : sum / count;
  });
}
