import type { Notes } from "../config/notes.ts";
import { dimBounds, type GgufKeys, tokenBounds } from "./gguf-keys.ts";
import { windowPeriod } from "./gguf-window-period.ts";
import type { GgufTensor } from "./read-gguf.ts";

/** What layers with a window or chunk keep. */
export interface GgufWindows {
  /** Tokens of each layer's window, 0 for layers that see the whole context. */
  readonly tokens: readonly number[];
  /** They are chunks. */
  readonly chunked: boolean;
}

/** Tokens of a chunk, which llama.cpp takes whatever the file says (`models/llama4.cpp`). */
const chunk = 8192;

/**
 * The window of each layer. A pattern of n says that the last of every n layers sees the whole
 * context (llama.cpp `set_swa_pattern`), a list says it layer by layer. Many files tell the window
 * and not the layers, which llama.cpp knows by the architecture: keys and tensors tell some of them
 * (`windowPeriod`); else no layer has one, which is the most the cache can take.
 * @param fullEvery a pattern for files without one
 */
export function ggufWindows(
  keys: GgufKeys,
  layers: number,
  {
    fullEvery,
    tensors,
  }: { readonly fullEvery: number | null; readonly tensors: readonly GgufTensor[] },
  notes: Notes,
): GgufWindows {
  const everywhere = new Array<number>(layers).fill(0);
  const field = keys.name("attention.sliding_window");
  const windows = keys.perLayer("attention.sliding_window", layers, tokenBounds);
  const chunked = keys.has("interleave_moe_layer_step");
  const window = chunked && windows === null ? chunk : Math.max(0, ...(windows ?? []));
  if (window === 0) return { tokens: everywhere, chunked: false };
  if (chunked) {
    notes.add("chunks-assumed", field, chunk);
    return { tokens: periodic(layers, writtenPeriod(keys) ?? 4, chunk), chunked: true };
  }
  if (windows?.some((each) => each !== window)) {
    notes.add("read", field, window);
    return { tokens: windows, chunked: false };
  }
  const key = "attention.sliding_window_pattern";
  if (keys.isList(key)) {
    notes.add("read", field, window);
    const flags = keys.perLayer(key, layers, { min: 0, max: 1 }) ?? everywhere;
    return { tokens: flags.map((flag) => flag * window), chunked: false };
  }
  const written = writtenPeriod(keys);
  const period = written ?? fullEvery ?? windowPeriod(keys, tensors);
  if (period === null) {
    notes.add("window-layers-unknown", field, window);
    return { tokens: everywhere, chunked: false };
  }
  notes.add("read", field, window);
  if (written === null && period === 2) notes.add("alternate-windows-assumed", field, window);
  else if (written === null) notes.add("window-pattern-assumed", keys.name(key), period);
  return { tokens: periodic(layers, period, window), chunked: false };
}

const writtenPeriod = (keys: GgufKeys): number | null =>
  keys.number("attention.sliding_window_pattern", dimBounds);

/** The last of every `period` layers sees the whole context; with 0 none does. */
const periodic = (layers: number, period: number, window: number): readonly number[] =>
  Array.from({ length: layers }, (_, i) => (period === 0 || i % period < period - 1 ? window : 0));
