import assert from "node:assert/strict";
import { test } from "node:test";
import { withCopula } from "../../src/site/copula.ts";

test("예요 after a vowel, 이에요 after a final consonant", () => {
  for (const [said, sentence] of [
    ["1개", "1개예요"],
    ["0개", "0개예요"],
    ["2배", "2배예요"],
    ["327,680바이트", "327,680바이트예요"],
    ["500,500번", "500,500번이에요"],
    ["8,192토큰", "8,192토큰이에요"],
    ["59명", "59명이에요"],
    ["4장", "4장이에요"],
    ["7층", "7층이에요"],
    ["하나", "하나예요"],
    ["11%", "11%예요"],
    ["힣", "힣이에요"],
    ["가", "가예요"],
  ] as const) {
    assert.equal(withCopula(said), sentence);
  }
});

test("a bare number as it is read: 이, 사, 오 and 구 end in a vowel", () => {
  const read = "영 일 이 삼 사 오 육 칠 팔 구".split(" ");
  read.forEach((syllable, digit) => {
    const ending = withCopula(syllable).slice(syllable.length);
    assert.equal(withCopula(String(digit)), `${digit}${ending}`);
  });
  assert.equal(withCopula("1,000"), "1,000이에요"); // 천
});

test("what ends in none of a syllable, a digit and a % is refused", () => {
  for (const said of ["", "59 ", "5 GB", "ㅏ", "8‰"]) {
    assert.throws(() => withCopula(said), RangeError);
  }
});
