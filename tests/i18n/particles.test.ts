import assert from "node:assert/strict";
import { test } from "node:test";
import { withParticles } from "../../src/i18n/particles.ts";

test("the particle follows the sound before it", () => {
  for (const [written, said] of [
    ["값이(가) 있어요", "값이 있어요"],
    ["키이(가) 있어요", "키가 있어요"],
    ["num_layers을(를)", "num_layers를"],
    ["head_dim을(를)", "head_dim을"],
    ["hidden = 8을(를)", "hidden = 8을"],
    ["hidden = 4을(를)", "hidden = 4를"],
    ["모델은(는)", "모델은"],
    ['"x"이(가)', '"x"가'],
    ["이(가)", "가"],
    ["int4으로(로)", "int4로"],
    ["fp8으로(로)", "fp8로"],
    ["채널별으로(로)", "채널별로"],
    ["형식으로(로)", "형식으로"],
    ["100으로(로)", "100으로"],
  ] as const) {
    assert.equal(withParticles(written), said);
  }
});
