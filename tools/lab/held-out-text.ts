import { alphabet } from "../../src/lab/family.ts";
import { textTask } from "../../src/lab/tasks/text.ts";
import { randomWords } from "../../src/model/random-words.ts";

/** Windows that the site brings along to judge the text models by, wherever they run. */
const windows = { texts: 16, tokens: 128, seed: 7 } as const;

/** Held-out windows of the corpus, one character longer than a text: its last target. */
export function heldOutWindows(corpus: string): readonly string[] {
  const { texts, tokens, seed } = windows;
  const task = textTask(corpus, alphabet, tokens);
  const { tokens: ids, targets } = task.batch(texts, "held-out", randomWords(seed));
  return Array.from({ length: texts }, (_, i) => {
    const own = [...ids.subarray(i * tokens, (i + 1) * tokens), targets[(i + 1) * tokens - 1] ?? 0];
    return own.map((id) => alphabet[id]).join("");
  });
}
