import type { DecodeModel } from "./cost/decode-model.ts";
import { expectedParamsRead } from "./cost/expected-experts.ts";
import { kvBytesReadPerStep } from "./cost/kv-bytes-read.ts";
import { exactCount, exactProduct } from "./exact.ts";
import {
  attentionMacsPerPair,
  decodeAttentionFlops,
  linearFlops,
  type MlaForm,
  prefillAttentionFlops,
} from "./flops.ts";
import { type CacheFormat, type WeightFormat, weightBytes } from "./formats.ts";
import { kvBytesPerSequence, layerBytesPerToken } from "./kv.ts";
import type { CacheLayer } from "./layers.ts";

/** GPUs of one kind that share the work evenly. */
export interface Roofline {
  readonly count: number;
  /** Of one GPU: bytes a second from its memory, FLOPs a second in the format of the products. */
  readonly bytesPerSecond: number;
  readonly flopsPerSecond: number;
  /** Shares of those two that are reached, 0 to 1; 1 is the ideal. */
  readonly memoryUtilization?: number;
  readonly flopsUtilization?: number;
}

/** The load of a step and how its numbers are stored. */
export interface StepLoad {
  /** Sequences at once. */
  readonly batch: number;
  /** Tokens of each: in its cache when decoding, of its prompt when prefilling. */
  readonly tokens: number;
  readonly cache: CacheFormat;
  readonly weights: WeightFormat;
  /** GPUs of a tensor-parallel group, where what they hold twice is to be read twice; else 1. */
  readonly tp?: number;
  /** How MLA attends: absorbed when decoding and naive when prefilling, if left out. */
  readonly form?: MlaForm;
}

/** What a step moves and computes, over all GPUs, and how long that takes at least. */
export interface StepCost {
  readonly weightBytes: number;
  readonly kvBytes: number;
  readonly bytes: number;
  readonly linearFlops: number;
  readonly attentionFlops: number;
  readonly flops: number;
  readonly memorySeconds: number;
  readonly computeSeconds: number;
  /** The longer of the two: they overlap. */
  readonly seconds: number;
  readonly bound: "memory" | "compute";
  /** FLOPs a byte. */
  readonly intensity: number;
  /** Tokens of all sequences together. */
  readonly tokensPerSecond: number;
}

/** FLOPs a byte above which the peak, not the memory, is the limit. */
export function ridgePoint(roofline: Roofline): number {
  const { bytesPerSecond, flopsPerSecond, memoryUtilization, flopsUtilization } = roofline;
  const bytes = positive(bytesPerSecond) * share(memoryUtilization);
  return (positive(flopsPerSecond) * share(flopsUtilization)) / bytes;
}

/**
 * FLOPs a byte of decode attention alone, on a long cache: `2 n_h (d_k + d_v)` over the bytes of a
 * token in one layer. In 16 bits that is `n_h / n_kv` for heads.
 * @throws RangeError for a layer that keeps nothing for a token.
 */
export function attentionIntensity(layer: CacheLayer, nHeads: number, format: CacheFormat): number {
  const bytes = layerBytesPerToken(layer, format);
  if (bytes === 0) throw new RangeError(`a ${layer.kind} layer keeps nothing for a token`);
  return (2 * attentionMacsPerPair(layer, { nHeads })) / bytes;
}

/**
 * One decode step, a token for each of `batch` sequences:
 * `t = max(bytes / (BW n MBU), FLOPs / (peak n MFU))` with the weights (of routed experts the
 * expected part) and every sequence's cache in the bytes, activations left out.
 * @throws RangeError on a load of 0 or not whole, rates that are not positive, shares past 1.
 */
export function decodeStep(model: DecodeModel, roofline: Roofline, load: StepLoad): StepCost {
  const { batch, tokens, cache, weights, form, tp } = load;
  const topK = model.indexer?.topK;
  const options = { ...(tp && { tp }), ...(topK && { topK }) };
  const moved = {
    weightBytes: weightBytes(expectedParamsRead(model, batch), weights),
    kvBytes: exactProduct(batch, kvBytesReadPerStep(model.layers, cache, tokens, options)),
  };
  const done = {
    linearFlops: linearFlops(model.activeParams, batch),
    attentionFlops: batch * decodeAttentionFlops(model, tokens, form),
  };
  return stepCost(moved, done, roofline, batch);
}

/**
 * The prefill of `batch` prompts of `tokens` tokens each: weights read once, the cache written
 * once. Every token passes the output head, as papers count; engines skip it but for the last.
 * @throws RangeError as `decodeStep` does.
 */
export function prefill(
  model: DecodeModel,
  roofline: Roofline,
  load: StepLoad & { readonly causal?: boolean },
): StepCost {
  const { batch, tokens, cache, weights, form, causal, tp = 1 } = load;
  const all = exactProduct(batch, tokens);
  const moved = {
    weightBytes: weightBytes(expectedParamsRead(model, all), weights),
    kvBytes: exactProduct(batch, tp, kvBytesPerSequence(model.layers, cache, tokens, tp)),
  };
  const options = { ...(form && { form }), ...(causal !== undefined && { causal }) };
  const done = {
    linearFlops: linearFlops(model.activeParams, all),
    attentionFlops: batch * prefillAttentionFlops(model, tokens, options),
  };
  return stepCost(moved, done, roofline, all);
}

function stepCost(
  moved: Pick<StepCost, "weightBytes" | "kvBytes">,
  done: Pick<StepCost, "linearFlops" | "attentionFlops">,
  roofline: Roofline,
  tokens: number,
): StepCost {
  const { count, bytesPerSecond, flopsPerSecond } = roofline;
  const gpus = positive(exactCount(count));
  const bandwidth = gpus * positive(bytesPerSecond) * share(roofline.memoryUtilization);
  const peak = gpus * positive(flopsPerSecond) * share(roofline.flopsUtilization);
  const bytes = moved.weightBytes + moved.kvBytes;
  const flops = done.linearFlops + done.attentionFlops;
  const memorySeconds = bytes / bandwidth;
  const computeSeconds = flops / peak;
  const seconds = Math.max(memorySeconds, computeSeconds);
  return {
    ...moved,
    bytes,
    ...done,
    flops,
    memorySeconds,
    computeSeconds,
    seconds,
    bound: memorySeconds >= computeSeconds ? "memory" : "compute",
    intensity: flops / positive(bytes),
    tokensPerSecond: positive(tokens) / positive(seconds),
  };
}

function positive(value: number): number {
  if (!(value > 0 && value < Infinity)) throw new RangeError(`not positive: ${value}`);
  return value;
}

function share(value = 1): number {
  if (!(value > 0 && value <= 1)) throw new RangeError(`not a share: ${value}`);
  return value;
}
