import { wholePower } from "./elementary.ts";
import { ScenarioError } from "./scenario-error.ts";

/** What a step of the model costs: a roofline with overheads. Bytes and FLOPs over all GPUs. */
export interface StepCosts {
  /** Weights that every step reads, and those of routed experts, of which it reads a part. */
  readonly weightBytes: number;
  readonly experts?: {
    readonly bytes: number;
    /** Of a layer, and how many a token visits. */
    readonly count: number;
    readonly active: number;
  };
  /** Read again for each cached token, in each decode step. */
  readonly kvBytesPerToken: number;
  /** Multiply-adds count twice. */
  readonly flopsPerToken: number;
  /** Attention's, for a pair of a query token and a cached one; 0 leaves attention out. */
  readonly flopsPerPair: number;
  /** What is reached of the memory's bandwidth and of the peak. */
  readonly bytesPerSecond: number;
  readonly flopsPerSecond: number;
  /** Of every step, and of every sequence in it, whatever is computed. */
  readonly secondsPerStep: number;
  readonly secondsPerSequence: number;
}

/** A second for every step, whatever is in it: for scenarios whose time is counted in steps. */
export const secondAStep: StepCosts = {
  ...{ weightBytes: 1, kvBytesPerToken: 0, flopsPerToken: 0, flopsPerPair: 0 },
  ...{ bytesPerSecond: 1, flopsPerSecond: 1, secondsPerStep: 0, secondsPerSequence: 0 },
};

/** What a step computes. */
export interface StepWork {
  /** Tokens that are computed, and sequences they belong to. */
  tokens: number;
  sequences: number;
  /** Cached tokens that are read. */
  read: number;
  /** Pairs of a computed token and one that it attends to. */
  pairs: number;
}

export type Bound = "memory" | "compute";

export interface StepSeconds {
  readonly seconds: number;
  /** Which of the two takes longer. */
  readonly bound: Bound;
}

/**
 * `max(bytes / bandwidth, FLOPs / peak) + a + b · sequences`. Of routed experts a step over n tokens
 * reads the share `1 − (1 − k/E)^n` that is expected.
 * @throws ScenarioError on speeds that are not positive
 */
export function stepTimer(costs: StepCosts): (work: StepWork) => StepSeconds {
  const { bytesPerSecond, flopsPerSecond, experts } = costs;
  for (const speed of [bytesPerSecond, flopsPerSecond]) {
    if (!(speed > 0 && speed < Infinity)) throw new ScenarioError("speed", { speed });
  }
  const unvisited = experts ? 1 - experts.active / experts.count : 0;
  const weights = (tokens: number): number =>
    costs.weightBytes + (experts ? experts.bytes * (1 - wholePower(unvisited, tokens)) : 0);
  return ({ tokens, sequences, read, pairs }) => {
    const bytes = weights(tokens) + read * costs.kvBytesPerToken;
    const flops = tokens * costs.flopsPerToken + pairs * costs.flopsPerPair;
    const memory = bytes / bytesPerSecond;
    const compute = flops / flopsPerSecond;
    return {
      seconds:
        Math.max(memory, compute) + costs.secondsPerStep + sequences * costs.secondsPerSequence,
      bound: memory >= compute ? "memory" : "compute",
    };
  };
}
