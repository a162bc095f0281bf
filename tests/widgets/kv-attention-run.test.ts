import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunEvent } from "../../src/onnx/protocol.ts";
import { comparisonTable } from "../../src/widgets/kv-attention-run/comparison.ts";
import { curvesData } from "../../src/widgets/kv-attention-run/curves.ts";
import { contextsOf, rowsOf } from "../../src/widgets/kv-attention-run/params.ts";
import widget from "../../src/widgets/kv-attention-run/widget.ts";
import { plainText } from "../../src/widgets/translate.ts";
import {
  backend,
  events,
  plain,
  ran,
  recordOf,
  result,
  state,
  t,
  values,
} from "./attention-events.ts";

test("predicts 2 · n_kv · 64 · context · 4 bytes for 8, 4, 2 and 1 KV heads", () => {
  assert.deepEqual(
    widget.compute(values).map(({ kvBytes }) => kvBytes),
    [8, 4, 2, 1].map((nKv) => 2 * nKv * 64 * 8192 * 4),
  );
  assert.equal(
    plain(plainText(widget.summary(widget.compute(values), values, t))),
    "At 8,192 tokens one decode step of 8 query heads reads 33.55 MB of K and V with 8 KV heads, and 4.194 MB with 1.",
  );
});

test("rows: KV heads from all to one, their copying twins, and the other variants", () => {
  const names = (attributes: Record<string, string>) =>
    rowsOf(state(attributes)).map((row) => Object.values(row).join(" "));
  assert.deepEqual(names({}), ["grouped 8", "grouped 4", "grouped 2", "grouped 1"]);
  assert.deepEqual(names({ heads: "4" }), ["grouped 4", "grouped 2", "grouped 1"]);
  assert.deepEqual(names({ expand: "true", heads: "4" }), [
    ...["grouped 4", "grouped 2", "expanded 2", "grouped 1", "expanded 1"],
  ]);
  assert.deepEqual(names({ rows: "all" }).slice(4), ["mla-absorbed", "mla-naive", "vha"]);
  const all = widget.compute(state({ rows: "all", precision: "fp16" })).slice(4);
  // A latent of 4 · 64 and a RoPE key of 32 a token; two KV heads; 2 B each.
  const latent = (256 + 32) * 8192 * 2;
  assert.deepEqual(
    all.map(({ kvBytes }) => kvBytes),
    [latent, latent, 2 * 2 * 64 * 8192 * 2],
  );
});

test("context lengths: one, or four that double; the most heads take the shortest", () => {
  assert.deepEqual(contextsOf(values), [8192]);
  assert.deepEqual(contextsOf(state({ curve: "true" })), [1024, 2048, 4096, 8192]);
  assert.equal(state({ context: "99999" }).context, 32_768);
  assert.equal(state({ context: "99999", heads: "32" }).context, 8192);
});

test("the table sets what was measured beside the formula and beside a copy", () => {
  const table = widget.table?.(widget.compute(values), values, t, ran(events));
  assert.ok(table);
  assert.equal(table.caption, "One decode step at 8,192 tokens");
  assert.deepEqual(table.columns, [
    ...[
      "Attention",
      "Largest error ÷ largest output",
      "Bytes cached",
      "Difference from formula",
      "Median",
    ],
    ...["Quartiles", "Read speed", "Share of copy speed", "Set-up and first run"],
  ]);
  assert.deepEqual(table.units, [null, null, "B", "B", "ms", "ms", "B/s", null, "ms"]);
  assert.deepEqual(
    table.rows.map(([head, ...cells]) => [plain(head), ...cells.map(({ text }) => plain(text))]),
    [
      [
        "MHA 8",
        "2.5 × 10⁻⁷",
        "33,554,432 B",
        "0 B",
        "8 ms",
        "7.2–8.8 ms",
        "4.194 GB/s",
        "52%",
        "12 ms",
      ],
      [
        "MQA 1",
        "2.5 × 10⁻⁷",
        "4,194,304 B",
        "0 B",
        "1 ms",
        "900 µs–1.1 ms",
        "4.194 GB/s",
        "52%",
        "12 ms",
      ],
    ],
  );
  const [, ...cells] = table.rows[0] ?? [""];
  assert.deepEqual(
    cells.map(({ value }) => value),
    [2.5e-7, 33_554_432, 0, 8, "7.2–8.8", 33_554_432 / 0.008, 33_554_432 / 0.008 / 8e9, 12],
  );
});

