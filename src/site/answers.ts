import { example, gpuById, modelById } from "../data/index.ts";
import { decodeAttention } from "../model/attention/decode-attention.ts";
import { seededNormal } from "../model/attention/seeded-normal.ts";
import { concurrentRequests } from "../model/concurrency.ts";
import type { DecodeModel } from "../model/cost/decode-model.ts";
import { deploymentDefaults } from "../model/engines/engine.ts";
import { vllmV1 } from "../model/engines/vllm-v1.ts";
import { cacheFormat, weightBytes } from "../model/formats.ts";
import { kvBytesPerSequence, kvBytesPerToken } from "../model/kv.ts";
import { decodeStep, prefill, type Roofline } from "../model/roofline.ts";
import { isEvenSplit } from "../model/sharding.ts";
import { bytesPerGiB } from "../model/units.ts";
import { compute } from "../widgets/kv-concurrency/compute.ts";
import { params } from "../widgets/kv-concurrency/params.ts";
import { parseValues } from "../widgets/params.ts";
import { batchingAnswers } from "./batching-answers.ts";
import { chooseAnswers } from "./choose-answers.ts";
import { mlaAnswers } from "./mla-answers.ts";
import { pagingAnswers } from "./paging-answers.ts";
import { quantizationAnswers } from "./quantization-answers.ts";
import { upcyclingAnswers } from "./upcycling-answers.ts";
import { vhaAnswers } from "./vha-answers.ts";

const plan = (change: Readonly<Record<string, string>> = {}) =>
  compute(parseValues(params, (name) => change[name]));
const { layers } = modelById(example.model);
const format = cacheFormat(example.kv);

/** Token passes through the model of one decode step with a cache: the tokens it has not seen. */
const passesOfStep = (cached: number, tokens: number) => tokens - cached;

/** Rows of K and V that depend on the edited token, above the first layer: it and all after it. */
const staleRows = (tokens: number, edited: number) =>
  Array.from({ length: tokens }, (_, i) => i + 1).filter((row) => row >= edited).length;

const params70b = modelById(example.model).params;
const h100 = gpuById(example.gpu);
const roof: Roofline = {
  count: example.count,
  bytesPerSecond: h100.bandwidthBytesPerSecond,
  flopsPerSecond: h100.peakFlopsBf16 ?? 0,
};

/** The example's shape with another number of KV heads. */
const shaped = (nKv: number, params: number): DecodeModel => ({
  params,
  activeParams: params,
  nHeads: 64,
  layers: [{ count: 80, layer: { kind: "heads", nKv, headDim: 128 } }],
});
const load = (batch: number) => ({
  batch,
  tokens: example.context,
  cache: format,
  weights: "bf16" as const,
});
const step = (batch: number) => decodeStep(shaped(8, params70b), roof, load(batch));
const intensity = (batch: number) => step(batch).attentionFlops / step(batch).kvBytes;

/** Seconds of a prefill; the twin's wider K and V matrices are counted. */
const prefillSeconds = (nKv: number) =>
  prefill(shaped(nKv, params70b + 2 * 8192 * (nKv - 8) * 128 * 80), roof, load(1)).seconds;

/** vLLM with Gemma 3 27B in the memory that a published log prints. */
const gemmaRequests = (maxBatchedTokens: number) =>
  vllmV1(
    {
      ...deploymentDefaults,
      layers: modelById("gemma-3-27b").layers,
      format: cacheFormat("bf16"),
      availableBytes: Math.floor(109.86 * bytesPerGiB),
      maxModelLen: 4096,
      maxBatchedTokens,
    },
    "0.11",
  ).requests ?? 0;

const oneToken = (nKv: number, tp: number) =>
  kvBytesPerToken(shaped(nKv, params70b).layers, format, tp);

/** Different vectors that 64 query heads bring back from a single token, which has all weight. */
function valuesFromOneToken(nKv: number): number {
  const [nHeads, headDim] = [64, 8];
  const out = decodeAttention({
    nHeads,
    nKv,
    headDim,
    context: 1,
    q: seededNormal(1, nHeads * headDim),
    kTransposed: seededNormal(2, nKv * headDim),
    v: seededNormal(3, nKv * headDim),
  });
  const heads = Array.from({ length: nHeads }, (_, head) =>
    out.slice(head * headDim, (head + 1) * headDim).join(),
  );
  return new Set(heads).size;
}

