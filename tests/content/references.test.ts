import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "astro/zod";
import { gpus, models } from "../../src/data/index.ts";
import { pagesIn, read } from "./mdx.ts";

const text = z.string().trim().min(1);
const entries = z
  .array(
    z.strictObject({
      id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
      authors: text,
      title: text,
      year: z.int().min(1948).max(2100),
      venue: text.optional(),
      url: z.url({ protocol: /^https$/ }),
      used: z.strictObject({ ko: text, en: text }),
    }),
  )
  .parse(JSON.parse(read("references.json")));

test("a source has one id and one address", () => {
  for (const field of ["id", "url"] as const) {
    const all = entries.map((entry) => entry[field]);
    assert.deepEqual(
      all.filter((value, i) => all.indexOf(value) !== i),
      [],
      field,
    );
  }
});

test("an arXiv source has the year of its number", () => {
  for (const { id, url, year } of entries) {
    const number = /arxiv\.org\/abs\/(\d\d)\d\d\.\d+/.exec(url)?.[1];
    // A paper may be published the year after, never before.
    if (number) assert.ok(year === 2000 + Number(number) || year === 2001 + Number(number), id);
  }
});

test("every source is cited, or linked from a page, or from the catalogue", () => {
  const pages = pagesIn("en");
  const cited = pages
    .flatMap(({ tags }) => tags)
    .filter(({ name }) => name === "Cite")
    .map(({ attributes }) => attributes.id ?? "");
  const linked = [
    ...pages.flatMap(({ links }) => links),
    ...[...models, ...gpus].map(({ source }) => source),
    ...models.map(({ paramsSource }) => paramsSource ?? ""),
  ];
  assert.deepEqual(
    entries
      .filter(({ id, url }) => !cited.includes(id) && !linked.includes(url))
      .map(({ id }) => id),
    [],
  );
});
