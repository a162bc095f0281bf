import type { Step } from "../derivation.ts";
import type { CacheLayer, LayerGroup } from "../layers.ts";
import type { Capacity, Deployment } from "./engine.ts";
import { type SglangCapacity, sglangCapacity } from "./sglang-capacity.ts";

/**
 * States of a sequence that SGLang keeps for each running request with its prefix cache on
 * (`MAMBA_CACHE_SIZE_MAX_RUNNING_REQUESTS_RATIO`).
 */
const statesPerRequest = 3;

/**
 * SGLang with its defaults. With `hybrid`, windows have a pool of their own, as SGLang has for some
 * classes of models (`is_hybrid_swa_model`); without, as for all others, every layer keeps all
 * tokens. It prints tokens and no concurrency: that is how many requests of the longest context its
 * pools hold, the fullest pool deciding.
 * @throws EngineError on a model without a cache that grows.
 */
export function sglang(plan: Deployment): Capacity {
  const pageSize = plan.blockSize ?? defaultPageSize(plan.layers);
  const draft = plan.speculativeTokens > 0 ? plan.draftLayers : undefined;
  const found = sglangCapacity({
    layers: plan.hybrid ? plan.layers : plan.layers.map(withoutWindow),
    ...(draft ? { draftLayers: draft } : {}),
    format: plan.format,
    tp: plan.tp,
    pp: plan.pp,
    availableBytes: plan.availableBytes,
    pageSize,
    elementBytes: plan.elementBytes,
  });
  const step = plan.maxModelLen === null ? null : concurrency(found, plan.maxModelLen, pageSize);
  return {
    bytesPerTokenPerGpu: found.bytesPerTokenPerGpu,
    blockSize: pageSize,
    blocks: null,
    kvTokens: found.kvTokens,
    concurrency: step?.value ?? null,
    requests: step ? Math.floor(step.value) : null,
    steps: step ? [...found.steps, step] : found.steps,
  };
}

/** The kernels of a sparse indexer take pages of 64; else a page is one token. */
const defaultPageSize = (layers: readonly LayerGroup[]): number =>
  layers.some(({ layer }) => layer.kind === "latent" && layer.indexerDim) ? 64 : 1;

/** The same layers keeping all tokens. */
export function withoutWindow({ count, layer }: LayerGroup): LayerGroup {
  if (layer.kind !== "heads") return { count, layer };
  const { windowTokens: _window, chunkTokens: _chunk, ...full } = layer;
  return { count, layer: full satisfies CacheLayer };
}

function concurrency(found: SglangCapacity, maxModelLen: number, pageSize: number): Step {
  const { kvTokens, swaTokens, window, stateSlots } = found;
  const terms: Record<string, number> = {
    kv_tokens: kvTokens,
    max_model_len: maxModelLen,
    page_size: pageSize,
  };
  const limits = ["kv_tokens / (ceil(max_model_len / page_size) × page_size)"];
  let value = kvTokens / (Math.ceil(maxModelLen / pageSize) * pageSize);
  if (swaTokens !== null && window !== null) {
    limits.push("swa_tokens / min(max_model_len, n_swa + page_size)");
    Object.assign(terms, { swa_tokens: swaTokens, n_swa: window });
    value = Math.min(value, swaTokens / Math.min(maxModelLen, window + pageSize));
  }
  if (stateSlots !== null) {
    limits.push("floor(slots / states_per_request)");
    Object.assign(terms, { slots: stateSlots, states_per_request: statesPerRequest });
    value = Math.min(value, Math.floor(stateSlots / statesPerRequest));
  }
  const formula = limits.length > 1 ? `min(${limits.join(", ")})` : (limits[0] ?? "");
  return { name: "concurrency", unit: "requests", formula, terms, value };
}
