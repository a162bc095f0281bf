import { type Batch, below, emptyBatch, fillPrevious, type Task } from "./task.ts";

interface RecallSize {
  /** Pairs of key and value that a text tells at most, and as many questions then. */
  readonly pairs: number;
  readonly keys: number;
  readonly values: number;
}

/** The difficulty that is shipped: chosen so that what a token may cache decides. */
export const recallSize: RecallSize = { pairs: 32, keys: 256, values: 64 };

/**
 * Multi-query associative recall: "k₁ v₁ … kₚ vₚ q₁ a₁ q₂ a₂ …" in random order, where each question
 * is one of the keys and only its answer counts. Keys are tokens 0 … keys − 1, values follow them.
 *
 * In training p runs from 2 to `pairs` from text to text, which is a curriculum: with `pairs` alone a
 * small model does not begin to learn. Held-out texts all have `pairs`.
 * @param most pairs that a text to learn from may tell, where that is fewer
 * @source Arora et al. 2023, https://arxiv.org/abs/2312.04927
 */
export function recallTask(
  size: RecallSize = recallSize,
  { most = size.pairs }: { most?: number } = {},
): Task {
  const { pairs, keys, values } = size;
  const tokens = 4 * pairs;
  return {
    vocabulary: keys + values,
    tokens,
    batch(texts, split, word) {
      const batch = emptyBatch({ texts, tokens });
      for (let text = 0; text < texts; text++) {
        const told = split === "held-out" ? pairs : 2 + below(most - 1, word);
        tell(batch, text * tokens, told, size, word);
      }
      fillPrevious(batch, tokens);
      return batch;
    },
  };
}

function tell(batch: Batch, from: number, told: number, size: RecallSize, word: () => number) {
  const { pairs, keys, values } = size;
  const deck = Array.from({ length: keys }, (_, key) => key);
  const story: (readonly [key: number, value: number])[] = [];
  for (let i = 0; i < told; i++) {
    const other = i + below(keys - i, word);
    [deck[i], deck[other]] = [deck[other] as number, deck[i] as number];
    story.push([deck[i] as number, keys + below(values, word)]);
  }
  const questions = Array.from(
    { length: 2 * pairs - told },
    () => story[below(told, word)] as readonly [number, number],
  );
  for (const [i, [key, value]] of [...story, ...questions].entries()) {
    const at = from + 2 * i;
    batch.tokens.set([key, value], at);
    if (i < told) continue;
    batch.targets[at] = value;
    batch.counts[at] = 1;
  }
}
