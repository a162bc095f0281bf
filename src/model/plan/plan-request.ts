import type { DecodeModel } from "../cost/decode-model.ts";
import type { FormatName, WeightFormat } from "../formats.ts";
import type { LayerGroup } from "../layers.ts";
import type { Pace } from "../serve/steady-window.ts";
import type { Traffic } from "../serve/traffic.ts";
import type { HeadShape } from "../variants.ts";

/** GPUs of one kind, in machines of `perNode`. Bytes, and bytes and FLOPs a second, of one GPU. */
export interface GpuStock {
  readonly vendor: string;
  /** As sold: what a driver reports is less. */
  readonly memoryBytes: number;
  readonly bytesPerSecond: number;
  readonly flopsPerSecond: number;
  readonly perNode: number;
  /** No plan takes more. */
  readonly most: number;
}

/** A model as a plan needs it. */
export interface PlanModel extends DecodeModel {
  /** Parameters in memory, tables that are only looked up included. */
  readonly allParams: number;
  /** What its file has the weights in; engines round larger ones as they load them. */
  readonly stored: WeightFormat;
  /** What its cache would be with K and V for every query head is told from this. */
  readonly shape: HeadShape;
}

/** A model, its GPUs, its users, and what they are promised. */
export interface PlanRequest {
  readonly model: PlanModel;
  readonly gpu: GpuStock;
  /** What is asked for, `rate` times a second. */
  readonly traffic: Traffic & { readonly rate: number };
  readonly pace: Pace;
  /** What weights and cache may be stored in. */
  readonly weights: readonly WeightFormat[];
  readonly kv: readonly FormatName[];
  /** Share of the speed that is lost whenever twice as many GPUs split a layer. */
  readonly splitLoss: number;
  readonly seed: number;
}

/** How a model is stored, and how one copy of it lies on GPUs. */
export interface Arrangement {
  readonly weights: WeightFormat;
  readonly kv: FormatName;
  /** GPUs that split every layer, and groups of them that split the layers. */
  readonly tp: number;
  readonly pp: number;
}

/** Formats that weights can be served in: those of a file that has been rounded stay as they are. */
export const servableWeights = (
  stored: WeightFormat,
  wanted: readonly WeightFormat[],
): readonly WeightFormat[] => (stored === "bf16" ? wanted : [stored]);

/** What a request's mean cache is of. */
export const meanTokens = ({ promptTokens, outputTokens, mostTokens }: Traffic): number =>
  Math.min(mostTokens, promptTokens + outputTokens);

/** Every layer keeps every token, so that the cache is so many bytes a token. */
export const growsEvenly = (layers: readonly LayerGroup[]): boolean =>
  layers.every(({ layer }) =>
    layer.kind === "heads"
      ? layer.windowTokens === undefined && layer.chunkTokens === undefined
      : layer.kind !== "state",
  );
