import { example, modelById } from "../data/index.ts";
import { concurrentRequests } from "../model/concurrency.ts";
import { expandFromQueries } from "../model/cost/mla.ts";
import { cacheFormat } from "../model/formats.ts";
import { kvBytesPerSequence, kvBytesPerToken } from "../model/kv.ts";
import type { CacheLayer, LayerGroup } from "../model/layers.ts";
import { perGpuBudget } from "./per-gpu-budget.ts";

const { layers: v2 } = modelById("deepseek-v2");
const nHeads = 128;
const bf16 = cacheFormat("bf16");
const latent: CacheLayer = { kind: "latent", latentDim: 512, ropeDim: 64 };
const heads = (nKv: number): CacheLayer => ({ kind: "heads", nKv, headDim: 128 });

/** DeepSeek 67B, which the 93.3% compares with: arXiv:2401.02954, table 2. */
const deepseek67b: readonly LayerGroup[] = [{ count: 95, layer: heads(8) }];

const bytesPerToken = (layer: CacheLayer) => kvBytesPerToken([{ count: 1, layer }], bf16);

/** A distance between two tokens is a rotation of its own, and asks for a query of its own. */
const distancesTo = (cached: number) =>
  new Set(Array.from({ length: cached }, (_, position) => cached - position)).size;

/** The answers to the checkpoints on MLA. */
export const mlaAnswers = {
  "mla-smaller-than-mha": () => Math.round(bytesPerToken(heads(nHeads)) / bytesPerToken(latent)),
  "mla-expand-from": () =>
    expandFromQueries({
      ...{ nHeads, kvRank: latent.latentDim, ropeDim: latent.ropeDim },
      ...{ nopeDim: 128, valueDim: 128 },
    }),
  "absorbed-queries-with-rope": () => distancesTo(example.context),
  "requests-mla-four-gpus": () =>
    concurrentRequests(
      perGpuBudget(),
      kvBytesPerSequence([{ count: 80, layer: latent }], bf16, example.context, example.count),
    ),
  "mla-saving-same-precision": () =>
    Math.round(100 * (1 - kvBytesPerToken(v2, bf16) / kvBytesPerToken(deepseek67b, bf16))),
} as const;
