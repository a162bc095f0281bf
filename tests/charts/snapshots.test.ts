import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import type { Chart } from "../../src/charts/chart.ts";
import { langs } from "../../src/i18n/locales.ts";
import { figures } from "../../src/site/figures.ts";
import { idleRun, translators, valuesOf, widgets } from "../widgets/every-widget.ts";
import { drawn, snapshotOf, widths } from "./draw.ts";

// A picture that changed on purpose is renewed by running this file with UPDATE_SNAPSHOTS=1.
const update = process.env.UPDATE_SNAPSHOTS === "1";
const folder = new URL("./snapshots/", import.meta.url);
const seen = new Set<string>();

function assertSnapshots(name: string, chart: Chart<unknown>, data: unknown): void {
  const pictures = drawn(chart, data);
  for (const width of widths) {
    // Not plain .svg: formatters would take it for markup of ours.
    const file = `${name}-${width}.svg.snap`;
    const picture = snapshotOf(pictures[width]);
    assert.doesNotMatch(picture, /NaN|undefined|Infinity/, file);
    const place = new URL(file, folder);
    seen.add(file);
    if (update) writeFileSync(place, picture);
    assert.ok(existsSync(place), `${file} is not there yet`);
    assert.deepEqual(firstDifference(picture, readFileSync(place, "utf8")), null, file);
  }
}

/** The first line that differs: a whole drawing would say less. */
function firstDifference(drawing: string, snapshot: string) {
  const [now, before] = [drawing.split("\n"), snapshot.split("\n")];
  const line = now.findIndex((text, i) => text !== before[i]);
  if (line === -1 && now.length === before.length) return null;
  return { line: line + 1, drawn: now[line], snapshot: before[line] };
}

describe("figures of widgets in their default state", () => {
  for (const widget of widgets) {
    const values = valuesOf(widget);
    const result = widget.compute(values);
    for (const [figure, { load, data }] of Object.entries(widget.figures ?? {})) {
      for (const t of translators(widget)) {
        test(`${widget.tag} ${figure} ${t.lang}`, async () => {
          const name = `${widget.tag}-${figure}-${t.lang}`;
          assertSnapshots(name, await load(), data(result, values, t, idleRun));
        });
      }
    }
  }
});

describe("figures of the prose", () => {
  for (const [id, figure] of Object.entries(figures)) {
    for (const lang of langs) {
      test(`${id} ${lang}`, () => {
        const { chart, data } = figure(lang);
        assertSnapshots(`figure-${id}-${lang}`, chart as Chart<unknown>, data);
      });
    }
  }
});

test("every snapshot is of a figure that there is", () => {
  assert.deepEqual(
    readdirSync(folder).filter((file) => !seen.has(file)),
    [],
  );
});
