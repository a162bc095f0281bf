import { derivation } from "../derivation.ts";
import { pipelineStages } from "../pipeline.ts";
import { type Capacity, type Deployment, servedLayers } from "./engine.ts";
import { isAtLeast } from "./version.ts";
import { blockBytes, blockGroups, blocksPerRequest, growthBytes } from "./vllm-groups.ts";
import { pagedKinds } from "./vllm-pages.ts";
import { printedNumbers } from "./vllm-printed.ts";

/**
 * vLLM's V1 engine. One pool of blocks serves all layers, grouped by the tokens they keep; a block
 * holds one page for each layer of a group.
 * Source: vLLM `v1/core/kv_cache_utils.py`, `v1/kv_cache_interface.py`.
 * @param version of vLLM; `null` for the newest
 * @throws EngineError when the engine would refuse the model.
 */
export function vllmV1(deployment: Deployment, version: string | null): Capacity {
  const plan = asVersion(deployment, version);
  const d = derivation();
  const { maxModelLen, dcp } = plan;
  const layers = servedLayers(plan);
  const count = layers.reduce((sum, group) => sum + group.count, 0);
  const stages = pipelineStages(count, plan.pp);
  const kinds = pagedKinds(plan, layers, d);
  const groups = blockGroups(kinds, version);
  const bytesPerBlock = blockBytes(groups, stages, d);
  const blocks = d.add({
    name: "blocks",
    unit: "blocks",
    formula: "max(0, floor(available_bytes / block_bytes))",
    terms: { available_bytes: plan.availableBytes, block_bytes: bytesPerBlock },
    value: Math.max(0, Math.floor(plan.availableBytes / bytesPerBlock)),
  });
  const blockSize = Math.min(...kinds.map((kind) => kind.blockSize));
  const longest =
    maxModelLen === null
      ? null
      : { len: maxModelLen, blocks: blocksPerRequest(groups, { ...plan, maxModelLen }, d) };
  const pool = { blocks, groups: groups.length, blockSize, dcp };
  const { kvTokens, concurrency } = printedNumbers(pool, longest, version, d);
  return {
    bytesPerTokenPerGpu: growthBytes(kinds, stages),
    blockSize,
    blocks,
    kvTokens,
    concurrency,
    requests: concurrency === null ? null : Math.floor(concurrency),
    steps: d.steps,
  };
}

/** Groups of several kinds came with 0.9.2; chunked layers stayed out of them until 0.14. */
function asVersion(plan: Deployment, version: string | null): Deployment {
  if (!isAtLeast(version, [0, 9, 2])) return { ...plan, hybrid: false };
  const chunked = plan.layers.some(({ layer }) => layer.kind === "heads" && layer.chunkTokens);
  return chunked && !isAtLeast(version, [0, 14]) ? { ...plan, hybrid: false } : plan;
}
