import type { Notes } from "../config/notes.ts";
import { dimBounds, type GgufKeys, tokenBounds } from "./gguf-keys.ts";

/**
 * The window of each layer in tokens, 0 for layers that see the whole context. A pattern of n says
 * that the last of every n layers sees it (llama.cpp `set_swa_pattern`), a list says it layer by
 * layer. Many files tell the window and not the layers: llama.cpp knows those by the model's name.
 * @param fullEvery a pattern for files without one; null where it is not known: no window then,
 *   which is the most the cache can take
 */
export function ggufWindows(
  keys: GgufKeys,
  layers: number,
  fullEvery: number | null,
  notes: Notes,
): readonly number[] {
  const everywhere = new Array<number>(layers).fill(0);
  const field = keys.name("attention.sliding_window");
  const windows = keys.perLayer("attention.sliding_window", layers, tokenBounds) ?? everywhere;
  const window = Math.max(...windows);
  if (window === 0) return everywhere;
  if (windows.some((each) => each !== window)) {
    notes.add("read", field, window);
    return windows;
  }
  const key = "attention.sliding_window_pattern";
  if (keys.isList(key)) {
    notes.add("read", field, window);
    const flags = keys.perLayer(key, layers, { min: 0, max: 1 }) ?? everywhere;
    return flags.map((flag) => flag * window);
  }
  const written = keys.number(key, dimBounds);
  const pattern = written ?? fullEvery;
  if (pattern === null) {
    notes.add("windows-off-assumed", field, window);
    return everywhere;
  }
  notes.add("read", field, window);
  if (written === null) notes.add("window-pattern-assumed", keys.name(key), pattern);
  return everywhere.map((_, i) => (pattern === 0 || i % pattern < pattern - 1 ? window : 0));
}
