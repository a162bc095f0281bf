import assert from "node:assert/strict";
import { test } from "node:test";
import { modelById, modelIds } from "../../src/data/index.ts";
import { isPastTraining, modelAt } from "../../src/widgets/model-at.ts";

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

test("says whether the context is longer than what the model was made for", () => {
  const model = modelById("llama-3.1-70b");
  assert.equal(isPastTraining(model, 131_072), false);
  assert.equal(isPastTraining(model, 131_073), true);
  assert.equal(isPastTraining({ ...model, maxContext: null }, 1e9), false);
});
