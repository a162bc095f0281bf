import { gpuById, modelById } from "../../../src/data/index.ts";
import { planModelOf, stockOf } from "../../../src/data/plan-model.ts";
import type { GpuStock, PlanRequest } from "../../../src/model/plan/plan-request.ts";

/** A chat with short questions and long answers on H100s, but for what is changed. */
export const requestFor = (
  model: string,
  traffic: Partial<PlanRequest["traffic"]> = {},
  change: Partial<Omit<PlanRequest, "traffic" | "gpu">> & { readonly gpu?: Partial<GpuStock> } = {},
): PlanRequest => ({
  model: planModelOf(modelById(model)),
  traffic: { rate: 4, promptTokens: 500, outputTokens: 1500, mostTokens: 8192, ...traffic },
  pace: { ttft: 2, tpot: 0.05 },
  ...{ weights: ["bf16", "fp8"], kv: ["bf16", "fp8"], splitLoss: 0.1, seed: 1 },
  ...change,
  gpu: { ...stockOf(gpuById("h100-80g"), 8), most: 64, ...change.gpu },
});
