import type { Arrivals } from "../../../src/model/serve/arrivals.ts";
import type { Lengths } from "../../../src/model/serve/lengths.ts";
import { RandomSource } from "../../../src/model/serve/random-source.ts";
import type { Batching, MemoryPlan, Scenario } from "../../../src/model/serve/scenario.ts";

/** A small scenario of any kind, which can be simulated in a moment. */
export function randomScenario(seed: number): Scenario {
  const random = new RandomSource(seed, 99);
  const whole = (from: number, to: number) => from + Math.floor(random.uniform() * (to - from + 1));
  const either = <T>(...options: readonly T[]): T => options[whole(0, options.length - 1)] as T;
  const lengths = (most: number): Lengths =>
    either<() => Lengths>(
      () => ({ kind: "fixed", tokens: whole(1, most) }),
      () => ({ kind: "exponential", mean: whole(1, most) }),
      () => ({ kind: "lognormal", median: whole(1, most), spread: random.uniform() }),
      () => ({ kind: "zipf", from: 1, to: most, exponent: 2 * random.uniform() }),
      () => ({ kind: "quantiles", tokens: [1, whole(1, most), most].sort((a, b) => a - b) }),
    )();
  const rate = 0.2 + 20 * random.uniform();
  const arrivals = either<Arrivals>(
    { kind: "burst", requests: whole(1, 25) },
    { kind: "fixed", rate },
    { kind: "poisson", rate },
    { kind: "gamma", rate, burstiness: 0.1 + random.uniform() },
  );
  const slots = whole(64, 700);
  const blockTokens = either(1, 4, 16, 32);
  const memory = either<MemoryPlan>(
    {
      ...{ kind: "contiguous", slots, maxTokens: whole(16, slots) },
      reservation: either("max", "pow2", "oracle"),
    },
    {
      ...{ kind: "paged", slots, blockTokens, prefixCaching: either(true, false) },
      ...{ watermark: either(0, 0.01, 0.1), setApart: either(0, 1) },
      pressure: either("recompute", "swap", "reject"),
      host: { slots: whole(0, 400), bytesPerSecond: 1e4 },
    },
  );
  const batch = whole(1, 12);
  const batching = either<Batching>(
    { kind: "static", batch },
    { kind: "request", batch },
    { kind: "iteration", batch, prompts: "mixed" },
    { kind: "iteration", batch, prompts: "first", budget: whole(1, 400) },
    { kind: "chunked", batch, budget: whole(1, 200) },
  );
  const isPaged = memory.kind === "paged";
  return {
    ...{ memory, batching },
    costs: {
      ...{ weightBytes: 1000, kvBytesPerToken: 10, flopsPerToken: 100, flopsPerPair: 1 },
      ...{
        bytesPerSecond: 1e5,
        flopsPerSecond: 1e5,
        secondsPerStep: 0.01,
        secondsPerSequence: 0.001,
      },
    },
    workload: {
      ...{ kind: "drawn", arrivals, prompt: lengths(120), output: lengths(80) },
      ...(either(true, false) && { prefixes: { groups: whole(1, 3), tokens: whole(1, 100) } }),
      ...(isPaged && either(true, false) && { samples: whole(1, 3) }),
    },
    ...{ seconds: 0.5 + 3 * random.uniform(), drain: either(true, false) },
    ...(either(true, false) && { mostWaiting: whole(1, 20) }),
  };
}
