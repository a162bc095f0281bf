import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { renderWidget } from "../../src/site/render-widget.ts";
import widget from "../../src/widgets/kv-quality/widget.ts";
import { rowOf, said, table, vha } from "./quality-widget.ts";

describe("VHA", () => {
  const marksOf = (part: string) =>
    Object.fromEntries(
      vha(part).rows.map((row) => [`${row.id} ${row.scale ?? ""}`.trim(), row.marks] as const),
    );

  test("paired differences of eight tasks, as worked out elsewhere", () => {
    const paired = (["0.6B", "1.7B", "4B"] as const).map((scale) => {
      const [mark] = marksOf("scales")[`scale ${scale}`] ?? [];
      assert.ok(mark?.paired);
      const { mean, standardError, wins, tasks } = mark.paired;
      return [mean.toFixed(2), standardError.toFixed(2), wins, tasks];
    });
    assert.deepEqual(paired, [
      ["0.63", "0.50", 5, 8],
      ["0.41", "0.52", 4, 8],
      ["0.82", "0.33", 6, 8],
    ]);
    const second = vha("second-table").rows.filter(({ id }) => id === "second");
    assert.deepEqual(
      second.map(({ marks: [mark] }) => [
        mark?.at.toFixed(2),
        mark?.paired?.standardError.toFixed(2),
      ]),
      [
        ["0.56", "0.66"],
        ["0.76", "0.54"],
        ["0.90", "0.45"],
      ],
    );
  });

  test("the ladder around GQA-8, each step with how it is known", () => {
    const steps = vha("ladder").rows.map(({ id, marks: [mark] }) => [
      id,
      mark?.at.toFixed(2),
      mark?.status,
    ]);
    assert.deepEqual(steps, [
      ["gqa-8", "0.00", "read"],
      ["gqa-16-2-2", "-1.00", "not-checkable"],
      ["gqa-8-2-2", "-1.71", "not-checkable"],
      ["premix-only", "-0.78", "not-checkable"],
      ["postmix-only", "-0.14", "not-checkable"],
      ["both", "0.41", "recomputed"],
    ]);
    assert.match(said({ source: "vha", part: "ladder" }), /−1\.00.*−1\.71.*\+0\.41 ± 0\.52/);
    const bytes = vha("ladder").rows.map(({ layerBytes }) => layerBytes);
    assert.deepEqual(bytes, [4096, 1024, 1024, 1024, 1024, 1024]);
  });

  test("ranks: of 54.50, 54.24 and 54.15 only the first has its tasks", () => {
    const { rows } = vha("rank");
    assert.deepEqual(
      rows.map(({ marks: [mark] }) => [
        mark?.score?.toFixed(2),
        mark?.status,
        mark?.paired === null,
      ]),
      [
        ["54.50", "recomputed", false],
        ["54.24", "not-checkable", true],
        ["54.15", "not-checkable", true],
      ],
    );
    assert.match(
      said({ source: "vha", part: "rank" }),
      /losses of 0\.26 and 0\.35 .* error of 0\.52/,
    );
  });

  test("30B: the means of the categories; long contexts: HELMET has no score", () => {
    assert.match(said({ source: "vha", part: "30b" }), /\+2\.60 .* \+0\.70 .* 2\.595 and 0\.7025/);
    const against = (of: string) =>
      rowOf({ source: "vha", part: "30b" }, `Mean of the stated categories, against ${of}`)
        .Difference;
    assert.deepEqual([against("GQA-4"), against("MLA")], ["+2.595", "+0.7025"]);
    const long = { source: "vha", part: "long-context" };
    assert.match(said(long), /73\.0 for GQA and 84\.4 for VHA, 11\.4 apart/);
    const [, cell] = table(long).rows.at(-1) ?? [];
    assert.equal(cell?.text, "VHA: 3 wins, 1 tie, 1 loss");
  });

  test("the second table moves the baseline by as much as VHA gains", () => {
    assert.match(
      said({ source: "vha", part: "second-table" }),
      /moves by 0\.49 points at 0\.6B, 0\.81 at 1\.7B and 0\.41 at 4B.* 0\.63, 0\.41 and 0\.82/,
    );
    const lines = ["first table", "second table", "GQA-8: second − first"].map(
      (name) => rowOf({ source: "vha", part: "second-table" }, `1.7B, ${name}`).Difference,
    );
    assert.deepEqual(lines, ["+0.41", "+0.76", "−0.81"]);
  });

  test("an error bar for every difference between the tables and within them", async () => {
    const { figures } = await renderWidget(widget, "en", (name) =>
      name === "source" ? "vha" : name === "part" ? "second-table" : undefined,
    );
    const bars = figures[0]?.svgs.match(/class="error-bar"/g) ?? [];
    assert.equal(bars.length, 2 * 9, "wide and narrow");
  });

  test("norms: 0.1 √128 at the start, √128 for the identity", () => {
    assert.match(
      said({ source: "vha", part: "norms" }),
      /from 1\.13 at the start to 5\.85 at its largest: 52% of the 11\.31/,
    );
  });

  test("what cannot be checked says so in words and in the picture", async () => {
    for (const part of ["scales", "ladder", "rank", "30b", "long-context", "norms"]) {
      const statuses = table({ source: "vha", part }).rows.map((row) => row.at(-1));
      const texts = statuses.map((cell) => (typeof cell === "string" ? cell : cell?.text));
      assert.ok(texts.includes("cannot be checked"), part);
      const { figures } = await renderWidget(widget, "en", (name) =>
        name === "source" ? "vha" : name === "part" ? part : undefined,
      );
      assert.match(figures[0]?.svgs ?? "", /†/, part);
    }
    const { figures } = await renderWidget(widget, "en", (name) =>
      name === "source" ? "vha" : name === "part" ? "second-table" : undefined,
    );
    assert.doesNotMatch(figures[0]?.svgs ?? "", /†/, "all of it was read");
  });

  test("percentage points, never percent", async () => {
    for (const part of ["scales", "ladder", "rank", "30b"]) {
      const { svgs = "" } =
        (await renderWidget(widget, "en", (n) => ({ source: "vha", part })[n])).figures[0] ?? {};
      assert.match(svgs, /percentage points/);
      assert.doesNotMatch(svgs.replace(/width="100%"/g, ""), /\d%/, part);
    }
  });
});
