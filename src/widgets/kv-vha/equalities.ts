import { absorbVirtualHeads, servedShape } from "../../model/attention/absorb-virtual-heads.ts";
import { groupedAttention } from "../../model/attention/grouped-attention.ts";
import { part } from "../../model/attention/matrix.ts";
import { virtualHeadAttention } from "../../model/attention/virtual-head-attention.ts";
import { groupedWeights, virtualWeights } from "../../onnx/proof/seeded-weights.ts";
import { seed, tokens } from "./layers.ts";
import { matrixRank } from "./matrix-rank.ts";
import { memo } from "./memo.ts";
import { relativeError } from "./relative-error.ts";
import {
  absorbedOutput,
  type Mixes,
  toyInput,
  toyShape,
  toyWeights,
  trainedOutput,
} from "./toy-layer.ts";

/** What the small layer is equal to, found by running both sides in float64: relative differences. */
export interface Equalities {
  /** GQA with as many query heads as VHA has physical ones, written as VHA. */
  readonly grouped: number;
  /** VHA, written as GQA with as many query heads as VHA has virtual ones. */
  readonly absorbed: number;
  /** Postmix, written as another W_O under the same Premix. */
  readonly postmix: number;
  readonly rank: Ranks;
}

interface Ranks {
  /** Width of the layer, and of all its virtual heads together. */
  readonly width: number;
  /** Of W_Q′, and of the W_Q that plain GQA of the same shape may choose. */
  readonly absorbed: number;
  readonly free: number;
}

export const equalities = (mixes: Mixes): Equalities => ({
  grouped: groupedAsVirtual(),
  absorbed: relativeError(absorbedOutput(mixes, "none"), trainedOutput(mixes, "none")),
  postmix: withoutPostmix(mixes),
  rank: ranks(),
});

/** Premix and Postmix the identity, and nothing taken from virtual heads that GQA does not have. */
const groupedAsVirtual = memo((): number => {
  const shape = toyShape(1);
  const { hidden, queryHeads, nKv, headDim } = shape;
  const plain = { hidden, nHeads: queryHeads, nKv, headDim, qkNorm: true };
  const weights = groupedWeights(plain, seed);
  const rows = headDim * hidden;
  const wo = new Float64Array(nKv * queryHeads * rows);
  for (let head = 0; head < queryHeads; head++) {
    const group = Math.floor(head / (queryHeads / nKv));
    wo.set(Float64Array.from(part(weights.wo, head, rows)), (group * queryHeads + head) * rows);
  }
  const { premix, a, b } = virtualWeights(shape, seed, { alpha: 0, beta: 0 });
  const asVirtual = { ...weights, premix, a, b, wo };
  return relativeError(
    virtualHeadAttention(toyInput(), tokens, shape, asVirtual).y,
    groupedAttention(toyInput(), tokens, plain, weights).y,
  );
});

function withoutPostmix(mixes: Mixes): number {
  const shape = toyShape(mixes.rank);
  const weights = toyWeights(mixes);
  const { wo } = absorbVirtualHeads(shape, weights);
  const b = new Float64Array(weights.b.length);
  const { y } = virtualHeadAttention(toyInput(), tokens, shape, { ...weights, b, wo });
  return relativeError(y, trainedOutput(mixes, "none"));
}

/** In a layer as wide as its virtual heads together: a narrower one has no room for the difference. */
const ranks = memo((): Ranks => {
  const narrow = toyShape(1);
  const width = narrow.nKv * narrow.queryHeads * narrow.headDim;
  const shape = { ...narrow, hidden: width };
  const weights = virtualWeights(shape, seed, { alpha: 0.5, beta: 0 });
  const square = (values: ArrayLike<number>) => matrixRank({ rows: width, columns: width, values });
  return {
    width,
    absorbed: square(absorbVirtualHeads(shape, weights).wq),
    free: square(groupedWeights(servedShape(shape), seed).wq),
  };
});