/** K and V read, written for every query head and read again, by the size of the cache. */
const movedWhenCopied = (nHeads: number, nKv: number) =>
  (oneToken(nKv, 1) + 2 * oneToken(nHeads, 1)) / oneToken(nKv, 1);

/** Requests with one KV head, which every GPU of the example holds whole. */
const requestsOnSplitGpus = () =>
  concurrentRequests(
    plan().budgetBytes / example.count,
    kvBytesPerSequence(shaped(1, params70b).layers, format, example.context, example.count),
  );

/** A model of the catalogue whose layers are all alike, with KV heads in each. */
function alike(id: string) {
  const { nHeads, layers, params } = modelById(id);
  const [group, ...others] = layers;
  if (nHeads === null || group?.layer.kind !== "heads" || others.length > 0) {
    throw new RangeError(`${id} is not one kind of layer with KV heads`);
  }
  return { params, activeParams: params, nHeads, layers, nKv: group.layer.nKv };
}

function intensityOf(id: string): number {
  const { attentionFlops, kvBytes } = decodeStep(alike(id), roof, load(1));
  return attentionFlops / kvBytes;
}

/** How many of 1, 2, 4 and 8 GPUs get equal numbers of a model's heads, or equal copies. */
function evenSplits(id: string): number {
  const { nHeads, nKv } = alike(id);
  return [1, 2, 4, 8].filter((tp) => isEvenSplit(nKv, nHeads, tp)).length;
}

/** The answers to the checkpoints, computed from the model core. */
export const answers = {
  "tokens-run-for-next-step": () => passesOfStep(1000, 1001),
  "token-passes-without-cache": () =>
    Array.from({ length: 1000 }, (_, i) => passesOfStep(0, i + 1)).reduce((a, b) => a + b),
  "kv-ratio-when-context-doubles": () =>
    kvBytesPerSequence(layers, format, 2000) / kvBytesPerSequence(layers, format, 1000),
  "stale-rows-after-edit": () => staleRows(8, 3),
  "bytes-per-token": () => kvBytesPerToken(layers, format),
  "requests-gqa": () => plan().own.requests,
  "requests-mha": () => {
    const mha = plan().variants.find((variant) => variant.name === "mha");
    if (!mha) throw new RangeError("the example has no MHA twin");
    return mha.requests;
  },
  "requests-two-gpus": () => plan({ count: "2" }).own.requests,
  "step-time-ratio-32": () => Math.round((10 * step(32).seconds) / step(1).seconds) / 10,
  "attention-intensity-when-batch-doubles": () => intensity(64) / intensity(32),
  "prefill-saving-gqa-percent": () =>
    Math.round(100 * (1 - prefillSeconds(8) / prefillSeconds(64))),
  "requests-where-kv-overtakes": () =>
    Math.floor(
      weightBytes(params70b, "bf16") / kvBytesPerSequence(layers, cacheFormat("fp8"), 8192),
    ) + 1,
  "attention-flops-mha-over-mqa": () =>
    decodeStep(shaped(64, params70b), roof, load(1)).attentionFlops /
    decodeStep(shaped(1, params70b), roof, load(1)).attentionFlops,
  "values-from-one-token-mqa": () => valuesFromOneToken(1),
  "falcon-bytes-per-token": () => kvBytesPerToken(modelById("falcon-7b").layers, format),
  "requests-mqa-tensor-parallel": requestsOnSplitGpus,
  "kv-moved-when-copied": () => movedWhenCopied(64, 1),
  "per-gpu-bytes-eight-over-two": () => oneToken(8, 8) / oneToken(2, 8),
  "attention-intensity-405b": () => intensityOf("llama-3.1-405b"),
  "even-splits-of-phi-4": () => evenSplits("phi-4"),
  "vllm-requests-gemma3": () => gemmaRequests(8192),
  "vllm-requests-smaller-step": () => gemmaRequests(2048),
  "mla-bytes-per-gpu": () => kvBytesPerToken(modelById("deepseek-v3").layers, format, 8),
  ...upcyclingAnswers,
  ...mlaAnswers,
  ...vhaAnswers,
  ...quantizationAnswers,
  ...pagingAnswers,
  ...batchingAnswers,
  ...chooseAnswers,
} as const;

export type AnswerName = keyof typeof answers;
