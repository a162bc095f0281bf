import type { DrawnWorkload } from "./scenario.ts";

/** What people ask for: means of exponential lengths. */
export interface Traffic {
  readonly promptTokens: number;
  readonly outputTokens: number;
  /** Prompt and answer together: requests that are longer are drawn again. */
  readonly mostTokens: number;
}

/** Such requests, `rate` of them a second as people come who know nothing of each other. */
export function workloadOf(
  { promptTokens, outputTokens, mostTokens }: Traffic,
  rate: number,
): DrawnWorkload {
  return {
    ...{ kind: "drawn", arrivals: { kind: "poisson", rate } },
    prompt: { kind: "exponential", mean: promptTokens },
    output: { kind: "exponential", mean: outputTokens },
    maxTokens: mostTokens,
  };
}
