import type { FormatName, WeightFormat } from "../model/formats.ts";
import { findPlan } from "../model/plan/find-plan.ts";
import { compute } from "../widgets/kv-plan/compute.ts";
import { params } from "../widgets/kv-plan/params.ts";
import { parseValues } from "../widgets/params.ts";

/** GPUs of the cheapest plan with a pair of formats, simulated; other settings as they are first. */
function gpusWith(
  weights: WeightFormat,
  kv: FormatName,
  change: Readonly<Record<string, string>> = {},
): number {
  const { request, pairs } = compute(parseValues(params, (name) => change[name]));
  const pair = pairs.filter((one) => one.weights === weights && one.kv === kv);
  for (const event of findPlan(request, pair)) {
    if (event.kind === "found") return event.found?.gpus ?? 0;
  }
  return 0;
}

/** What is asked in both languages is searched once. */
function once(search: () => number): () => number {
  let found: number | null = null;
  return () => {
    found ??= search();
    return found;
  };
}

/** The answers to the checkpoints on choosing. */
export const chooseAnswers = {
  "gpus-with-fp8-cache": once(() => gpusWith("bf16", "fp8")),
  "gpus-with-fp8-both": once(() => gpusWith("fp8", "fp8")),
  "gpus-with-fp8-cache-hurried": once(() => gpusWith("bf16", "fp8", { tpot: "25" })),
} as const;
