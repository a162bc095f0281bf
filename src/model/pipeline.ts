import type { LayerGroup } from "./layers.ts";

/** The layers of one pipeline stage: from the first up to before `to`. */
export interface Stage {
  readonly from: number;
  readonly to: number;
}

/**
 * Layers of each pipeline stage: an equal share, the remainder given one layer each to the stages
 * before the last, from its neighbour backwards (vLLM `get_pp_indices`).
 */
export function pipelineStages(layerCount: number, stages: number): readonly Stage[] {
  const sizes = new Array<number>(stages).fill(Math.floor(layerCount / stages));
  const rest = layerCount % stages;
  for (let i = 2; i < rest + 2; i++) sizes[stages - i] = (sizes[stages - i] ?? 0) + 1;
  let from = 0;
  return sizes.map((size) => {
    const stage = { from, to: from + size };
    from += size;
    return stage;
  });
}

/**
 * The layers of the pipeline stage on which `bytesOf` is largest: its GPUs decide how many tokens
 * fit.
 */
export function fullestStage(
  layers: readonly LayerGroup[],
  stages: number,
  bytesOf: (layers: readonly LayerGroup[]) => number,
): readonly LayerGroup[] {
  const total = layers.reduce((sum, { count }) => sum + count, 0);
  return pipelineStages(total, stages)
    .map((stage) => layersOf(layers, stage))
    .reduce((a, b) => (bytesOf(b) > bytesOf(a) ? b : a));
}

function layersOf(layers: readonly LayerGroup[], { from, to }: Stage): readonly LayerGroup[] {
  let start = 0;
  return layers.flatMap((group) => {
    const count = Math.min(start + group.count, to) - Math.max(start, from);
    start += group.count;
    return count > 0 ? [{ ...group, count }] : [];
  });
}
