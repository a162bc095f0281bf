import assert from "node:assert/strict";
import { test } from "node:test";
import { plainText, translator } from "../../src/widgets/translate.ts";

const t = translator(
  "en",
  { fit: "{n} requests in {size}", bare: "nothing" },
  { bare: "no holes" },
);

test("fills placeholders; a later table wins", () => {
  assert.equal(t("fit", { n: 59, size: "158.9 GB" }), "59 requests in 158.9 GB");
  assert.equal(t("bare"), "no holes");
  assert.equal(t.lang, "en");
});

test("a sentence keeps what its pieces mean", () => {
  const size = { text: "158.9 GB", role: "kv", param: "count" };
  const sentence = t.sentence("fit", { n: 59, size });
  assert.deepEqual(sentence, ["59", " requests in ", size]);
  assert.equal(plainText(sentence), "59 requests in 158.9 GB");
});

test("what is filled in is text, not a message again", () => {
  assert.equal(t("fit", { n: "{size}", size: "$&" }), "{size} requests in $&");
});

test("a key or a placeholder that is missing is an error that names it", () => {
  assert.throws(() => t("absent"), /no message: absent/);
  assert.throws(() => t("fit", { n: 1 }), /\{size\} of fit/);
});
