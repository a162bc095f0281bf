import { secondAStep } from "../serve/step-time.ts";
import { type Traffic, workloadOf } from "../serve/traffic.ts";
import { requestsOf } from "../serve/workload.ts";

/** What a mean request of the traffic asks for. */
export interface Demand {
  readonly promptTokens: number;
  readonly outputTokens: number;
  /** Cached tokens that its decode steps read, summed over them. */
  readonly read: number;
  /** Pairs of a token and one that it attends to, summed over prompt and answer. */
  readonly pairs: number;
}

const drawn = 4096;

/** Means over the traffic's own draws: what is redrawn for its length makes them less than they are set to. */
export function demandOf(traffic: Traffic, seed: number): Demand {
  const requests = requestsOf(
    {
      memory: { kind: "paged", slots: traffic.mostTokens, blockTokens: 1 },
      batching: { kind: "static", batch: 1 },
      costs: secondAStep,
      workload: { ...workloadOf(traffic, 1), arrivals: { kind: "burst", requests: drawn } },
    },
    seed,
  );
  let [prompt, output, read, pairs] = [0, 0, 0, 0];
  for (let next = requests.next(); !next.done; next = requests.next()) {
    const { promptTokens: p, outputTokens: o } = next.value;
    prompt += p;
    output += o;
    // The step that ends the prompt gives the first token: o - 1 steps come after it.
    const later = (o - 1) * p + (o * (o - 1)) / 2;
    read += later;
    pairs += (p * (p + 1)) / 2 + later;
  }
  return {
    promptTokens: prompt / drawn,
    outputTokens: output / drawn,
    read: read / drawn,
    pairs: pairs / drawn,
  };
}
