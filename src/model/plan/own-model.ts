import { decodeModel } from "../cost/decode-model.ts";
import type { WeightFormat } from "../formats.ts";
import type { ImportedModel } from "../import/config/import-config.ts";
import { parameterCount } from "../parameters.ts";
import type { PlanModel } from "./plan-request.ts";

/** A model of a `config.json` as a plan needs it; `null` where the file does not tell its parameters. */
export function ownPlanModel(model: ImportedModel): PlanModel | null {
  const { blueprint, layers, nHeads, headDim, expanded } = model;
  if (blueprint === null) return null;
  return {
    ...decodeModel(blueprint, layers),
    allParams: parameterCount(blueprint).total,
    stored: storedAs(model.weightBits),
    shape: { layers, nHeads, headDim: headDim ?? 0, ...(expanded && { expanded }) },
  };
}

/** The format whose bits come nearest from above. */
function storedAs(bits: number | null): WeightFormat {
  if (bits === null || bits > 8.5) return "bf16";
  return bits > 5 ? "fp8" : "int4";
}
