import { gpuById, type ModelEntry } from "../../data/index.ts";
import { planModelOf, stockOf } from "../../data/plan-model.ts";
import { type WeightFormat, weightFormats } from "../../model/formats.ts";
import { type Demand, demandOf } from "../../model/plan/demand.ts";
import { type Layouts, layoutsOf } from "../../model/plan/layouts.ts";
import { type PlanRequest, servableWeights } from "../../model/plan/plan-request.ts";
import { modelAt } from "../model-at.ts";
import type { ValuesOf } from "../params.ts";
import type { params } from "./params.ts";
import { modelFromText } from "./sizes.ts";

export type PlanValues = ValuesOf<typeof params>;

export interface PlanResult {
  /** The catalogue's model; `null` for one that the reader brought. */
  readonly entry: ModelEntry | null;
  readonly request: PlanRequest;
  readonly demand: Demand;
  /** Every pair of formats that may be used, and its layouts with their ceilings. */
  readonly pairs: readonly Layouts[];
}

/** Everything the widget shows without simulating, from its parameters. */
export function compute(values: PlanValues): PlanResult {
  const own = modelFromText(values.shape, values.sizes);
  const entry = own ? null : modelAt(values.model, values.most);
  const request = requestOf(
    values,
    own ?? planModelOf(entry ?? modelAt(values.model, values.most)),
  );
  const demand = demandOf(request.traffic, request.seed);
  return { entry, request, demand, pairs: layoutsOf(request, demand) };
}

const weightNames = Object.keys(weightFormats) as readonly WeightFormat[];
const kvNames = ["bf16", "fp8"] as const;

function requestOf(values: PlanValues, model: PlanRequest["model"]): PlanRequest {
  const fewest = weightNames.indexOf(values["least-weights"]);
  return {
    model,
    gpu: { ...stockOf(gpuById(values.gpu), values.node), most: values.gpus },
    traffic: {
      rate: values.rate,
      promptTokens: values.prompt,
      outputTokens: values.output,
      mostTokens: values.most,
    },
    pace: { ttft: values.ttft, tpot: values.tpot / 1000 },
    weights: servableWeights(model.stored, weightNames.slice(0, fewest + 1)),
    kv: kvNames.slice(0, kvNames.indexOf(values["least-kv"]) + 1),
    splitLoss: values.split / 100,
    seed: values.seed,
  };
}
