import { compute } from "../widgets/kv-concurrency/compute.ts";
import { params } from "../widgets/kv-concurrency/params.ts";
import { parseValues } from "../widgets/params.ts";

/** Bytes that one GPU of the running example has for caches, its share of weights taken off. */
export function perGpuBudget(): number {
  const { budgetBytes, plan } = compute(parseValues(params, () => undefined));
  return Math.floor(budgetBytes / plan.gpuCount);
}
