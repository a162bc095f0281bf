import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { alphabet } from "../../src/lab/family.ts";
import { recallTask } from "../../src/lab/tasks/recall.ts";
import { encode, textTask } from "../../src/lab/tasks/text.ts";
import { randomWords } from "../../src/model/random-words.ts";

describe("recall", () => {
  const size = { pairs: 6, keys: 20, values: 7 };
  const task = recallTask(size);

  for (const split of ["train", "held-out"] as const) {
    test(`${split}: every answer was told, and only answers count`, () => {
      const batch = task.batch(40, split, randomWords(5));
      const told = new Set<number>();
      for (let text = 0; text < 40; text++) {
        const row = batch.tokens.subarray(text * 24, (text + 1) * 24);
        const counts = batch.counts.subarray(text * 24, (text + 1) * 24);
        const first = counts.indexOf(1);
        const story = new Map<number, number>();
        for (let at = 0; at < first; at += 2) story.set(row[at] as number, row[at + 1] as number);
        assert.equal(story.size, first / 2, "keys are told once");
        told.add(story.size);
        for (const [key, value] of story) assert.ok(key < 20 && value >= 20 && value < 27);
        for (let at = first; at < 24; at += 2) {
          assert.deepEqual([counts[at], counts[at + 1]], [1, 0]);
          assert.equal(batch.targets[text * 24 + at], story.get(row[at] as number));
          assert.equal(row[at + 1], story.get(row[at] as number));
        }
      }
      const many = [...told].sort((a, b) => a - b);
      assert.deepEqual(many, split === "train" ? [2, 3, 4, 5, 6] : [6]);
    });
  }

  test("texts that tell less can be asked for; the same seed gives the same batch", () => {
    const short = recallTask(size, { most: 3 });
    const batch = short.batch(30, "train", randomWords(1));
    for (let text = 0; text < 30; text++) {
      assert.ok(batch.counts.subarray(text * 24, (text + 1) * 24).indexOf(1) <= 6);
    }
    assert.deepEqual(short.batch(30, "train", randomWords(1)), batch);
    assert.notDeepEqual(short.batch(30, "train", randomWords(2)), batch);
  });

  test("the token before each; the first stands before itself", () => {
    const { tokens, previous } = task.batch(3, "train", randomWords(9));
    for (const at of tokens.keys()) {
      assert.equal(previous[at], tokens[at % 24 === 0 ? at : at - 1]);
    }
  });
});

describe("text", () => {
  const word = randomWords(8);
  const letters = Array.from({ length: 16_384 * 40 }, () => alphabet[word() % 75]);
  const text = letters.join("");
  const task = textTask(text, alphabet, 32);
  const heldOut = [19, 39].map((block) => text.slice(block * 16_384, (block + 1) * 16_384));

  for (const split of ["train", "held-out"] as const) {
    test(`${split}: windows of the text, each target the character after, on its own side`, () => {
      const batch = task.batch(50, split, randomWords(3));
      for (let row = 0; row < 50; row++) {
        const of = (values: Float32Array) =>
          [...values.subarray(row * 32, (row + 1) * 32)].map((id) => alphabet[id]).join("");
        const [window, next] = [of(batch.tokens), of(batch.targets)];
        assert.equal(next.slice(0, -1), window.slice(1));
        const whole = window + next.slice(-1);
        assert.ok(text.includes(whole));
        const isHeldOut = heldOut.some((block) => block.includes(whole));
        assert.equal(isHeldOut, split === "held-out");
      }
    });
  }

  test("a character without a token is named", () => {
    assert.equal(alphabet.length, 75);
    assert.equal(new Set(alphabet).size, 75);
    assert.deepEqual([...encode("a\nZ", alphabet)], [49, 0, 48]);
    assert.throws(() => encode("안", alphabet), /no token for "안"/);
  });
});
