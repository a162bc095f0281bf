import assert from "node:assert/strict";
import { test } from "node:test";
import { modelById, modelIds } from "../../src/data/index.ts";
import { basisOf, contextNote, modelAt } from "../../src/widgets/model-at.ts";
import { sharedMessages } from "../../src/widgets/shared-params.ts";
import { translator } from "../../src/widgets/translate.ts";

const ko = translator("ko", sharedMessages.ko);
const en = translator("en", sharedMessages.en);

test("past its context a model is its twin made for more, or itself", () => {
  assert.equal(modelAt("llama-3-8b", 8192).id, "llama-3-8b");
  assert.equal(modelAt("llama-3-8b", 8193).id, "llama-3.1-8b");
  assert.equal(modelAt("gpt2", 1_000_000).id, "gpt2");
});

test("a twin has the same cache", () => {
  for (const id of modelIds) {
    assert.deepEqual(modelAt(id, 2 ** 20).layers, modelById(id).layers, id);
  }
});

test("a note names the twin from the first token past the model's own context", () => {
  assert.equal(contextNote("llama-3-70b", 8192, en), "");
  assert.equal(
    contextNote("llama-3-70b", 8193, en),
    "Beyond 8,192 tokens this is Llama 3.1 70B, which has the same shape.",
  );
  assert.equal(
    contextNote("llama-3-70b", 8193, ko),
    "8,192토큰을 넘는 문맥은 모양이 같은 Llama 3.1 70B로 셌어요.",
  );
});

test("past the twin's context too, the note says where that ends", () => {
  assert.equal(
    contextNote("llama-3-70b", 131_072, en),
    "Beyond 8,192 tokens this is Llama 3.1 70B, which has the same shape.",
  );
  assert.equal(
    contextNote("llama-3-70b", 131_073, en),
    "Beyond 8,192 tokens this is Llama 3.1 70B, which has the same shape. " +
      "Llama 3.1 70B is made for 131,072 tokens at most. Beyond that, the size is what the formula says.",
  );
  assert.equal(
    contextNote("llama-3-70b", 131_073, ko),
    "8,192토큰을 넘는 문맥은 모양이 같은 Llama 3.1 70B로 셌어요. " +
      "Llama 3.1 70B의 최대 문맥은 131,072토큰이에요. 그 너머는 식으로만 셌어요.",
  );
});

test("without a twin, a note says where the model's own context ends", () => {
  assert.equal(contextNote("llama-3.1-70b", 131_072, en), "");
  assert.equal(
    contextNote("llama-3.1-70b", 131_073, en),
    "Llama 3.1 70B is made for 131,072 tokens at most. Beyond that, the size is what the formula says.",
  );
  assert.equal(
    contextNote("llama-3.1-70b", 131_073, ko),
    "Llama 3.1 70B의 최대 문맥은 131,072토큰이에요. 그 너머는 식으로만 셌어요.",
  );
});

test("no note for a model whose longest context is not known", () => {
  for (const id of modelIds.filter((id) => modelById(id).maxContext === null)) {
    assert.equal(contextNote(id, 2 ** 20, en), "", id);
  }
});

test("every model says what its shape was read from", () => {
  for (const id of modelIds) {
    for (const t of [ko, en]) assert.match(basisOf(modelById(id), t), /\S/, id);
  }
  const [config, paper] = ["llama-3.1-70b", "palm-540b"].map((id) => basisOf(modelById(id), en));
  assert.deepEqual(
    [config, paper],
    ["read from the published configuration", "taken from the paper"],
  );
});
