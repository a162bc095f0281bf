import type { RandomSource } from "./random-source.ts";
import { ScenarioError } from "./scenario-error.ts";

/** When requests arrive. Rates are requests a second. */
export type Arrivals =
  | { readonly kind: "burst"; readonly requests: number }
  | { readonly kind: "fixed"; readonly rate: number }
  | { readonly kind: "poisson"; readonly rate: number }
  | {
      /**
       * Gaps of a gamma distribution with the shape `burstiness`: 1 is Poisson, less is burstier, as
       * `vllm bench serve` has it.
       * @source https://docs.vllm.ai/en/latest/cli/bench/serve.html
       */
      readonly kind: "gamma";
      readonly rate: number;
      readonly burstiness: number;
    };

/**
 * Times of arrivals in seconds, one after the other, without end but for a burst's.
 * @throws ScenarioError on a rate or shape that is not positive, or a burst without requests
 */
export function* arrivalTimes(arrivals: Arrivals, random: RandomSource): Generator<number> {
  if (arrivals.kind === "burst") {
    if (!Number.isSafeInteger(arrivals.requests) || arrivals.requests < 1) {
      throw new ScenarioError("no-requests", { requests: arrivals.requests });
    }
    for (let i = 0; i < arrivals.requests; i++) yield 0;
    return;
  }
  const { rate } = arrivals;
  if (!(rate > 0 && rate < Infinity)) throw new ScenarioError("rate", { rate });
  const gap = gaps(arrivals, random);
  for (let time = gap() / rate; ; time += gap() / rate) yield time;
}

/** Gaps between arrivals, with mean 1. */
function gaps(
  arrivals: Exclude<Arrivals, { readonly kind: "burst" }>,
  random: RandomSource,
): () => number {
  switch (arrivals.kind) {
    case "fixed":
      return () => 1;
    case "poisson":
      return () => random.exponential();
    case "gamma": {
      const { burstiness } = arrivals;
      if (!(burstiness >= 0.01 && burstiness <= 1000)) {
        throw new ScenarioError("burstiness", { burstiness });
      }
      return () => random.gamma(burstiness);
    }
  }
}