test("several context lengths have a column; a cache of other bytes shows by how many", () => {
  const short = result(8, 4, { context: 1024, kvBytes: 2 * 8 * 64 * 1024 * 4 + 16 });
  const table = widget.table?.(
    widget.compute(values),
    values,
    t,
    ran([backend, short, result(8, 8)]),
  );
  assert.equal(table?.caption, "One decode step at each context length");
  assert.equal(table?.columns[1], "Context");
  assert.deepEqual(
    table?.rows.map((row) => [row[1]?.text, plain(row[4]?.text ?? "")]),
    [
      ["1,024", "16 B"],
      ["8,192", "0 B"],
    ],
  );
});

test("the share of a copy has two significant digits; without a copy there is none", () => {
  const share = (said: readonly RunEvent[]) =>
    widget.table?.(widget.compute(values), values, t, ran([backend, ...said])).rows[0]?.at(-2);
  const own = 33_554_432 / 0.008; // 4.194 GB/s
  for (const [copied, text] of [
    [30e9, "14%"],
    [65e9, "6.5%"],
  ] as const) {
    const yardstick = { kind: "copy", bytes: 1e6, bytesPerSecond: copied } as const;
    assert.deepEqual(share([yardstick, result(8, 8)]), { text, value: own / copied });
  }
  assert.deepEqual(share([result(8, 8)]), { text: "–", value: "" });
});

test("two records side by side: times, and each row's share of its own first row", () => {
  const here = recordOf([result(8, 8), result(1, 1)]);
  const there = recordOf([result(8, 4), result(4, 3), result(1, 2)], { host: "Firefox 140" });
  const table = comparisonTable(here, there, t);
  assert.deepEqual(
    table.rows.map(([head, ...cells]) => [plain(head), ...cells.map(({ text }) => plain(text))]),
    [
      ["MHA 8", "8,192", "8 ms", "4 ms", "0.5×", "100%", "100%"],
      ["MQA 1", "8,192", "1 ms", "2 ms", "2×", "13%", "50%"],
    ],
  );
  assert.deepEqual(
    comparisonTable(here, recordOf(there.steps as never, { nHeads: 16 }), t).rows,
    [],
  );
  assert.deepEqual(comparisonTable(here, recordOf([result(8, 4, { context: 512 })]), t).rows, []);
});

test("curves: bytes by the formula, times as measured, each with its quartiles", () => {
  const at = (context: number, medianMs: number) =>
    result(8, medianMs, { context, kvBytes: 2 * 8 * 64 * context * 4 });
  const data = curvesData(state({ curve: "true" }), recordOf([at(4096, 4), at(8192, 8)]), t);
  const [bytes, time] = data.panels;
  assert.deepEqual(
    bytes?.curves.map(({ points }) => points.at(-1)),
    [8, 4, 2, 1].map((nKv) => ({ x: 8192, y: 2 * nKv * 64 * 8192 * 4 })),
  );
  assert.deepEqual(time?.curves[0]?.points, [
    { x: 4096, y: 4, spread: [3.6, 4.4] },
    { x: 8192, y: 8, spread: [7.2, 8.8] },
  ]);
  assert.deepEqual(curvesData(state({ curve: "true" }), null, t).panels[1]?.curves, []);
  assert.equal(curvesData(values, null, t).panels.length, 1, "one length is no curve of times");
  assert.equal(curvesData(values, recordOf([at(8192, 8)]), t).panels.length, 1);
});
