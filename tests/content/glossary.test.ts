import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "astro/zod";
import katex from "katex";
import { pagesIn, read } from "./mdx.ts";

const text = z.string().trim().min(1);
const entries = z
  .array(
    z.strictObject({
      id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
      ko: text,
      en: text,
      symbol: text.optional(),
      definition: z.strictObject({
        ko: text.regex(/요\.$/, "ends as the Korean pages speak"),
        en: text.regex(/\.$/, "ends with a full stop"),
      }),
      chapters: z.array(text).min(1).optional(),
    }),
  )
  .parse(JSON.parse(read("glossary.json")));

const chapters = pagesIn("en").filter(({ kind }) => kind === "chapters");

test("a term has one id and one name in each language", () => {
  for (const field of ["id", "ko", "en"] as const) {
    const all = entries.map((entry) => entry[field].toLowerCase());
    assert.deepEqual(
      all.filter((value, i) => all.indexOf(value) !== i),
      [],
      field,
    );
  }
});

test("every symbol is a formula that KaTeX reads", () => {
  for (const { id, symbol } of entries) {
    if (symbol === undefined) continue;
    assert.doesNotThrow(() => katex.renderToString(symbol, { strict: "error" }), id);
  }
});

test("a term names the chapters that use it, all of them and no other", () => {
  for (const { id, chapters: named = [] } of entries) {
    const using = chapters
      .filter(({ tags }) => tags.some((tag) => tag.name === "Term" && tag.attributes.id === id))
      .map(({ slug }) => slug);
    assert.deepEqual([...named].sort(), using.sort(), id);
  }
});
