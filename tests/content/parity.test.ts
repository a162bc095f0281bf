import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Page, pagesIn, partsOf, type Tag } from "./mdx.ts";

const [korean, english] = [pagesIn("ko"), pagesIn("en")];

test("the reader of these tests sees what a page holds", () => {
  const parts = partsOf(
    '---\ntitle: "A: b"\norder: 2\n---\n## One `<No />`\n\n```mdx\n<No />\n## no\n```\n' +
      'See <Term id="mha">it</Term>, [there](/x/).\n\n<Widget tag="kv-size" context={1024} flag />\n',
  );
  assert.deepEqual(parts.frontmatter, { title: "A: b", order: "2" });
  assert.deepEqual(parts.headings, [{ level: 2, text: "One " }]);
  assert.deepEqual(parts.tags, [
    { name: "Term", attributes: { id: "mha" } },
    { name: "Widget", attributes: { tag: "kv-size", context: "1024", flag: "" } },
  ]);
  assert.deepEqual(parts.links, ["/x/"]);
});

test("each page exists in both languages", () => {
  const names = (pages: readonly Page[]) => pages.map(({ kind, slug }) => `${kind}/${slug}`);
  assert.deepEqual(names(korean), names(english));
  assert.ok(names(english).includes("chapters/capacity"));
});

/** What stands on its own, in its order; a term or a citation stands where its sentence needs it. */
const blocks = (page: Page): readonly Tag[] =>
  page.tags
    .filter(({ name }) => name !== "Term" && name !== "Cite")
    .map(({ name, attributes: { unit: _, said: __, ...attributes } }) => ({ name, attributes }));

const idsOf = (page: Page, name: string): readonly string[] => [
  ...new Set(page.tags.filter((tag) => tag.name === name).map((tag) => tag.attributes.id ?? "")),
];

/** Numbers of a formula, in order: words in it may differ. */
const displayed = (page: Page): readonly string[] =>
  [...page.prose.matchAll(/^\$\$\n(.*?)\n\$\$$/gms)].map(([, tex = ""]) =>
    tex.replace(/\\text\{[^}]*\}/g, ""),
  );

for (const page of english) {
  const twin = korean.find(({ kind, slug }) => kind === page.kind && slug === page.slug);

  describe(`${page.kind}/${page.slug}`, () => {
    test("same headings, by number and level", () => {
      const levels = (of: Page | undefined) => of?.headings.map(({ level }) => level);
      assert.deepEqual(levels(twin), levels(page));
    });

    test("same components in the same order, with the same attributes", () => {
      assert.ok(twin);
      assert.deepEqual(blocks(twin), blocks(page));
    });

    test("same terms linked, same sources cited", () => {
      assert.ok(twin);
      for (const name of ["Term", "Cite"]) {
        assert.deepEqual([...idsOf(twin, name)].sort(), [...idsOf(page, name)].sort(), name);
      }
    });

    test("same formulas", () => {
      assert.ok(twin);
      assert.deepEqual(displayed(twin), displayed(page));
    });

    test("same rows and columns in every table", () => {
      assert.ok(twin);
      const shape = (of: Page) =>
        [...of.prose.matchAll(/^\|.*\|$/gm)].map(([line]) => line.split("|").length);
      assert.deepEqual(shape(twin), shape(page));
    });

    test("a list begins at 1: a sentence that begins with another number and a stop is none", () => {
      for (const { prose } of twin ? [page, twin] : []) {
        const starts = [...prose.matchAll(/(?<=\n\n)\d+(?=\. )/g)].map(String);
        assert.deepEqual(
          starts.filter((start) => start !== "1"),
          [],
        );
      }
    });

    test("same fields at the top, and the same order", () => {
      assert.deepEqual(
        Object.keys(twin?.frontmatter ?? {}).sort(),
        Object.keys(page.frontmatter).sort(),
      );
      assert.equal(twin?.frontmatter.order, page.frontmatter.order);
    });
  });
}

test("no two chapters claim the same place, and there is a first", () => {
  const orders = english
    .filter(({ kind }) => kind === "chapters")
    .map(({ frontmatter }) => Number(frontmatter.order))
    .sort((a, b) => a - b);
  assert.equal(new Set(orders).size, orders.length);
  assert.ok(orders.every((order) => Number.isInteger(order)));
  assert.equal(orders[0], 1);
});
