import { decodeModelOf, rooflineOf } from "../../data/decode-model-of.ts";
import { example, gpuById, modelById } from "../../data/index.ts";
import { cacheFormat } from "../../model/formats.ts";
import { naturalExp } from "../../model/serve/elementary.ts";
import { RandomSource } from "../../model/serve/random-source.ts";
import type { Request } from "../../model/serve/request.ts";
import type { Batching, Scenario } from "../../model/serve/scenario.ts";
import { assumedReach, serviceCosts } from "../../model/serve/service-costs.ts";
import type { ValuesOf } from "../params.ts";
import type { params } from "./params.ts";

export type TimelineValues = ValuesOf<typeof params>;

export const schedules = ["static", "iteration", "chunked"] as const;
export type ScheduleName = (typeof schedules)[number];

/** Tokens of every prompt but the long one, of the middle answer, and of the longest. */
export const shortPrompt = 256;
export const middleAnswer = 60;
const longestAnswer = 400;

export const costs = serviceCosts(
  decodeModelOf(modelById(example.model)),
  { ...rooflineOf(gpuById(example.gpu), example.count), ...assumedReach },
  {
    ...{ cache: cacheFormat(example.kv), weights: "bf16", tokens: shortPrompt },
    ...{ secondsPerStep: 0, secondsPerSequence: 0 },
  },
);

/** The one that brings the long prompt: in the middle, numbered from 0. */
export const longRequest = ({ requests }: TimelineValues): number => Math.floor((requests - 1) / 2);

/** They come one after the other; how long their answers are only the spread decides. */
function requestsOf(values: TimelineValues): readonly Request[] {
  const random = new RandomSource(values.seed, 7);
  return Array.from({ length: values.requests }, (_, id) => ({
    ...{ id, arrival: id * values.gap },
    promptTokens: id === longRequest(values) ? values.long : shortPrompt,
    outputTokens: Math.max(
      1,
      Math.min(
        longestAnswer,
        Math.round(middleAnswer * naturalExp(values.spread * random.normal())),
      ),
    ),
  }));
}

function batchingOf(name: ScheduleName, { places: batch, budget }: TimelineValues): Batching {
  switch (name) {
    case "static":
      return { kind: "static", batch };
    case "iteration":
      return { kind: "iteration", batch, prompts: "first" };
    case "chunked":
      return { kind: "chunked", batch, budget };
  }
}

/** Memory is no matter here: there is room for everybody. */
export const scenarioOf = (name: ScheduleName, values: TimelineValues): Scenario => ({
  memory: { kind: "paged", slots: 2 ** 20, blockTokens: 1024 },
  batching: batchingOf(name, values),
  costs,
  workload: { kind: "trace", requests: requestsOf(values) },
});
