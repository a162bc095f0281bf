import assert from "node:assert/strict";
import { test } from "node:test";
import { ui, uiDifferences } from "../../src/i18n/ui.ts";

test("both languages have the same words with the same placeholders", () => {
  assert.deepEqual(uiDifferences(), []);
});

test("a placeholder is filled, and one left empty is an error that names it", () => {
  assert.equal(ui("ko")("chapter.kicker", { order: 2, name: "용량" }), "2장 · 용량");
  assert.equal(ui("en")("chapter.kicker", { order: 2, name: "Capacity" }), "Chapter 2 · Capacity");
  assert.throws(() => ui("en")("chapter.kicker", { order: 2 }), /chapter\.kicker.*\{name\}/);
});
