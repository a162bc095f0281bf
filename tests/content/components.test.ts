import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { answers } from "../../src/site/answers.ts";
import { figures } from "../../src/site/figures.ts";
import { parseValues } from "../../src/widgets/params.ts";
import { widgets } from "../widgets/every-widget.ts";
import { type Page, pagesIn, read, type Tag } from "./mdx.ts";

const pages = [...pagesIn("ko"), ...pagesIn("en")];
const ids = (file: string): readonly string[] =>
  (JSON.parse(read(file)) as readonly { readonly id: string }[]).map(({ id }) => id);
const terms = ids("glossary.json");
const sources = ids("references.json");
const components = readdirSync(new URL("../../src/components/", import.meta.url)).map((name) =>
  name.replace(/\.\w+$/, ""),
);

const tagsOf = (page: Page, name: string): readonly Tag[] =>
  page.tags.filter((tag) => tag.name === name);

/** What is wrong with a widget's attributes; none may be corrected in silence. */
function widgetMistakes({ attributes }: Tag): readonly string[] {
  const { tag, id: _, ...given } = attributes;
  const widget = widgets.find((other) => other.tag === tag);
  if (!widget) return [`no widget ${tag}`];
  const values: Readonly<Record<string, unknown>> = parseValues(
    widget.params,
    (name) => given[name],
  );
  return Object.entries(given).flatMap(([name, text]) => {
    if (!(name in values)) return [`${tag} has no ${name}`];
    return String(values[name]) === text ? [] : [`${tag} ${name}="${text}" is ${values[name]}`];
  });
}

test("a wrong attribute of a widget is found", () => {
  const mistakes = (attributes: Readonly<Record<string, string>>) =>
    widgetMistakes({ name: "Widget", attributes: { tag: "kv-size", ...attributes } });
  assert.deepEqual(mistakes({ context: "1024", kv: "fp8", id: "x" }), []);
  assert.equal(mistakes({ context: "1" }).length, 1);
  assert.equal(mistakes({ model: "llama" }).length, 1);
  assert.equal(mistakes({ colour: "red" }).length, 1);
  assert.equal(widgetMistakes({ name: "Widget", attributes: { tag: "kv-none" } }).length, 1);
});

for (const page of pages) {
  describe(page.file, () => {
    test("only components that there are", () => {
      assert.deepEqual(
        page.tags.map(({ name }) => name).filter((name) => !components.includes(name)),
        [],
      );
    });

    test("every term is in the glossary, every source among the references", () => {
      const unknown = (name: string, known: readonly string[]) =>
        tagsOf(page, name)
          .map((tag) => tag.attributes.id ?? "")
          .filter((id) => !known.includes(id));
      assert.deepEqual(unknown("Term", terms), []);
      assert.deepEqual(unknown("Cite", sources), []);
    });

    test("every checkpoint has an answer that is computed, every figure a drawing", () => {
      for (const { attributes } of tagsOf(page, "Checkpoint")) {
        assert.ok((attributes.answer ?? "") in answers, attributes.id);
        assert.match(attributes.kind ?? "", /^(?:number|choice)$/, attributes.id);
        const tolerance = Number(attributes.tolerance ?? 0);
        assert.ok(tolerance >= 0 && tolerance < 0.5, `${attributes.id}: tolerance ${tolerance}`);
        assert.ok(attributes.unit, `${attributes.id}: unit`);
      }
      for (const { attributes } of tagsOf(page, "Figure")) {
        assert.ok((attributes.id ?? "") in figures, attributes.id);
      }
    });

    test("every widget exists and takes its attributes as they are written", () => {
      assert.deepEqual(tagsOf(page, "Widget").flatMap(widgetMistakes), []);
    });

    test("no id stands twice", () => {
      const own = ["Checkpoint", "Figure"].flatMap((name) =>
        tagsOf(page, name).map((tag) => tag.attributes.id),
      );
      const placed = tagsOf(page, "Widget").map(
        ({ attributes }) => attributes.id ?? attributes.tag,
      );
      const all = [...own, ...placed];
      assert.equal(new Set(all).size, all.length, String(all));
    });
  });
}

test("every answer is asked for, every figure is shown", () => {
  const used = (name: string, attribute: string) =>
    new Set(
      pages.flatMap((page) => tagsOf(page, name)).map((tag) => tag.attributes[attribute] ?? ""),
    );
  const asked = used("Checkpoint", "answer");
  assert.deepEqual(
    Object.keys(answers).filter((name) => !asked.has(name)),
    [],
  );
  const shown = used("Figure", "id");
  assert.deepEqual(
    Object.keys(figures).filter((id) => !shown.has(id)),
    [],
  );
});
