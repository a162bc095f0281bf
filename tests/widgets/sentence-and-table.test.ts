import assert from "node:assert/strict";
import { test } from "node:test";
import { langs } from "../../src/i18n/locales.ts";
import { renderWidget } from "../../src/site/render-widget.ts";
import concurrency from "../../src/widgets/kv-concurrency/widget.ts";
import size from "../../src/widgets/kv-size/widget.ts";
import tally from "../../src/widgets/kv-tally/widget.ts";
import type { Sentence } from "../../src/widgets/translate.ts";
import type { AnyWidget, Cell, Table } from "../../src/widgets/widget.ts";
import { fuzzStates, idleRun, translators, valuesOf, widgets } from "./every-widget.ts";

/** Sentence and table of a state, in both languages. */
function* said(widget: AnyWidget, attributes: Readonly<Record<string, string>>) {
  const values = valuesOf(widget, attributes);
  const result = widget.compute(values);
  for (const t of translators(widget)) {
    const table = widget.table?.(result, values, t, idleRun);
    assert.ok(table);
    yield { t, values, result, table, sentence: widget.summary(result, values, t) };
  }
}

/** Pieces of a sentence that are coloured as a variant. */
const coloured = (sentence: Sentence, role: string): readonly string[] =>
  sentence.flatMap((part) => (typeof part !== "string" && part.role === role ? [part.text] : []));

const cellsOf = (table: Table, row: number): readonly Cell[] => {
  const [, ...cells] = table.rows[row] ?? [""];
  return cells;
};

/** "7 requests" and "7개" without the word. */
const numberIn = (text: string): string => text.replace(/[^\d,]/g, "");

test("kv-concurrency: each number of the sentence is the one in its row", () => {
  for (const attributes of fuzzStates(concurrency)) {
    for (const { result, table, sentence } of said(concurrency, attributes)) {
      assert.equal(result.variants[table.own ?? -1], result.own);
      for (const [row, variant] of result.variants.entries()) {
        const [, fit] = cellsOf(table, row);
        const now = coloured(sentence, variant.name).map(numberIn);
        const where = `${variant.name} of ${JSON.stringify(attributes)}`;
        assert.deepEqual(now, result.own.requests === 0 ? [] : [fit?.text], where);
        if (result.budgetBytes < 0) assert.equal(fit?.text, "0", where);
      }
      if (result.own.requests === 0) assert.equal(cellsOf(table, table.own ?? -1)[1]?.text, "0");
    }
  }
});

test("kv-size: bytes of a token and of all requests are those of the own row", () => {
  for (const attributes of fuzzStates(size)) {
    for (const { values, result, table, sentence } of said(size, attributes)) {
      const [perToken, ...cells] = cellsOf(table, table.own ?? -1);
      assert.equal(cells.length, Number(values.requests) > 1 ? 4 : 3, JSON.stringify(attributes));
      const [inGB, inGiB] = cells.slice(-3);
      assert.deepEqual(
        coloured(sentence, result.own.name),
        [perToken?.text, (values.unit === "GB" ? inGB : inGiB)?.text],
        JSON.stringify(attributes),
      );
    }
  }
});

test("kv-tally serves as many as kv-concurrency has in its own row", () => {
  for (const attributes of fuzzStates(tally)) {
    const values = valuesOf(tally, attributes);
    const result = tally.compute(values as never);
    for (const { t, table } of said(concurrency, attributes)) {
      const [, fit] = cellsOf(table, table.own ?? -1);
      const words = translators(tally).find(({ lang }) => lang === t.lang);
      assert.ok(words);
      const sentence = tally.summary(result, values as never, words);
      const now = coloured(sentence, result.own.name).map(numberIn);
      const where = JSON.stringify(attributes);
      assert.deepEqual(now, result.own.requests === 0 ? [] : [fit?.text], where);
      if (result.own.requests === 0) assert.equal(fit?.text, "0", where);
    }
  }
});

/** "1 requests", but neither "11 requests" nor "MQA 1" before a line of its own. */
const oneOfMany = /(?<![\d.,])1[ \u00a0](?:requests|GPUs|tokens|KV heads|people|layers)\b/;

test("nothing says that one is many, in the default states", async () => {
  for (const widget of widgets) {
    for (const lang of langs) {
      const { shadow, summary, figures } = await renderWidget(widget, lang, () => undefined);
      const text = [shadow, ...figures.map(({ svgs }) => svgs)].join("\n");
      assert.doesNotMatch(summary, oneOfMany);
      assert.doesNotMatch(text.replace(/<[^>]*>/g, "\n"), oneOfMany, `${widget.tag} ${lang}`);
      for (const [, label = ""] of text.matchAll(/aria-(?:label|valuetext)="([^"]*)"/g)) {
        assert.doesNotMatch(label, oneOfMany);
      }
    }
  }
});
