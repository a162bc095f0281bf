import { below, emptyBatch, fillPrevious, type Task } from "./task.ts";

/** The text is cut into blocks of so many characters … */
const blockLength = 16_384;
/** … of which every so many-th is never trained on. */
const heldOutEvery = 20;

/**
 * The next character of a running text. Windows are drawn from its blocks, held-out ones from those
 * that are kept apart, all over the text.
 * @param alphabet every character there is, in the order of its tokens
 * @throws RangeError naming a character that is not in it
 */
export function textTask(text: string, alphabet: string, tokens: number): Task {
  const ids = encode(text, alphabet);
  const blocks = Array.from({ length: Math.floor(ids.length / blockLength) }, (_, block) => block);
  const isHeldOut = (block: number) => block % heldOutEvery === heldOutEvery - 1;
  const of = {
    train: blocks.filter((block) => !isHeldOut(block)),
    "held-out": blocks.filter(isHeldOut),
  };
  return {
    vocabulary: alphabet.length,
    tokens,
    batch(texts, split, word) {
      const batch = emptyBatch({ texts, tokens });
      batch.counts.fill(1);
      for (let row = 0; row < texts; row++) {
        const block = of[split][below(of[split].length, word)] as number;
        const start = block * blockLength + below(blockLength - tokens, word);
        batch.tokens.set(ids.subarray(start, start + tokens), row * tokens);
        batch.targets.set(ids.subarray(start + 1, start + 1 + tokens), row * tokens);
      }
      fillPrevious(batch, tokens);
      return batch;
    },
  };
}

/** Characters as tokens. @throws RangeError naming the first character that has none */
export function encode(text: string, alphabet: string): Uint8Array {
  const places = new Map([...alphabet].map((character, place) => [character, place]));
  return Uint8Array.from(text, (character) => {
    const place = places.get(character);
    if (place === undefined) throw new RangeError(`no token for "${character}"`);
    return place;
  });
}
