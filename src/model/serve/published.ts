import type { PoolUsage } from "./pool-usage.ts";
import type { DrawnWorkload, MemoryPlan, Scenario } from "./scenario.ts";
import { assumedReach } from "./service-costs.ts";
import type { StepCosts } from "./step-time.ts";

/**
 * OPT-13B on one A100 with 40 GB, as the PagedAttention paper has it: 12 GB for the cache, 819,200 B a
 * token. 0.7 of the bandwidth and 0.5 of the peak are assumed. `secondsPerStep` and
 * `secondsPerSequence` are fitted, to the two bars of vLLM in the paper's figure 13, which is therefore
 * no evidence for them.
 * @source https://arxiv.org/abs/2309.06180, table 1 and section 6
 */
export const optOnA100 = {
  slots: Math.floor((12 * 2 ** 30) / 819_200),
  maxTokens: 2048,
  costs: {
    weightBytes: 26e9,
    kvBytesPerToken: 819_200,
    flopsPerToken: 2 * 13e9,
    flopsPerPair: 0,
    bytesPerSecond: assumedReach.memoryUtilization * 1555e9,
    flopsPerSecond: assumedReach.flopsUtilization * 312e12,
    secondsPerStep: 0.011,
    secondsPerSequence: 0.00024,
  } satisfies StepCosts,
} as const;

type Shape = Pick<DrawnWorkload, "prompt" | "output" | "maxPrompt" | "maxTokens">;

const limits = { maxPrompt: 1024, maxTokens: optOnA100.maxTokens } as const;

/**
 * Lengths with the means that the paper publishes: 161.31 and 337.99 tokens of ShareGPT, 19.31 and
 * 58.45 of Alpaca, once those too long have been left out. Their shape is not published; a log-normal
 * one with these spreads is assumed, and the medians follow.
 * @source https://arxiv.org/abs/2309.06180, figure 11
 */
export const publishedLengths = {
  shareGpt: {
    prompt: { kind: "lognormal", median: 100.117, spread: 1.2 },
    output: { kind: "lognormal", median: 242.908, spread: 0.9 },
    ...limits,
  },
  alpaca: {
    prompt: { kind: "lognormal", median: 16.1348, spread: 0.6 },
    output: { kind: "lognormal", median: 38.611, spread: 0.9 },
    ...limits,
  },
} as const satisfies Readonly<Record<string, Shape>>;

/** The paper's four ways to give out memory. */
export type PublishedMemory = "max" | "pow2" | "oracle" | "vllm";

export function publishedMemory(name: PublishedMemory): MemoryPlan {
  const { slots, maxTokens } = optOnA100;
  return name === "vllm"
    ? { kind: "paged", slots, blockTokens: 16, watermark: 0.01 }
    : { kind: "contiguous", slots, reservation: name, maxTokens };
}

/** One of the paper's runs: requests of a rate for so many seconds, prompts computed with the rest. */
export const publishedScenario = (
  memory: PublishedMemory,
  lengths: keyof typeof publishedLengths,
  rate: number,
  seconds: number,
): Scenario => ({
  memory: publishedMemory(memory),
  batching: { kind: "iteration", batch: Infinity, prompts: "mixed" },
  costs: optOnA100.costs,
  workload: {
    kind: "drawn",
    arrivals: { kind: "poisson", rate },
    ...publishedLengths[lengths],
  },
  ...{ seconds, drain: false },
});

/**
 * Mean shares of the pool's slots while requests wait, as the paper draws them, in percent; "external
 * & others" is external. Of vLLM only the tokens have a number.
 * @source https://arxiv.org/abs/2309.06180, figure 2
 */
export const publishedShares = {
  max: { tokens: 20.4, reserved: 13.3, internal: 57.3, external: 8.9 },
  pow2: { tokens: 26.8, reserved: 17.9, internal: 13.6, external: 41.6 },
  oracle: { tokens: 38.2, reserved: 25.2, internal: 0, external: 36.6 },
  vllm: { tokens: 96.3 },
} as const satisfies Readonly<Record<PublishedMemory, Readonly<Partial<PoolUsage>>>>;
