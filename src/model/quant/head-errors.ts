import { type Attended, attend } from "../attention/attend.ts";
import type { HeadExample } from "./outlier-example.ts";

/** What storing K and V in a format does to a head, in float64. */
export interface HeadErrors {
  /** ‖K′ − K‖ ÷ ‖K‖, in the Frobenius norm. */
  readonly k: number;
  /** The same over the channels that are not loud. */
  readonly kQuiet: number;
  readonly v: number;
  /** Share of a query's attention that goes to other tokens, ½ Σ |a′ − a|, mean over the queries. */
  readonly moved: number;
  /** ‖o′ − o‖ ÷ ‖o‖ over all queries' outputs. */
  readonly output: number;
}

/**
 * Errors of a head whose K and V come back as `k` and `v`.
 * @param k [tokens, channels], as decoded; so `v`
 * @param was what the queries made of the head as it was, where that is known
 */
export function headErrors(
  head: HeadExample,
  k: Float32Array,
  v: Float32Array,
  was: readonly Attended[] = attendedBy(head, head.k, head.v),
): HeadErrors {
  const { channels, loud } = head;
  const isLoud = Uint8Array.from({ length: channels }, (_, c) => Number(loud.includes(c)));
  const quiet = (at: number) => isLoud[at % channels] === 0;
  const is = attendedBy(head, k, v);
  const apart = was.map(({ weights }, i) =>
    weights.reduce((sum, weight, t) => sum + Math.abs(weight - (is[i]?.weights[t] as number)), 0),
  );
  const flat = (of: readonly Attended[]) => of.flatMap(({ output }) => Array.from(output));
  return {
    k: relativeError(head.k, k),
    kQuiet: relativeError(head.k, k, quiet),
    v: relativeError(head.v, v),
    moved: apart.reduce((sum, one) => sum + one, 0) / (2 * apart.length),
    output: relativeError(flat(was), flat(is)),
  };
}

/** What each query of a head makes of these K and V. */
export function attendedBy(
  { q, channels, causal }: HeadExample,
  k: Float32Array,
  v: Float32Array,
): readonly Attended[] {
  const rows = (of: Float32Array) =>
    Array.from({ length: of.length / channels }, (_, i) =>
      of.subarray(i * channels, (i + 1) * channels),
    );
  const cache = { keys: rows(k), values: rows(v) };
  return rows(q).map((query, i) => attend(query, cache, causal ? i + 1 : cache.keys.length));
}

/** ‖is − was‖ ÷ ‖was‖ over the places that count; 0 where both are 0. */
export function relativeError(
  was: ArrayLike<number>,
  is: ArrayLike<number>,
  counts?: (at: number) => boolean,
): number {
  if (was === is) return 0;
  let [off, size] = [0, 0];
  for (let at = 0; at < was.length; at++) {
    if (counts && !counts(at)) continue;
    const [before, now] = [was[at] as number, is[at] as number];
    off += (now - before) * (now - before);
    size += before * before;
  }
  return off === 0 ? 0 : Math.sqrt(off / size);
}
