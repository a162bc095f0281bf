import type { BatchSize } from "../training-graph.ts";

/** What a step is fed, each [texts · tokens], row by row; whole numbers as float32. */
export interface Batch {
  readonly tokens: Float32Array<ArrayBuffer>;
  /** The token before each; the first stands before itself. */
  readonly previous: Float32Array<ArrayBuffer>;
  readonly targets: Float32Array<ArrayBuffer>;
  /** 1 where the target counts, 0 where it is left out of the loss. */
  readonly counts: Float32Array<ArrayBuffer>;
}

/** Something to learn, from which batches can be drawn without end. */
export interface Task {
  readonly vocabulary: number;
  /** Tokens of one text. */
  readonly tokens: number;
  /** The same batch for the same numbers of `word`, on every machine. */
  batch(texts: number, split: "train" | "held-out", word: () => number): Batch;
}

/** A batch of zeros, to be filled. */
export function emptyBatch({ texts, tokens }: BatchSize): Batch {
  const zeros = () => new Float32Array(texts * tokens);
  return { tokens: zeros(), previous: zeros(), targets: zeros(), counts: zeros() };
}

/** Fills `previous` from `tokens`. */
export function fillPrevious({ tokens, previous }: Batch, length: number): void {
  for (let at = 0; at < tokens.length; at++) {
    previous[at] = tokens[at % length === 0 ? at : at - 1] as number;
  }
}

/** A whole number from 0 up to before `end`. */
export const below = (end: number, word: () => number): number =>
  Math.floor((word() / 2 ** 32) * end);
