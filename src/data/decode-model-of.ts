import type { DecodeModel } from "../model/cost/decode-model.ts";
import type { LayerGroup } from "../model/layers.ts";
import type { Roofline } from "../model/roofline.ts";
import type { GpuEntry, ModelEntry } from "./index.ts";

/** A model of the catalogue, or a twin of it with other layers, as the cost of a step sees it. */
export function decodeModelOf(
  entry: ModelEntry,
  layers: readonly LayerGroup[] = entry.layers,
): DecodeModel {
  const { params, activeParams, experts, expanded } = entry;
  const latent = layers.find(({ layer }) => layer.kind === "latent")?.layer;
  return {
    params,
    activeParams,
    ...(experts && {
      routed: [{ experts: experts.count, active: experts.active, params: experts.params }],
    }),
    nHeads: entry.nHeads ?? 0,
    layers,
    ...(expanded &&
      latent?.kind === "latent" && {
        expanded: { nopeDim: expanded.dK - latent.ropeDim, valueDim: expanded.dV },
      }),
  };
}

/** More than anything computes, and finite however many GPUs there are. */
export const unlimited = 1e30;

/** GPUs of the catalogue; a peak that nobody has published limits nothing. */
export const rooflineOf = (gpu: GpuEntry, count: number): Roofline => ({
  count,
  bytesPerSecond: gpu.bandwidthBytesPerSecond,
  flopsPerSecond: gpu.peakFlopsBf16 ?? unlimited,
});
