import type { Derivation } from "../derivation.ts";
import { exactProduct } from "../exact.ts";
import { stateBytesStep } from "../layer-derivation.ts";
import { type LayerGroup, layerKinds, type StateLayer } from "../layers.ts";
import { attentionTp } from "./sglang-cell.ts";

/** The states of linear attention and state-space layers, on one GPU. */
export interface StatePool {
  /** Bytes of all layers' states of one sequence. */
  readonly bytes: number;
  /** Sequences whose states are kept. */
  readonly slots: number;
  /** Bytes set aside for the states between draft tokens. */
  readonly draftBytes: number;
}

export interface StatePlan {
  readonly layers: readonly LayerGroup[];
  readonly tp: number;
  readonly dp?: number;
  readonly availableBytes: number;
  readonly elementBytes?: number;
  readonly mambaFullMemoryRatio?: number;
  readonly maxMambaCacheSize?: number;
  readonly maxRunningRequests?: number;
  readonly speculativeDraftTokens?: number;
}

/**
 * Adds the steps that give SGLang's pool of states; null for a model without them. A state is fp32
 * unless the model says otherwise. The pool is what was asked for, else a share of the memory.
 */
export function sglangStatePool(plan: StatePlan, d: Derivation): StatePool | null {
  const kinds = layerKinds(plan.layers).flatMap(({ count, layer }) =>
    layer.kind === "state" ? [{ count, layer: inFp32(layer) }] : [],
  );
  if (kinds.length === 0) return null;
  const bytes = sequenceBytes(kinds, plan, d);
  const dp = plan.dp ?? 1;
  const requests = Math.floor((plan.maxRunningRequests ?? 0) / dp);
  const drafts = plan.speculativeDraftTokens ?? 0;
  const draftBytes =
    drafts > 0
      ? d.add({
          name: "draft_state_bytes",
          unit: "B",
          formula: "state_bytes × requests × draft_tokens",
          terms: { state_bytes: bytes, requests, draft_tokens: drafts },
          value: exactProduct(bytes, requests, drafts),
        })
      : 0;
  const left = Math.max(0, plan.availableBytes - draftBytes);
  const ratio = plan.mambaFullMemoryRatio ?? 0.9;
  const slots =
    plan.maxMambaCacheSize === undefined
      ? d.add({
          name: "slots",
          unit: "requests",
          formula: "floor(state_and_kv_bytes × state_ratio / (1 + state_ratio) / state_bytes)",
          terms: { state_and_kv_bytes: left, state_ratio: ratio, state_bytes: bytes },
          value: Math.floor((left * ratio) / (1 + ratio) / bytes),
        })
      : d.add({
          name: "slots",
          unit: "requests",
          formula: "floor(max_mamba_cache_size / dp)",
          terms: { max_mamba_cache_size: plan.maxMambaCacheSize, dp },
          value: Math.floor(plan.maxMambaCacheSize / dp),
        });
  return { bytes, slots, draftBytes };
}

const inFp32 = (layer: StateLayer): StateLayer => ({
  ...layer,
  stateElementBytes: layer.stateElementBytes ?? 4,
});

function sequenceBytes(
  kinds: readonly { readonly count: number; readonly layer: StateLayer }[],
  plan: StatePlan,
  d: Derivation,
): number {
  const terms: Record<string, number> = {};
  let value = 0;
  const summands = kinds.map(({ count, layer }, i) => {
    const name = `_of_layer_${i + 1}`;
    const bytes = stateBytesStep(d, layer, attentionTp(plan), plan.elementBytes ?? 2, 0, name);
    terms[`state_layers_${i + 1}`] = count;
    terms[`state_bytes${name}`] = bytes;
    value += exactProduct(count, bytes);
    return `state_layers_${i + 1} × state_bytes${name}`;
  });
  return d.add({ name: "state_bytes", unit: "B", formula: summands.join(" + "), terms, value });
}
