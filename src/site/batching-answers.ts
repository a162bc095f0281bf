import { secondAStep } from "../model/serve/step-time.ts";
import { timeline } from "../model/serve/timeline.ts";
import { compute } from "../widgets/kv-timeline/compute.ts";
import { params } from "../widgets/kv-timeline/params.ts";
import { costs } from "../widgets/kv-timeline/scenario.ts";
import { parseValues } from "../widgets/params.ts";

/** Percent of the places' time in which a token comes out, of a batch that ends together. */
function busyPercent(answers: readonly number[]): number {
  const { bars, outcome } = timeline(
    {
      memory: { kind: "paged", slots: 1024, blockTokens: 16 },
      batching: { kind: "static", batch: answers.length },
      costs: secondAStep,
      workload: {
        kind: "trace",
        requests: answers.map((outputTokens, id) => ({
          ...{ id, arrival: 0, promptTokens: 1, outputTokens },
        })),
      },
    },
    1,
  );
  const busy = bars
    .filter(({ state }) => state !== "held")
    .reduce((sum, { from, to }) => sum + to - from, 0);
  return Math.round((100 * busy) / (answers.length * outcome.seconds));
}

function longestPauseMs(): number {
  const { all } = compute(parseValues(params, () => undefined));
  const whole = all.find(({ schedule }) => schedule === "iteration");
  return Math.round(1000 * (whole?.longestPause ?? 0));
}

/** Tokens of a step at which computing takes as long as reading the weights. */
const tokensToFill = (): number =>
  Math.round(
    ((costs.weightBytes / costs.bytesPerSecond) * costs.flopsPerSecond) / costs.flopsPerToken,
  );

/** The answers to the checkpoints on batching. */
export const batchingAnswers = {
  "busy-places-of-batch": () => busyPercent([100, 20, 20, 20]),
  "pause-of-long-prompt": longestPauseMs,
  "tokens-that-fill-a-step": tokensToFill,
} as const;
