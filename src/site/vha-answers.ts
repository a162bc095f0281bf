import { example } from "../data/index.ts";
import { absorbVirtualHeads, servedShape } from "../model/attention/absorb-virtual-heads.ts";
import { groupedAttention } from "../model/attention/grouped-attention.ts";
import { seededNormal } from "../model/attention/seeded-normal.ts";
import {
  type VirtualShape,
  type VirtualWeights,
  virtualHeadAttention,
} from "../model/attention/virtual-head-attention.ts";
import { concurrentRequests } from "../model/concurrency.ts";
import { attentionCost } from "../model/cost-model.ts";
import { cacheFormat } from "../model/formats.ts";
import { kvBytesPerSequence } from "../model/kv.ts";
import { perGpuBudget } from "./per-gpu-budget.ts";

const hidden = 2048;
const served = { name: "vha-absorbed", queryHeads: 8, nKv: 2, headDim: 128, rank: 4 } as const;

/** A layer small enough to run while a page is built. */
const shape: VirtualShape = { hidden: 32, queryHeads: 4, nKv: 2, headDim: 8, rank: 2 };
const tokens = 6;

/** Weights as training starts: Premix an identity with noise of 0.1 ÷ √d, and B all zeros. */
function freshWeights(): VirtualWeights {
  const { queryHeads, nKv, headDim, rank } = shape;
  const [physical, groups] = [queryHeads * headDim, nKv * headDim];
  const virtual = queryHeads * nKv;
  const noise = seededNormal(2, nKv * headDim ** 2);
  const ones = new Float64Array(headDim).fill(1);
  return {
    wq: seededNormal(1, shape.hidden * physical),
    premix: Float64Array.from(noise, (value, i) => {
      const at = i % headDim ** 2;
      const identity = Math.floor(at / headDim) === at % headDim ? 1 : 0;
      return identity + (0.1 * value) / Math.sqrt(headDim);
    }),
    wk: seededNormal(3, shape.hidden * groups),
    wv: seededNormal(4, shape.hidden * groups),
    a: seededNormal(5, virtual * rank).map((value) => value / 100),
    b: new Float64Array(virtual * rank),
    wo: seededNormal(6, virtual * headDim * shape.hidden),
    ...{ qScale: ones, kScale: ones },
  };
}

/** Of norm before Premix, SiLU between, and Postmix untransposed: how many absorb into an error. */
function faultsThatShow(weights: VirtualWeights): number {
  const x = seededNormal(7, tokens * shape.hidden);
  const faults = [
    ["norm-first", "transposed"],
    ["silu", "transposed"],
    ["premix-first", "untransposed"],
  ] as const;
  return faults.filter(([order, how]) => {
    const absorbed = absorbVirtualHeads(shape, weights, how);
    const { y } = groupedAttention(x, tokens, servedShape(shape), absorbed);
    const trained = virtualHeadAttention(x, tokens, shape, weights, order);
    return trained.y.some((value, i) => Math.abs(value - (y[i] as number)) > 1e-6);
  }).length;
}

/** The answers to the checkpoints on VHA. */
export const vhaAnswers = {
  "vha-mix-macs-served": () => {
    const { premixMacs, postmixMacs } = attentionCost(served, hidden);
    return premixMacs + postmixMacs;
  },
  "vha-breaks-at-start": () => faultsThatShow(freshWeights()),
  "vha-query-rank": () => Math.min(hidden, served.queryHeads * served.headDim),
  "requests-vha-four-gpus": () =>
    concurrentRequests(
      perGpuBudget(),
      kvBytesPerSequence(
        [{ count: 80, layer: { kind: "heads", nKv: served.nKv, headDim: served.headDim } }],
        cacheFormat("bf16"),
        example.context,
        example.count,
      ),
    ),
} as const;
