import type { StateLayer } from "../../layers.ts";
import { GgufError } from "./gguf-error.ts";
import { dimBounds, type GgufKeys } from "./gguf-keys.ts";

/**
 * The state of a model's linear attention, state-space or short convolution layers; null without
 * their keys. The dimensions are llama.cpp's `n_embd_r` and `n_embd_s` (`llama-hparams.cpp`).
 * @throws GgufError where one of the keys that belong together is missing.
 */
export function ggufState(keys: GgufKeys, nHeads: number | null): StateLayer | null {
  const need = (key: string): number => {
    const value = keys.number(key, dimBounds);
    if (value === null) throw new GgufError("missing-key", keys.name(key));
    return value;
  };
  if (keys.has("wkv.head_size")) return receptance(need("wkv.head_size"), keys, need);
  if (keys.has("shortconv.l_cache")) {
    const convTaps = Math.max(0, need("shortconv.l_cache") - 1);
    return state(0, 0, 0, need("embedding_length"), convTaps);
  }
  if (keys.has("kda.head_dim")) {
    const dim = need("kda.head_dim");
    const taps = Math.max(0, need("ssm.conv_kernel") - 1);
    if (nHeads === null) throw new GgufError("missing-key", keys.name("attention.head_count"));
    return state(nHeads, dim, dim, 3 * nHeads * dim, taps);
  }
  if (!keys.has("ssm.state_size")) return null;
  const inner = need("ssm.inner_size");
  const size = need("ssm.state_size");
  const taps = Math.max(0, need("ssm.conv_kernel") - 1);
  const groups = keys.number("ssm.group_count", dimBounds) ?? 0;
  // Mamba-1 has no groups; its `time_step_rank` counts no heads.
  if (groups === 0) return state(inner, size, 1, inner, taps);
  const heads = need("ssm.time_step_rank");
  if (heads === 0 || inner % heads !== 0) {
    throw new GgufError("not-divisible", keys.name("ssm.inner_size"), inner);
  }
  return {
    ...state(heads, size, inner / heads, inner, taps),
    convGroups: groups,
    groupChannels: 2 * size,
  };
}

/** RWKV: a square state a head, and the last inputs that are mixed in. */
function receptance(size: number, keys: GgufKeys, need: (key: string) => number): StateLayer {
  const width = need("embedding_length");
  if (size === 0 || width % size !== 0) {
    throw new GgufError("not-divisible", keys.name("embedding_length"), width);
  }
  const shifted = keys.number("token_shift_count", dimBounds) ?? 2;
  return state(width / size, size, size, width, shifted);
}

const state = (
  heads: number,
  keyDim: number,
  valueDim: number,
  convChannels: number,
  convTaps: number,
): StateLayer => ({ kind: "state", heads, keyDim, valueDim, convChannels, convTaps });
