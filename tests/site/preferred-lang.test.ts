import assert from "node:assert/strict";
import { test } from "node:test";
import { preferredLang } from "../../src/site/preferred-lang.ts";

test("the reader's first language among ours wins, whatever its region", () => {
  for (const [wanted, lang] of [
    [["ko-KR", "en-US"], "ko"],
    [["en-GB", "ko"], "en"],
    [["fr-FR", "KO"], "ko"],
    [["ja", "zh-Hant-TW"], "en"],
    [["kok-IN", "ko"], "ko"],
    [["kok-IN"], "en"],
    [[], "en"],
  ] as const) {
    assert.equal(preferredLang(wanted), lang, String(wanted));
  }
});
