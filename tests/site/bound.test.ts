import assert from "node:assert/strict";
import { test } from "node:test";
import { bound } from "../../src/site/bound.ts";

const shown = (text: string) => bound(text).replaceAll("\u00a0", "_");

test("names of models and GPUs stay on one line", () => {
  for (const [text, joined] of [
    ["Llama 3 70B", "Llama_3_70B"],
    ["Llama 3.1 70B의 것", "Llama_3.1_70B의 것"],
    ["Llama 3의 어휘", "Llama_3의 어휘"],
    ["Mistral Nemo 12B is", "Mistral_Nemo_12B is"],
    ["Qwen3 0.6B", "Qwen3_0.6B"],
    ["H100 80 GB SXM", "H100_80_GB_SXM"],
  ] as const) {
    assert.equal(shown(text), joined);
  }
});

test("a number stays with its unit", () => {
  assert.equal(shown("about 80 GB or 2.5 GiB"), "about 80_GB or 2.5_GiB");
  assert.equal(shown("7.7 TB/s, 327,680 B."), "7.7_TB/s, 327,680_B.");
});

test("other spaces stay where a line may end", () => {
  for (const text of [
    "59 requests",
    "in Gemma every layer",
    "4 Blocks",
    "GB and GiB",
    "8 KV heads",
  ]) {
    assert.equal(bound(text), text);
  }
});

test("a particle stays with the quotation before it", () => {
  assert.equal(bound("“않았다”는 말, ‘캐시’를"), "“않았다”\u2060는 말, ‘캐시’\u2060를");
  assert.equal(bound("“exact” means, “말” 다음, 그는 “말"), "“exact” means, “말” 다음, 그는 “말");
});

test("a name does not break at its hyphen", () => {
  for (const [text, joined] of [
    ["GQA-8의 8, MQA-XXL", "GQA-|8의 8, MQA-|XXL"],
    ["GQA-8-XXL and T5-Large", "GQA-|8-|XXL and T5-|Large"],
    ["DeepSeek-V2-Lite, V2-Lite", "DeepSeek-V2-|Lite, V2-|Lite"],
    ["GQA 16-2-2 and VHA 8-2-2", "GQA_16-|2-|2 and VHA_8-|2-|2"],
    ["C-Eval, Phi-4 14B", "C-|Eval, Phi-|4_14B"],
  ] as const) {
    assert.equal(shown(text).replaceAll("\u2060", "|"), joined);
  }
  for (const text of ["multi-head", "KV-heads", "six-layer", "GQA-based", "GQA 8 heads", "a-8"]) {
    assert.equal(bound(text), text);
  }
});
