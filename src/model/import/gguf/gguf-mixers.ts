import type { Notes } from "../config/notes.ts";
import { dimBounds, type GgufKeys } from "./gguf-keys.ts";
import type { GgufTensor } from "./read-gguf.ts";

/** What one layer mixes its tokens with; both in models that run them side by side. */
export interface Mixers {
  readonly attention: boolean;
  readonly state: boolean;
}

export interface MixerFacts {
  /** All layers of the file; the last `draftLayers` are a draft's. */
  readonly layers: number;
  readonly draftLayers: number;
  /** KV heads of each layer. */
  readonly kvHeads: readonly number[];
  readonly hasState: boolean;
  readonly tensors: readonly GgufTensor[];
}

/**
 * What each layer has: by `full_attention_interval`, else by the layers with no KV heads, else by
 * the names of its tensors, else attention and state side by side.
 */
export function ggufMixers(keys: GgufKeys, facts: MixerFacts, notes: Notes): readonly Mixers[] {
  const { layers, draftLayers, kvHeads, hasState, tensors } = facts;
  const attention: Mixers = { attention: true, state: false };
  const state: Mixers = { attention: false, state: true };
  const none: Mixers = { attention: false, state: false };
  if (!hasState) return kvHeads.map((heads) => (heads > 0 ? attention : none));
  const interval = keys.number("full_attention_interval", dimBounds) ?? 0;
  if (interval > 0) {
    notes.add("read", keys.name("full_attention_interval"), interval);
    return kvHeads.map((_, i) =>
      i >= layers - draftLayers || (i + 1) % interval === 0 ? attention : state,
    );
  }
  if (kvHeads.includes(0)) {
    const feedForward = keys.perLayer("feed_forward_length", layers, { min: 0, max: 2 ** 24 });
    // Where a layer is attention, a state or a feed-forward alone, the last has no state.
    const apart = feedForward?.includes(0) ?? false;
    return kvHeads.map((heads, i) => {
      if (heads > 0) return attention;
      return apart && (feedForward?.[i] ?? 0) > 0 ? none : state;
    });
  }
  const named = tensorMixers(tensors);
  if (named.size === 0) notes.add("parallel-mixers-assumed", keys.name("attention.head_count_kv"));
  return kvHeads.map((_, i) => named.get(i) ?? { attention: true, state: true });
}

const stateTensor = /^(?:ssm_|time_mix_|shortconv\.)/;
const attentionTensor = /^attn_(?:k|k_b|kv_a_mqa)\./;
const joinedTensor = /^attn_qkv\./;

/** By block, as far as this file has its tensors. */
function tensorMixers(tensors: readonly GgufTensor[]): ReadonlyMap<number, Mixers> {
  const parts = new Map<number, string[]>();
  for (const { name } of tensors) {
    const [, block, part] = /^blk\.(\d{1,5})\.(.+)$/.exec(name) ?? [];
    if (block === undefined || part === undefined) continue;
    const list = parts.get(Number(block));
    if (list) list.push(part);
    else parts.set(Number(block), [part]);
  }
  const mixers = new Map<number, Mixers>();
  for (const [block, names] of parts) {
    const state = names.some((name) => stateTensor.test(name));
    // Beside a state, joined projections belong to it.
    const attention = names.some(
      (name) => attentionTensor.test(name) || (!state && joinedTensor.test(name)),
    );
    if (state || attention) mixers.set(block, { attention, state });
  }
  return mixers;
}
