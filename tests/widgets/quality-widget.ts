import assert from "node:assert/strict";
import { parseHTML } from "linkedom";
import { renderWidget } from "../../src/site/render-widget.ts";
import type { QualityResult, ScatterResult } from "../../src/widgets/kv-quality/compute.ts";
import type { VhaResult } from "../../src/widgets/kv-quality/vha.ts";
import widget from "../../src/widgets/kv-quality/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { idleRun, valuesOf } from "./every-widget.ts";

export type Attributes = Readonly<Record<string, string>>;
type Lang = "ko" | "en";

const plain = (text: string) => text.replaceAll("\u00a0", " ").replaceAll("\u2011", "-");
export const quality = (attributes: Attributes = {}): QualityResult =>
  widget.compute(valuesOf(widget, attributes) as never);
export const scatter = (attributes: Attributes = {}) => quality(attributes) as ScatterResult;
export const vha = (part: string) => quality({ source: "vha", part }) as VhaResult;

const wordsOf = (lang: Lang) => translator(lang, widget.messages[lang]);

export function said(attributes: Attributes = {}, lang: Lang = "en"): string {
  const values = valuesOf(widget, attributes) as never;
  return plain(plainText(widget.summary(widget.compute(values), values, wordsOf(lang))));
}

export function table(attributes: Attributes, lang: Lang = "en") {
  const values = valuesOf(widget, attributes) as never;
  const found = widget.table?.(widget.compute(values), values, wordsOf(lang), idleRun);
  assert.ok(found);
  return found;
}

/** A row of the table by its head: the text of each cell by the name of its column. */
export function rowOf(attributes: Attributes, head: string): Readonly<Record<string, string>> {
  const { columns, rows } = table(attributes);
  const row = rows.find(([name]) => name === head);
  assert.ok(row, `${head} in ${rows.map(([name]) => name).join(" | ")}`);
  const [, ...cells] = row;
  return Object.fromEntries(cells.map(({ text }, i) => [columns[i + 1] ?? "", plain(text)]));
}

export async function shown(attributes: Attributes, lang: Lang = "en"): Promise<string> {
  const { shadow } = await renderWidget(widget, lang, (name) => attributes[name]);
  const { document } = parseHTML(`<!doctype html><body>${shadow}</body>`);
  return plain(document.querySelector(".root")?.textContent?.replace(/\s+/g, " ") ?? "");
}
