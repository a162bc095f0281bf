import assert from "node:assert/strict";
import { resolveObjectURL } from "node:buffer";
import { type TestContext, test } from "node:test";
import { commonMessages } from "../../src/widgets/common-messages.ts";
import { csvCell, exportFile } from "../../src/widgets/export.ts";
import concurrency from "../../src/widgets/kv-concurrency/widget.ts";
import size from "../../src/widgets/kv-size/widget.ts";
import { translator } from "../../src/widgets/translate.ts";
import type { AnyWidget } from "../../src/widgets/widget.ts";
import { idleRun, valuesOf } from "./every-widget.ts";

test("a cell is quoted where a comma, a quote or a line would break the row", () => {
  for (const [text, cell] of [
    ["GQA 8", "GQA 8"],
    ["327,680 B", '"327,680 B"'],
    ['say "59"', '"say ""59"""'],
    ["two\nlines", '"two\nlines"'],
    ["two\r\nlines", '"two\r\nlines"'],
    ["", ""],
  ] as const) {
    assert.equal(csvCell(text), cell);
  }
});

test("what a spreadsheet would run as a formula is text; a number stays a number", () => {
  for (const [text, cell] of [
    ["=1+1", "'=1+1"],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ["+49", "+49"],
    ["-1.104", "-1.104"],
    ["-1.104 GB", "'-1.104 GB"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", `"'\r=1"`],
    ["2.5e-7", "2.5e-7"],
    ["a=b", "a=b"],
  ] as const) {
    assert.equal(csvCell(text), cell, JSON.stringify(text));
  }
});

/** The lines of the CSV that a widget saves, on somebody else's page. */
async function csvOf(
  t: TestContext,
  widget: AnyWidget,
  lang: "ko" | "en",
  attributes: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  // Where the browser would save a file; nothing else of a document is needed for a table.
  const saved = { href: "", download: "", click: () => undefined };
  const page = { createElement: () => saved, documentElement: { dataset: {} } };
  t.mock.timers.enable({ apis: ["setTimeout"] });
  Object.assign(globalThis, { document: page });
  t.after(() => Reflect.deleteProperty(globalThis, "document"));
  const values = valuesOf(widget, attributes);
  const words = translator(lang, commonMessages[lang], widget.messages[lang]);
  const state = { values, result: widget.compute(values), t: words, run: idleRun };
  const name = await exportFile("csv", widget, state, [], { id: "" } as HTMLElement);
  assert.equal(name, `${widget.tag}.csv`);
  assert.equal(saved.download, name);
  const text = (await resolveObjectURL(saved.href)?.text()) ?? "";
  return text.split("\r\n");
}

test("the CSV has units in its header and numbers as they are, not as they are read", async (t) => {
  const [header, ...lines] = await csvOf(t, size, "en", { unit: "GiB" });
  assert.equal(
    header?.replace("\uFEFF", ""),
    "Variant,One token [B],All (GB),All (GiB),Of the weights",
  );
  assert.equal(lines[1], `GQA\u00a08,327680,2.68435456,2.5,${2_684_354_560 / 141_104_000_000}`);
  assert.equal(lines[3], "", "a gap before the caption");
  assert.equal(lines[4], '"8,192 tokens per request, requests: 1"');
  assert.match(lines[5] ?? "", /\/en\/embed\/kv-size\/\?unit=GiB$/);
});

for (const [unit, oneRequest] of [
  ["GB", 2.68435456],
  ["GiB", 2.5],
] as const) {
  test(`one request among several has a column of its own, in ${unit} where that is shown`, async (t) => {
    const [header, ...lines] = await csvOf(t, size, "en", { unit, requests: "2" });
    assert.equal(
      header?.replace("\uFEFF", ""),
      `Variant,One token [B],One request [${unit}],All (GB),All (GiB),Of the weights`,
    );
    assert.equal(
      lines[1],
      `GQA\u00a08,327680,${oneRequest},5.36870912,5,${5_368_709_120 / 141_104_000_000}`,
    );
    assert.equal(lines[4], '"8,192 tokens per request, requests: 2"');
  });
}

test("a place without a price leaves its cell empty", async (t) => {
  const [header, mha] = await csvOf(t, concurrency, "ko", { context: "131072" });
  assert.equal(
    header?.replace("\uFEFF", ""),
    "방식,요청 하나 [B],들어가는 요청,32개일 때 문맥,32개일 때 GPU,한 자리 시간당 [USD/h]",
  );
  // 158.896e9 ÷ 32 ÷ 2,621,440 = 1,894 tokens; (32 · 343.6 + 161.1) ÷ 80 = 139.5 GPUs
  assert.equal(mha, "MHA\u00a064,343597383680,0,1894,140,");
});
