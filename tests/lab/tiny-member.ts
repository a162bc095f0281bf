import { memberShape, type Variant } from "../../src/lab/family.ts";
import type { ModelShape } from "../../src/lab/model-shape.ts";

/** A member of the family, so small that a test runs it hundreds of times. */
export function tinyMember(variant: Variant): ModelShape {
  const { attention } = memberShape("recall", variant);
  return {
    ...{ vocabulary: 13, hidden: 16, layers: 2, nHeads: 4, headDim: 4, mlp: 24, context: 16 },
    attention:
      attention.kind === "latent"
        ? { kind: "latent", latentDim: 6, ropeDim: 2 }
        : attention.kind === "virtual"
          ? { kind: "virtual", queryHeads: 2, nKv: 2, rank: 2 }
          : { kind: "grouped", nKv: Math.ceil(attention.nKv / 2) },
  };
}
