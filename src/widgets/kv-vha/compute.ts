import { servedShape } from "../../model/attention/absorb-virtual-heads.ts";
import { postmix, type VirtualShape } from "../../model/attention/virtual-head-attention.ts";
import {
  type Accounting,
  attentionCost,
  type CostVariant,
  macsPerTokenPerLayer,
} from "../../model/cost-model.ts";
import { cacheFormat } from "../../model/formats.ts";
import { layerBytesPerToken } from "../../model/kv.ts";
import { virtualWeights } from "../../onnx/proof/seeded-weights.ts";
import { type Equalities, equalities } from "./equalities.ts";
import type { VhaValues } from "./faults.ts";
import { baselineKv, seed, shapeOf } from "./layers.ts";
import { relativeError } from "./relative-error.ts";
import { absorbedOutput, trainedOutput } from "./toy-layer.ts";

/** The part of a matrix that is drawn, from its first row and column on. */
export interface Corner {
  /** Rows and columns drawn, and those that the matrix has. */
  readonly drawn: number;
  readonly size: number;
  /** Size of each entry, without its sign, row by row. */
  readonly entries: readonly number[];
}

export interface CostRow {
  readonly of: "trained" | "absorbed" | "half" | "baseline";
  readonly cost: CostVariant;
  readonly queryHeads: number;
  readonly nKv: number;
  /** Weights of one layer's attention. */
  readonly params: number;
  /** Attention of one layer for a prompt of `prefillTokens`. */
  readonly prefillFlops: number;
  /** Of one token in one layer, in bf16. */
  readonly kvBytes: number;
}

export interface VhaResult {
  readonly shape: VirtualShape;
  readonly premix: readonly (Corner & {
    /** ‖P − I‖ ÷ ‖I‖ of the whole matrix. */
    readonly distance: number;
  })[];
  readonly postmix: Corner;
  /** Relative error of the absorbed form in float64; `null` where only a run computes it. */
  readonly error: number | null;
  /** What the trained form gives for the last token, and the absorbed one, in float64. */
  readonly outputs: { readonly points: readonly (readonly [number, number])[] } | null;
  readonly equal: Equalities;
  readonly rows: readonly CostRow[];
}

/** Prompt of the table. */
export const prefillTokens = 4096;

/** Everything the widget shows without a run, from its parameters. */
export function compute(values: VhaValues): VhaResult {
  const { dims, alpha, beta, rank } = values;
  const shape = shapeOf(dims, rank);
  const { nKv, headDim } = shape;
  // A width of 1 leaves the mixes as they are, and millions of other weights away.
  const weights = virtualWeights({ ...shape, hidden: 1 }, seed, { alpha, beta });
  const mixes = { alpha, beta, rank };
  const [trained, absorbed] =
    dims === "toy"
      ? [trainedOutput(mixes, values.break), absorbedOutput(mixes, values.break)]
      : [null, null];
  return {
    shape,
    premix: Array.from({ length: nKv }, (_, group) => {
      const own = Array.from(weights.premix).slice(
        group * headDim ** 2,
        (group + 1) * headDim ** 2,
      );
      return { ...corner(own, headDim), distance: distanceFromIdentity(own, headDim) };
    }),
    postmix: corner(postmix(shape, weights).values, nKv * shape.queryHeads),
    error: trained && absorbed && relativeError(absorbed, trained),
    outputs: trained &&
      absorbed && {
        points: Array.from(trained.slice(-shape.hidden), (value, i) => [
          value,
          absorbed[absorbed.length - shape.hidden + i] as number,
        ]),
      },
    equal: equalities(mixes),
    rows: costRows(values, shape),
  };
}

const mostDrawn = 16;

function corner(values: ArrayLike<number>, size: number): Corner {
  const drawn = Math.min(size, mostDrawn);
  const entries = Array.from({ length: drawn * drawn }, (_, i) =>
    Math.abs(values[Math.floor(i / drawn) * size + (i % drawn)] as number),
  );
  return { drawn, size, entries };
}

/** In the Frobenius norm. */
function distanceFromIdentity(values: readonly number[], size: number): number {
  const squares = values.reduce((sum, value, i) => {
    const identity = Math.floor(i / size) === i % size ? 1 : 0;
    return sum + (value - identity) ** 2;
  }, 0);
  return Math.sqrt(squares / size);
}

function costRows({ dims }: VhaValues, shape: VirtualShape): readonly CostRow[] {
  const { hidden, queryHeads, nKv, headDim, rank } = shape;
  const { nHeads } = servedShape(shape);
  const virtual = { queryHeads, nKv, headDim, rank };
  const gqa = (heads: number, kv: number) =>
    ({ name: "gqa", nHeads: heads, nKv: kv, headDim }) as const;
  const row = (of: CostRow["of"], cost: CostVariant, heads: number, kv: number): CostRow => ({
    of,
    cost,
    queryHeads: heads,
    nKv: kv,
    params: attentionCost(cost, hidden).params,
    prefillFlops:
      2 * prefillTokens * macsPerTokenPerLayer(cost, { ...accounting, hiddenSize: hidden }),
    kvBytes: layerBytesPerToken({ kind: "heads", nKv: kv, headDim }, cacheFormat("bf16")),
  });
  return [
    row("trained", { name: "vha-train", ...virtual }, queryHeads, nKv),
    row("absorbed", { name: "vha-absorbed", ...virtual }, nHeads, nKv),
    row("half", gqa(queryHeads, nKv), queryHeads, nKv),
    ...(dims === "paper" ? [row("baseline", gqa(nHeads, baselineKv), nHeads, baselineKv)] : []),
  ];
}

/** Attention alone: no feed-forward, no output head, the mixes counted. */
const accounting: Omit<Accounting, "hiddenSize"> = {
  layers: 1,
  intermediateSize: 0,
  tokens: prefillTokens,
  scores: "causal",
  headVocabulary: null,
  premix: true,
  postmix: true,
};
