/** A VHA layer once more, index by index: shares nothing with the model but the weights. */

interface Sizes {
  readonly hidden: number;
  readonly queryHeads: number;
  readonly nKv: number;
  readonly headDim: number;
  readonly rank: number;
}

type Numbers = ArrayLike<number>;

export interface Given {
  readonly x: Numbers;
  readonly tokens: number;
  readonly sizes: Sizes;
  readonly w: Readonly<
    Record<"wq" | "premix" | "wk" | "wv" | "a" | "b" | "wo" | "qScale" | "kScale", Numbers>
  >;
}

const count = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);
const at = (values: Numbers, i: number): number => values[i] as number;
const sum = (n: number, term: (i: number) => number): number =>
  count(n).reduce((total, i) => total + term(i), 0);

function norm(x: readonly number[], scale: Numbers): readonly number[] {
  const mean = sum(x.length, (i) => at(x, i) ** 2) / x.length;
  return x.map((value, i) => (value * at(scale, i)) / Math.sqrt(mean + 1e-6));
}

/** Pairs of dimension i and i + half turn together, as complex numbers would. */
function turn(x: readonly number[], position: number): readonly number[] {
  const half = x.length / 2;
  return x.map((value, i) => {
    const angle = position * 10_000 ** (-(i % half) / half);
    const other = i < half ? -at(x, i + half) : at(x, i - half);
    return value * Math.cos(angle) + other * Math.sin(angle);
  });
}

/** The query of token t for group g and physical head h, before norm and RoPE where `raw`. */
type QueryOf = (t: number, g: number, h: number) => readonly number[];

function layer(
  { x, tokens, sizes, w }: Given,
  query: QueryOf,
  project: (outputs: readonly (readonly number[])[], m: number) => number,
): readonly number[] {
  const { hidden, queryHeads, nKv, headDim: d } = sizes;
  const row = (t: number, weights: Numbers, g: number) =>
    count(d).map((c) =>
      sum(hidden, (i) => at(x, t * hidden + i) * at(weights, i * nKv * d + g * d + c)),
    );
  const keys = count(nKv).map((g) =>
    count(tokens).map((t) => turn(norm(row(t, w.wk, g), w.kScale), t)),
  );
  const values = count(nKv).map((g) => count(tokens).map((t) => row(t, w.wv, g)));
  return count(tokens).flatMap((t) => {
    const outputs = count(nKv * queryHeads).map((head) => {
      const g = Math.floor(head / queryHeads);
      const q = query(t, g, head % queryHeads);
      const scores = count(t + 1).map(
        (s) => sum(d, (c) => at(q, c) * at(keys[g]?.[s] ?? [], c)) / Math.sqrt(d),
      );
      const total = sum(t + 1, (s) => Math.exp(at(scores, s)));
      return count(d).map((c) =>
        sum(t + 1, (s) => (Math.exp(at(scores, s)) / total) * at(values[g]?.[s] ?? [], c)),
      );
    });
    return count(hidden).map((m) => project(outputs, m));
  });
}

/** M[h][j] = δ + Σ B[h] A[j] */
const mix = ({ sizes: { rank }, w }: Given, h: number, j: number): number =>
  (h === j ? 1 : 0) + sum(rank, (r) => at(w.b, h * rank + r) * at(w.a, j * rank + r));

const out = ({ sizes: { hidden, headDim }, w }: Given, head: number, c: number, m: number) =>
  at(w.wo, (head * headDim + c) * hidden + m);

export type Between = "nothing" | "norm" | "silu";

export function plainTrained(given: Given, between: Between): readonly number[] {
  const { x, sizes, w } = given;
  const { hidden, queryHeads, nKv, headDim: d } = sizes;
  const heads = nKv * queryHeads;
  return layer(
    given,
    (t, g, h) => {
      const physical = count(d).map((c) =>
        sum(hidden, (i) => at(x, t * hidden + i) * at(w.wq, i * queryHeads * d + h * d + c)),
      );
      const first =
        between === "norm"
          ? norm(physical, w.qScale)
          : between === "silu"
            ? physical.map((value) => value / (1 + Math.exp(-value)))
            : physical;
      const mixed = count(d).map((e) =>
        sum(d, (c) => at(first, c) * at(w.premix, g * d * d + c * d + e)),
      );
      return turn(between === "norm" ? mixed : norm(mixed, w.qScale), t);
    },
    (outputs, m) =>
      sum(heads, (h) =>
        sum(d, (c) => {
          const mixed = sum(heads, (j) => mix(given, h, j) * at(outputs[j] ?? [], c));
          return mixed * out(given, h, c, m);
        }),
      ),
  );
}

/** Plain GQA with W_Q′ and W_O′ made first. */
export function plainAbsorbed(given: Given, transposed: boolean): readonly number[] {
  const { x, sizes, w } = given;
  const { hidden, queryHeads, nKv, headDim: d } = sizes;
  const heads = nKv * queryHeads;
  const wq = count(nKv).map((g) =>
    count(queryHeads).map((h) =>
      count(hidden).map((i) =>
        count(d).map((e) =>
          sum(
            d,
            (c) => at(w.wq, i * queryHeads * d + h * d + c) * at(w.premix, g * d * d + c * d + e),
          ),
        ),
      ),
    ),
  );
  const wo = count(heads).map((j) =>
    count(d).map((c) =>
      count(hidden).map((m) =>
        sum(heads, (h) => {
          const factor = transposed ? mix(given, h, j) : mix(given, j, h);
          return factor * out(given, h, c, m);
        }),
      ),
    ),
  );
  return layer(
    given,
    (t, g, h) => {
      const q = count(d).map((e) =>
        sum(hidden, (i) => at(x, t * hidden + i) * at(wq[g]?.[h]?.[i] ?? [], e)),
      );
      return turn(norm(q, w.qScale), t);
    },
    (outputs, m) =>
      sum(heads, (j) => sum(d, (c) => at(outputs[j] ?? [], c) * at(wo[j]?.[c] ?? [], m))),
  );
}
