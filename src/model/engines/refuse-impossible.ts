import type { LayerGroup } from "../layers.ts";
import { type Deployment, EngineError, type EngineName } from "./engine.ts";

/**
 * Refuses what an engine would not start: more pipeline stages than layers, decode context
 * parallelism without GPUs that hold the same KV heads, blocks no kernel reads.
 * Source: vLLM `config/model.py` (`verify_with_parallel_config`), `config/parallel.py`,
 * `config/cache.py`; SGLang `layers/dp_attention.py`.
 * @throws EngineError
 */
export function refuseImpossible(engine: { readonly name: EngineName }, plan: Deployment): void {
  const { tp, pp, dcp } = plan;
  const layers = plan.layers.reduce((sum, { count }) => sum + count, 0);
  if (pp > layers) {
    throw refusal("pp-above-layers", `${pp} stages, ${layers} layers`, { pp, layers });
  }
  // The GPUs that split the tokens are those that split the heads.
  if (engine.name !== "sglang" && tp % dcp !== 0) {
    throw refusal("dcp-not-divisor", `tp ${tp}, dcp ${dcp}`, { tp, dcp });
  }
  if (engine.name !== "vllm") return;
  if (dcp > 1) refuseContextParallel(plan);
  const { blockSize } = plan;
  if (blockSize !== null && !isBlockSize(blockSize)) {
    throw refusal("block-size", `block size ${blockSize}`, { size: blockSize });
  }
}

/** Without MLA the GPUs that share a KV head split its tokens, and the query heads of its group. */
function refuseContextParallel({ layers, tp, dcp, nHeads }: Deployment): void {
  const kv = kvHeads(layers);
  if (kv === null) return;
  const most = Math.floor(tp / kv);
  if (tp <= kv || dcp > most) {
    throw refusal("dcp-needs-more-gpus", `tp ${tp}, ${kv} KV heads, dcp ${dcp}`, { tp, dcp, kv });
  }
  if (nHeads !== undefined && Math.floor(nHeads / kv) % dcp !== 0) {
    const group = Math.floor(nHeads / kv);
    throw refusal("dcp-splits-no-group", `${group} query heads a KV head, dcp ${dcp}`, {
      group,
      dcp,
    });
  }
}

/** The most KV heads of a layer; `null` with MLA or without heads. */
function kvHeads(layers: readonly LayerGroup[]): number | null {
  if (layers.some(({ layer }) => layer.kind === "latent")) return null;
  const counts = layers.flatMap(({ layer }) => (layer.kind === "heads" ? [layer.nKv] : []));
  return counts.length > 0 ? Math.max(...counts) : null;
}

/** Multiples of 16; 8 of older versions, and 1, which a kernel of MLA reads. */
const isBlockSize = (size: number): boolean => size % 16 === 0 || size === 8 || size === 1;

const refusal = (code: EngineError["code"], message: string, terms: EngineError["terms"]) =>
  new EngineError(code, message, terms);
