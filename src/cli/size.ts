import { exactProduct } from "../model/exact.ts";
import {
  kvBytesPerSequence,
  kvBytesPerToken,
  layerBytesPerSequence,
  layerBytesPerToken,
} from "../model/kv.ts";
import type { CliModel } from "./cli-model.ts";
import { kvFormat } from "./kv-format.ts";
import { modelFacts } from "./model-facts.ts";
import type { Options } from "./parse-options.ts";

/** Tokens of a sequence where neither the command nor the model says. */
export const usualTokens = 8192;

/** What `headcount size --json` prints. Bytes are exact integers. */
export function sizeOf(model: CliModel, options: Options) {
  const tp = options.whole("tp") ?? 1;
  const batch = options.whole("batch") ?? 1;
  const tokens = options.whole("tokens") ?? model.maxContext ?? usualTokens;
  const { name, format } = kvFormat(options.text("kv-format"), model, null);
  const cache = { k: format, v: format };
  const perGpu = kvBytesPerSequence(model.layers, cache, tokens, tp);
  return {
    model: modelFacts(model),
    kvFormat: name,
    tp,
    tokens,
    batch,
    /** One more token of a sequence on one GPU, while no window is full. */
    bytesPerTokenPerGpu: kvBytesPerToken(model.layers, cache, tp),
    bytesPerSequencePerGpu: perGpu,
    /** On all GPUs together: what they keep twice counts twice. */
    bytesPerSequence: exactProduct(perGpu, tp),
    bytesPerBatch: exactProduct(perGpu, tp, batch),
    layers: model.layers.map(({ count, layer }) => ({
      count,
      layer,
      bytesPerTokenPerGpu: layerBytesPerToken(layer, cache, tp),
      bytesPerSequencePerGpu: layerBytesPerSequence(layer, cache, tokens, tp),
    })),
  };
}
