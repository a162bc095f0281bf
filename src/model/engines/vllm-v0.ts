import { derivation } from "../derivation.ts";
import { exactProduct } from "../exact.ts";
import { kvBytesPerToken } from "../kv.ts";
import { tokenBytesSteps } from "../layer-derivation.ts";
import { cachedKinds } from "../layers.ts";
import { fullestStage } from "../pipeline.ts";
import { type Capacity, type Deployment, EngineError, servedLayers } from "./engine.ts";

/**
 * vLLM's V0 engine: every attention layer keeps all tokens in blocks of 16, windows included.
 * `concurrency` is tokens ÷ longest context. States are kept beside the blocks and not counted.
 * Source: vLLM `worker/cache_engine.py`, `worker/worker.py` (to 0.10).
 * @throws EngineError when no layer keeps tokens.
 */
export function vllmV0(plan: Deployment): Capacity {
  const { format, tp, pp, maxModelLen, availableBytes } = plan;
  const d = derivation();
  const layers = fullestStage(servedLayers(plan), pp, (stage) =>
    kvBytesPerToken(stage, format, tp),
  );
  const value = kvBytesPerToken(layers, format, tp);
  if (value === 0) throw new EngineError("no-cache", "no layer of this model has a cache");
  const terms: Record<string, number> = {};
  const parts: string[] = [];
  const kinds = cachedKinds(layers);
  for (const [i, { count, layer }] of kinds.entries()) {
    const suffix = kinds.length === 1 ? "" : `_${i + 1}`;
    const bytes = tokenBytesSteps(d, layer, format, tp, suffix);
    if (bytes === 0) continue;
    terms[`layers${suffix}`] = count;
    terms[`token_bytes${suffix}`] = bytes;
    parts.push(`layers${suffix} × token_bytes${suffix}`);
  }
  const perToken = d.add({
    name: "bytes_per_token",
    unit: "B",
    formula: parts.join(" + "),
    terms,
    value,
  });
  const blockSize = plan.blockSize ?? 16;
  const blocks = d.add({
    name: "blocks",
    unit: "blocks",
    formula: "max(0, floor(available_bytes / (block_size × bytes_per_token)))",
    terms: { available_bytes: availableBytes, block_size: blockSize, bytes_per_token: perToken },
    value: Math.max(0, Math.floor(availableBytes / exactProduct(blockSize, perToken))),
  });
  const kvTokens = d.add({
    name: "kv_tokens",
    unit: "tokens",
    formula: "blocks × block_size",
    terms: { blocks, block_size: blockSize },
    value: exactProduct(blocks, blockSize),
  });
  const concurrency =
    maxModelLen === null
      ? null
      : d.add({
          name: "concurrency",
          unit: "requests",
          formula: "kv_tokens / max_model_len",
          terms: { kv_tokens: kvTokens, max_model_len: maxModelLen },
          value: kvTokens / maxModelLen,
        });
  return {
    bytesPerTokenPerGpu: perToken,
    blockSize,
    blocks,
    kvTokens,
    concurrency,
    requests: concurrency === null ? null : Math.floor(concurrency),
    steps: d.steps,
  };
}
