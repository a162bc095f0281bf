import { type Derivation, derivation } from "../derivation.ts";
import { kvBytesPerSequence, kvBytesPerToken } from "../kv.ts";
import { stateBytesStep, tokenBytesSteps } from "../layer-derivation.ts";
import { cachedKinds, keptTokens, type LayerGroup } from "../layers.ts";
import { fullestStage } from "../pipeline.ts";
import { type Capacity, type Deployment, EngineError, servedLayers } from "./engine.ts";

/**
 * No engine: every byte holds a value, nothing is rounded to blocks, a window keeps its tokens and
 * no more. An upper bound of what an engine can do.
 * @throws EngineError when nothing is cached, or without a longest context no layer bounds the
 *   tokens.
 */
export function ideal(plan: Deployment): Capacity {
  const { format, tp, pp, maxModelLen, availableBytes } = plan;
  const d = derivation();
  const layers = fullestStage(servedLayers(plan), pp, (stage) =>
    kvBytesPerSequence(stage, format, maxModelLen ?? 1, tp),
  );
  const bytesPerTokenPerGpu = kvBytesPerToken(layers, format, tp);
  const common = { bytesPerTokenPerGpu, blockSize: null, blocks: null, steps: d.steps };
  if (kvBytesPerSequence(layers, format, 1, tp) === 0) {
    throw new EngineError("no-cache", "no layer of this model has a cache");
  }
  if (maxModelLen === null) {
    const kvTokens = unlimitedTokens(layers, plan, d);
    return { ...common, kvTokens, concurrency: null, requests: null };
  }
  const request = requestBytes(layers, plan, maxModelLen, d);
  const concurrency = d.add({
    name: "concurrency",
    unit: "requests",
    formula: "max(0, available_bytes / request_bytes)",
    terms: { available_bytes: availableBytes, request_bytes: request },
    value: Math.max(0, availableBytes / request),
  });
  const kvTokens = d.add({
    name: "kv_tokens",
    unit: "tokens",
    formula: "floor(concurrency × max_model_len)",
    terms: { concurrency, max_model_len: maxModelLen },
    value: Math.floor(concurrency * maxModelLen),
  });
  return { ...common, kvTokens, concurrency, requests: Math.floor(concurrency) };
}

/** Bytes of one request on one GPU; each of `dcp` GPUs keeps its share of the tokens. */
function requestBytes(
  layers: readonly LayerGroup[],
  { format, tp, dcp, elementBytes }: Deployment,
  maxModelLen: number,
  d: Derivation,
): number {
  const kinds = cachedKinds(layers);
  const tokens = Math.ceil(maxModelLen / dcp);
  d.add({
    name: "tokens",
    unit: "tokens",
    formula: "ceil(max_model_len / dcp)",
    terms: { max_model_len: maxModelLen, dcp },
    value: tokens,
  });
  const terms: Record<string, number> = { tokens };
  const parts: string[] = [];
  let value = 0;
  for (const [i, { count, layer }] of kinds.entries()) {
    const suffix = kinds.length === 1 ? "" : `_${i + 1}`;
    const [layerCount, bytes] = [`layers${suffix}`, `bytes${suffix}`];
    const window = keptTokens(layer);
    terms[layerCount] = count;
    if (layer.kind === "state") {
      terms[bytes] = stateBytesStep(d, layer, tp, elementBytes, 0, suffix);
      parts.push(`${layerCount} × ${bytes}`);
      value += count * (terms[bytes] ?? 0);
      continue;
    }
    terms[bytes] = tokenBytesSteps(d, layer, format, tp, suffix);
    const kept = window === Infinity ? "tokens" : `min(tokens, window${suffix})`;
    if (window !== Infinity) terms[`window${suffix}`] = window;
    parts.push(`${layerCount} × ${kept} × ${bytes}`);
    value += count * Math.min(tokens, window) * (terms[bytes] ?? 0);
  }
  return d.add({ name: "request_bytes", unit: "B", formula: parts.join(" + "), terms, value });
}

/** Tokens that fit together when no request is longest: only where every layer keeps them all. */
function unlimitedTokens(
  layers: readonly LayerGroup[],
  { format, tp, dcp, availableBytes }: Deployment,
  d: Derivation,
): number {
  if (layers.some(({ layer }) => layer.kind === "state" || keptTokens(layer) !== Infinity)) {
    throw new EngineError("tokens-unbounded", "this model needs a longest context (max_model_len)");
  }
  const perToken = kvBytesPerToken(layers, format, tp);
  return d.add({
    name: "kv_tokens",
    unit: "tokens",
    formula: "max(0, floor(available_bytes / bytes_per_token) × dcp)",
    terms: { available_bytes: availableBytes, bytes_per_token: perToken, dcp },
    value: Math.max(0, Math.floor(availableBytes / perToken) * dcp),
  });
}
