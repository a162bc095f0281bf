import { type Derivation, derivation } from "../derivation.ts";
import { bytesPerGiB } from "../units.ts";
import type { EngineName } from "./engine.ts";

/** What one GPU has and what is taken from it before the cache; bytes. */
export interface GpuBudget {
  /** What the driver reports, less than what is printed on the box. */
  readonly totalBytes: number;
  /** The part of it the engine may use. */
  readonly utilization: number;
  /** Weights of one GPU. */
  readonly weightBytes: number;
  /** The driver's context, NCCL and what else is not PyTorch's. */
  readonly nonTorchBytes: number;
  /** The most that activations take in the profiling run. */
  readonly activationBytes: number;
  /** CUDA graphs, where the engine subtracts them. */
  readonly cudaGraphBytes: number;
}

/**
 * Bytes that vLLM leaves to the cache: utilization × total − weights − non-torch − activation peak;
 * 0 where these do not fit.
 * CUDA graphs were not subtracted in the versions measured (0.6 to 0.11); newer ones estimate them.
 * Source: vLLM `v1/worker/gpu_worker.py`; checked against published memory breakdowns.
 */
export function vllmAvailableBytes(budget: GpuBudget, d: Derivation = derivation()): number {
  const { totalBytes, utilization, weightBytes, nonTorchBytes } = budget;
  const { activationBytes, cudaGraphBytes } = budget;
  return d.add({
    name: "available_bytes",
    unit: "B",
    formula:
      "max(0, floor(total_bytes × utilization) − weight_bytes − non_torch_bytes − activation_bytes − cuda_graph_bytes)",
    terms: {
      total_bytes: totalBytes,
      utilization,
      weight_bytes: weightBytes,
      non_torch_bytes: nonTorchBytes,
      activation_bytes: activationBytes,
      cuda_graph_bytes: cudaGraphBytes,
    },
    value: Math.max(
      0,
      Math.floor(totalBytes * utilization) -
        weightBytes -
        nonTorchBytes -
        activationBytes -
        cudaGraphBytes,
    ),
  });
}

/** The terms of a budget that an engine has when nobody gives them. */
export type UsualTerms = Omit<GpuBudget, "totalBytes" | "weightBytes">;

/**
 * What an engine takes where nobody says. vLLM: 0.9 of the memory, of which activations follow the
 * profiling run, which ends in logits for every sequence: about 5 GiB on the 80 GB cards measured,
 * 1 GiB on small ones with fewer sequences; outside PyTorch 0.13 GiB on one GPU, 0.55 GiB where GPUs
 * talk to each other. SGLang leaves these to the part it does not use (0.88 of the memory,
 * `--mem-fraction-static`); the ideal has none.
 */
export function usualTerms(engine: EngineName, totalBytes: number, tp: number): UsualTerms {
  const none = { nonTorchBytes: 0, activationBytes: 0, cudaGraphBytes: 0 };
  if (engine === "sglang") return { utilization: 0.88, ...none };
  if (engine !== "vllm") return { utilization: 1, ...none };
  const large = totalBytes >= 70 * bytesPerGiB;
  return {
    utilization: 0.9,
    nonTorchBytes: Math.round((tp > 1 ? 0.55 : 0.13) * bytesPerGiB),
    activationBytes: (large ? 5 : 1) * bytesPerGiB,
    cudaGraphBytes: 0,
  };
}

/** What a driver reports of a card sold with `soldBytes`: GiB for GB, and one in a hundred less. */
export const reportedBytes = (soldBytes: number): number =>
  Math.floor((soldBytes / 1e9) * bytesPerGiB * 0.99);
