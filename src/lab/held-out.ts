import { randomWords } from "../model/random-words.ts";
import { alphabet, type TaskName } from "./family.ts";
import windows from "./held-out-text.json" with { type: "json" };
import { recallTask } from "./tasks/recall.ts";
import { type Batch, emptyBatch, fillPrevious } from "./tasks/task.ts";
import { encode } from "./tasks/text.ts";

/** Texts that a shipped model is judged on where it runs, in batches of so many. */
export interface HeldOutTexts {
  readonly batches: readonly Batch[];
  readonly texts: number;
  readonly tokens: number;
}

const texts = 16;
const recallSeed = 7;

/**
 * The same texts wherever they are asked for, none of which was learned from: 32 of recall, or 16 windows
 * of the World English Bible, which is in the public domain, out of blocks that are kept apart.
 */
export function heldOutTexts(task: TaskName): HeldOutTexts {
  if (task === "text") return { batches: [textBatch()], texts, tokens: textTokens };
  const recall = recallTask();
  const word = randomWords(recallSeed);
  const batches = [1, 2].map(() => recall.batch(texts, "held-out", word));
  return { batches, texts, tokens: recall.tokens };
}

/** A window is one character longer than a text: its last target. */
const textTokens = (windows[0] as string).length - 1;

function textBatch(): Batch {
  const batch = emptyBatch({ texts, tokens: textTokens });
  batch.counts.fill(1);
  for (const [row, window] of windows.entries()) {
    const ids = encode(window, alphabet);
    batch.tokens.set(ids.subarray(0, textTokens), row * textTokens);
    batch.targets.set(ids.subarray(1), row * textTokens);
  }
  fillPrevious(batch, textTokens);
  return batch;
}
