import { example, modelById } from "../data/index.ts";
import { kvElementBytes } from "../model/formats.ts";
import { kvBytesPerSequence, kvBytesPerToken } from "../model/kv.ts";
import { compute } from "../widgets/kv-concurrency/compute.ts";
import { params } from "../widgets/kv-concurrency/params.ts";
import { parseValues } from "../widgets/params.ts";

const plan = (change: Readonly<Record<string, string>> = {}) =>
  compute(parseValues(params, (name) => change[name]));
const { layers } = modelById(example.model);
const elementBytes = kvElementBytes(example.kv);

/** Token passes through the model of one decode step with a cache: the tokens it has not seen. */
const passesOfStep = (cached: number, tokens: number) => tokens - cached;

/** Rows of K and V that depend on the edited token, above the first layer: it and all after it. */
const staleRows = (tokens: number, edited: number) =>
  Array.from({ length: tokens }, (_, i) => i + 1).filter((row) => row >= edited).length;

/** The answers to the checkpoints, computed from the model core. */
export const answers = {
  "tokens-run-for-next-step": () => passesOfStep(1000, 1001),
  "token-passes-without-cache": () =>
    Array.from({ length: 1000 }, (_, i) => passesOfStep(0, i + 1)).reduce((a, b) => a + b),
  "kv-ratio-when-context-doubles": () =>
    kvBytesPerSequence(layers, elementBytes, 2000) / kvBytesPerSequence(layers, elementBytes, 1000),
  "stale-rows-after-edit": () => staleRows(8, 3),
  "bytes-per-token": () => kvBytesPerToken(layers, elementBytes),
  "requests-gqa": () => plan().own.requests,
  "requests-mha": () => {
    const mha = plan().variants.find((variant) => variant.name === "mha");
    if (!mha) throw new RangeError("the example has no MHA twin");
    return mha.requests;
  },
  "requests-two-gpus": () => plan({ count: "2" }).own.requests,
} as const;

export type AnswerName = keyof typeof answers;
