import type { TaskName } from "../../src/lab/family.ts";
import type { ModelShape } from "../../src/lab/model-shape.ts";
import { alignHeads } from "../../src/lab/upcycle/align-heads.ts";
import { headSimilarity } from "../../src/lab/upcycle/head-similarity.ts";
import type { HeadCosines } from "../../src/measured/lab-runs.ts";

const states: readonly HeadCosines["state"][] = ["trained", 4, 2, 1];

/** Cosines of the KV heads of an MHA model, layer by layer: as trained, and aligned. */
export function headCosines(
  task: TaskName,
  shape: ModelShape,
  parameters: Float32Array,
): readonly HeadCosines[] {
  const { nHeads, layers } = shape;
  return states.flatMap((state) => {
    const of = state === "trained" ? parameters : alignHeads(shape, parameters, state);
    const group = state === "trained" ? nHeads : nHeads / state;
    const pairs = (layer: number, projection: "wk" | "wv"): readonly number[] =>
      headSimilarity(shape, of, layer, projection).flatMap((row, i) =>
        row.slice(i - (i % group), i).map((cosine) => Number(cosine.toFixed(4))),
      );
    return Array.from({ length: layers }, (_, layer) => ({
      ...{ task, layer, state },
      wk: pairs(layer, "wk"),
      wv: pairs(layer, "wv"),
    }));
  });
}
