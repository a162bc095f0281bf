import assert from "node:assert/strict";
import { test } from "node:test";
import { bestSection, isNamed } from "../../src/site/best-section.ts";

const section = (title: string, ...scores: readonly number[]) => ({
  title,
  weighted_locations: scores.map((balanced_score) => ({ balanced_score })),
});
const best = (query: string, ...sections: readonly ReturnType<typeof section>[]) =>
  bestSection(query, sections)?.title;

test("the section named as the query wins, wherever it stands and however often others say it", () => {
  const [value, latent, mla] = [
    section("값", 900),
    section("잠재 벡터", 1),
    section("MLA", 50, 50),
  ];
  assert.equal(best("잠재 벡터", value, latent, mla), "잠재 벡터");
  assert.equal(best(" 잠재  벡터 ", mla, value, latent), "잠재 벡터");
});

test("the whole name before its beginning, its beginning before single words", () => {
  const [long, exact, apart] = [
    section("KV cache, in a line", 9),
    section("KV cache", 1),
    section("What the cache does to KV", 99),
  ];
  assert.equal(best("kv cache", apart, long, exact), "KV cache");
  assert.equal(best("kv cache", apart, long), "KV cache, in a line");
  assert.equal(best("kv cache", section("Prices", 100), apart), "What the cache does to KV");
});

test("a name is the query, whatever the case and the spaces", () => {
  for (const title of ["KV cache", "kv\u00a0cache", " KV  Cache"])
    assert.ok(isNamed("kv cache", { title }));
  for (const title of ["KV", "KV caches", "A KV cache", ""])
    assert.ok(!isNamed("kv cache", { title }));
  assert.ok(!isNamed("", { title: "" }));
});

test("the beginning of a word is enough, its middle is not", () => {
  assert.equal(best("슬라이", section("값", 5), section("슬라이딩 윈도", 1)), "슬라이딩 윈도");
  assert.equal(best("line", section("Outline", 1), section("Prices", 5)), "Prices");
});

test("without a name, the section that says most; the first of equals", () => {
  assert.equal(best("rounding", section("A", 1), section("B", 2, 2), section("C", 3)), "B");
  assert.equal(best("rounding", section("A", 2), section("B", 2)), "A");
  assert.equal(best("…", section("A", 1), section("B", 2)), "B");
  assert.equal(best("rounding"), undefined);
});
