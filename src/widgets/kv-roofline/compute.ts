import { decodeModelOf, rooflineOf } from "../../data/decode-model-of.ts";
import { type GpuEntry, gpuById, type ModelEntry } from "../../data/index.ts";
import { kvBytesReadPerStep } from "../../model/cost/kv-bytes-read.ts";
import { decodeAttentionFlops } from "../../model/flops.ts";
import { cacheFormat } from "../../model/formats.ts";
import type { LayerGroup } from "../../model/layers.ts";
import { decodeStep, prefill, ridgePoint } from "../../model/roofline.ts";
import { type Variant, type VariantName, variantsOf } from "../../model/variants.ts";
import { modelAt } from "../model-at.ts";
import type { ValuesOf } from "../params.ts";
import type { params } from "./params.ts";

export type RooflineValues = ValuesOf<typeof params>;

export interface WorkPoint {
  /** A whole step, a whole prefill, or attention alone of a step of a variant. */
  readonly of: "decode" | "prefill" | VariantName;
  readonly nKv: number | null;
  readonly own: boolean;
  readonly bytes: number;
  readonly flops: number;
  /** FLOP per byte. */
  readonly intensity: number;
  /** The most that the data sheet's numbers leave. */
  readonly flopsPerSecond: number;
  readonly seconds: number;
  readonly bound: "memory" | "compute";
}

export interface RooflineResult {
  readonly model: ModelEntry;
  readonly gpu: GpuEntry;
  /** Of all GPUs together; the peak `null` where it is not published. */
  readonly bytesPerSecond: number;
  readonly peakFlopsPerSecond: number | null;
  readonly ridge: number | null;
  readonly decode: WorkPoint;
  readonly prefill: WorkPoint;
  readonly attention: readonly WorkPoint[];
  /** Whether the model's own layers differ in it, so that it changes with the context. */
  readonly mixed: boolean;
  /** Measured on a device; `null` until it is. */
  readonly measured: {
    readonly intensity: number;
    readonly flopsPerSecond: number;
    /** Of a copy on the same device; `null` where that was not measured. */
    readonly bytesPerSecond: number | null;
  } | null;
}

/** Everything the widget shows, from its parameters. */
export function compute(values: RooflineValues): RooflineResult {
  const { batch, context, count, weights } = values;
  const model = modelAt(values.model, context);
  const gpu = gpuById(values.gpu);
  const cache = cacheFormat(values.kv);
  const roofline = rooflineOf(gpu, count);
  const decoded = decodeModelOf(model);
  const peak = gpu.peakFlopsBf16;
  const step = decodeStep(decoded, roofline, { batch, tokens: context, cache, weights });
  const prompt = prefill(decoded, roofline, { batch: 1, tokens: context, cache, weights });
  const roof = {
    bytesPerSecond: count * gpu.bandwidthBytesPerSecond,
    peakFlopsPerSecond: peak === null ? null : count * peak,
  };
  const attention =
    model.nHeads === null
      ? []
      : variantsOf(model).map((variant) => attentionAlone(variant, model, values, roof));
  return {
    model,
    gpu,
    ...roof,
    ridge: peak === null ? null : ridgePoint(roofline),
    decode: { ...onRoof("decode", step, roof), own: true },
    prefill: { ...onRoof("prefill", prompt, roof), own: true },
    attention,
    mixed: isMixed(model, values, roof),
    measured: measuredOf(values),
  };
}

type Roof = Pick<RooflineResult, "bytesPerSecond" | "peakFlopsPerSecond">;

/** The time and the rate that bandwidth and peak leave for so many bytes and FLOPs. */
function onRoof(
  of: WorkPoint["of"],
  { bytes, flops }: { readonly bytes: number; readonly flops: number },
  { bytesPerSecond, peakFlopsPerSecond }: Roof,
): WorkPoint {
  const memorySeconds = bytes / bytesPerSecond;
  const computeSeconds = peakFlopsPerSecond === null ? 0 : flops / peakFlopsPerSecond;
  const slope = (flops / bytes) * bytesPerSecond;
  return {
    of,
    nKv: null,
    own: false,
    bytes,
    flops,
    intensity: flops / bytes,
    flopsPerSecond: Math.min(slope, peakFlopsPerSecond ?? slope),
    seconds: Math.max(memorySeconds, computeSeconds),
    bound: computeSeconds > memorySeconds ? "compute" : "memory",
  };
}

/** Scores and values of a step, without weights, for all requests; layers with a state left out. */
function attentionAlone(
  variant: Variant,
  model: ModelEntry,
  { batch, context, kv }: RooflineValues,
  roof: Roof,
): WorkPoint {
  const layers = variant.layers.filter(({ layer }: LayerGroup) => layer.kind !== "state");
  // Plain numbers: a thousand long MHA caches in fp32 are more than 2^53 bytes.
  const bytes = batch * kvBytesReadPerStep(layers, cacheFormat(kv), context);
  const flops = batch * decodeAttentionFlops(decodeModelOf(model, layers), context);
  return { ...onRoof(variant.name, { bytes, flops }, roof), nKv: variant.nKv, own: variant.own };
}

/** Whether kinds of layers do more attention per byte than others. */
function isMixed(model: ModelEntry, values: RooflineValues, roof: Roof): boolean {
  const own = variantsOf(model).find((variant) => variant.own);
  if (!own) return false;
  const found = own.layers
    .map((group) => attentionAlone({ ...own, layers: [group] }, model, values, roof))
    .filter(({ bytes, flops }) => bytes > 0 && flops > 0)
    .map(({ intensity }) => intensity.toPrecision(6));
  return new Set(found).size > 1;
}

function measuredOf(values: RooflineValues): RooflineResult["measured"] {
  const { "own-intensity": intensity, "own-rate": rate, "own-bandwidth": bandwidth } = values;
  if (intensity === 0 || rate === 0) return null;
  return {
    intensity,
    flopsPerSecond: rate * 1e9,
    bytesPerSecond: bandwidth === 0 ? null : bandwidth * 1e9,
  };
}
