import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "@lit-labs/ssr";
import { collectResult } from "@lit-labs/ssr/lib/render-result.js";
import { parseHTML } from "linkedom";
import type { TemplateResult } from "lit";
import type { AttentionEvent, ResultEvent } from "../../src/onnx/protocol.ts";
import { commonMessages } from "../../src/widgets/common-messages.ts";
import { runPanel } from "../../src/widgets/kv-attention-run/run-panel.ts";
import { heard } from "../../src/widgets/kv-attention-run/runs.ts";
import widget from "../../src/widgets/kv-attention-run/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import type { RunState } from "../../src/widgets/widget.ts";
import { idleRun, valuesOf } from "./every-widget.ts";

const values = valuesOf(widget) as never;
const t = translator("en", commonMessages.en, widget.messages.en);
const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("predicts 2 · n_kv · 64 · context · 4 bytes for 8, 4, 2 and 1 KV heads", () => {
  assert.deepEqual(
    widget.compute(values).map(({ kvBytes }) => kvBytes),
    [8, 4, 2, 1].map((nKv) => 2 * nKv * 64 * 8192 * 4),
  );
  assert.equal(
    plain(plainText(widget.summary(widget.compute(values), values, t))),
    "At 8,192 tokens one decode step reads 33.55 MB of K and V with 8 KV heads, and 4.194 MB with 1.",
  );
});

const result = (nKv: number, medianMs: number): ResultEvent => ({
  kind: "result",
  nKv,
  kvBytes: 2 * nKv * 64 * 8192 * 4,
  medianMs,
  lowerQuartileMs: medianMs * 0.9,
  upperQuartileMs: medianMs * 1.1,
  runs: 15,
  stepsPerRun: 1,
  clockTickMs: 0.1,
  queueMs: 0,
  maxError: 2.5e-7,
  bytesPerSecond: 4e9,
});

const events: readonly AttentionEvent[] = [
  { kind: "download", loaded: 1, total: 2 },
  {
    kind: "backend",
    backend: "wasm",
    reason: "no-api",
    adapter: null,
    flavour: "wasm",
    runtimeVersion: "1.30.0",
    allOperatorsOnGpu: false,
  },
  { kind: "step", nKv: 8, done: 3, of: 15 },
  { kind: "copy", bytes: 1e6, bytesPerSecond: 8e9 },
  result(8, 8),
  result(1, 1),
];

test("sorts what a run says, and remembers the latest progress", () => {
  const said = heard(events);
  assert.equal(said.backend?.backend, "wasm");
  assert.equal(said.copyBytesPerSecond, 8e9);
  assert.deepEqual(
    said.results.map(({ nKv }) => nKv),
    [8, 1],
  );
  assert.deepEqual(said.progress, { kind: "step", nKv: 8, done: 3, of: 15 });
  assert.deepEqual(heard([]), {
    backend: null,
    results: [],
    copyBytesPerSecond: null,
    progress: null,
  });
});

const ran = (said: readonly AttentionEvent[], change: Partial<RunState<never>> = {}) =>
  ({ ...idleRun, status: "done", values, events: said, ...change }) as RunState<never>;

test("the table sets what was measured beside the formula and beside a copy", () => {
  const table = widget.table?.(widget.compute(values), values, t, ran(events));
  assert.ok(table);
  assert.equal(table.caption, "One decode step at 8,192 tokens");
  assert.deepEqual(table.columns, [
    "KV heads",
    "Largest error",
    "K and V bytes",
    "Difference from formula",
    "Median",
    "Quartiles",
    "Read speed",
    "Share of copy speed",
  ]);
  assert.deepEqual(table.units, [null, null, "B", "B", "ms", "ms", "B/s", null]);
  assert.deepEqual(
    table.rows.map(([head, ...cells]) => [head, ...cells.map(({ text }) => plain(text))]),
    [
      ["8", "2.5 × 10⁻⁷", "33,554,432 B", "0 B", "8 ms", "7.2–8.8 ms", "4 GB/s", "50%"],
      ["1", "2.5 × 10⁻⁷", "4,194,304 B", "0 B", "1 ms", "900 µs–1.1 ms", "4 GB/s", "50%"],
    ],
  );
  const [, ...cells] = table.rows[0] ?? [""];
  assert.deepEqual(
    cells.map(({ value }) => value),
    [2.5e-7, 33_554_432, 0, 8, "7.2–8.8", 4e9, 0.5],
  );
});

test("the same columns in Korean", () => {
  const words = translator("ko", commonMessages.ko, widget.messages.ko);
  assert.deepEqual(widget.table?.(widget.compute(values), values, words, ran(events)).columns, [
    "KV 헤드",
    "최대 오차",
    "K와 V 바이트",
    "식과의 차이",
    "중앙값",
    "사분위 범위",
    "읽기 속도",
    "복사 속도의 몇 %",
  ]);
});

test("the share of a copy has two significant digits; without a copy there is none", () => {
  const share = (said: readonly AttentionEvent[]) =>
    widget.table?.(widget.compute(values), values, t, ran(said)).rows[0]?.at(-1);
  for (const [copied, text] of [
    [30e9, "13%"], // 4 ÷ 30
    [65e9, "6.2%"], // 4 ÷ 65
  ] as const) {
    const copy = { kind: "copy", bytes: 1e6, bytesPerSecond: copied } as const;
    assert.deepEqual(share([copy, result(8, 8)]), { text, value: 4e9 / copied });
  }
  assert.deepEqual(share([result(8, 8)]), { text: "–", value: "" });
});

/** A run as the page shows it, for the context that the controls stand at. */
async function shown(run: RunState<never>, lang: "ko" | "en" = "en", context = 8192) {
  const words = translator(lang, commonMessages[lang], widget.messages[lang]);
  const table = widget.table?.(widget.compute(values), values, words, run);
  assert.ok(table);
  const asked = { backend: "auto" as const, context };
  const page = await collectResult(render(runPanel(asked, table, run as never, words)));
  const { document } = parseHTML(`<!doctype html><body>${page}</body>`);
  const text = (selector: string) =>
    plain(document.querySelector(selector)?.textContent?.replace(/\s+/g, " ").trim() ?? "");
  return {
    headline: text(".headline"),
    state: text(".state"),
    error: text(".state.error"),
    buttons: [...document.querySelectorAll("button")].map((button) =>
      plain(button.textContent?.replace(/\s+/g, " ").trim() ?? ""),
    ),
  };
}

test("the headline says by what factor bytes fell, and to what part the time", async () => {
  assert.equal(
    (await shown(ran(events))).headline,
    "From 8 KV heads to 1, the bytes read fell by a factor of 8 and the time to 13%. " +
      "The largest difference from the float64 reference is 2.5 × 10⁻⁷.",
  );
  assert.equal(
    (await shown(ran(events), "ko")).headline,
    "KV 헤드를 8개에서 1개로 줄이니 읽는 바이트는 8분의 1로, 시간은 13%로 줄었어요. " +
      "float64 기준과의 차이는 가장 커도 2.5 × 10⁻⁷예요.",
  );
  assert.equal((await shown(ran([result(8, 8)]))).headline, "", "one row compares with nothing");
});

test("quartiles that overlap are no difference in time", async () => {
  // 8 ± 10% ms against 7 ± 10% ms: 7.2 to 8.8 and 6.3 to 7.7.
  const close = [result(8, 8), result(1, 7)];
  assert.equal(
    (await shown(ran(close))).headline,
    "From 8 KV heads to 1, the bytes read fell by a factor of 8; the difference in time is within the spread. " +
      "The largest difference from the float64 reference is 2.5 × 10⁻⁷.",
  );
  assert.equal(
    (await shown(ran(close), "ko")).headline,
    "KV 헤드를 8개에서 1개로 줄이니 읽는 바이트는 8분의 1이 됐어요. 시간 차이는 흩어진 폭 안이에요. " +
      "float64 기준과의 차이는 가장 커도 2.5 × 10⁻⁷예요.",
  );
  // 6.3 × 1.1 = 6.93 < 7.2: apart by a little.
  assert.equal(
    (await shown(ran([result(8, 8), result(1, 6.3)]))).headline,
    "From 8 KV heads to 1, the bytes read fell by a factor of 8 and the time to 79%. " +
      "The largest difference from the float64 reference is 2.5 × 10⁻⁷.",
  );
});

test("a wrong answer has no headline", async () => {
  const { headline, error } = await shown(ran([result(8, 8), { ...result(1, 1), maxError: 2e-5 }]));
  assert.equal(headline, "");
  assert.equal(
    error,
    "This differs from the float64 reference by 2.0 × 10⁻⁵. Do not trust this device's result.",
  );
});

test("results of an older context are marked as such", async () => {
  assert.equal((await shown(ran(events))).state, "");
  assert.equal(
    (await shown(ran(events), "en", 1024)).state,
    "The results below were measured at 8,192 tokens.",
  );
  assert.equal(
    (await shown(ran(events), "ko", 1024)).state,
    "아래 결과는 문맥 8,192토큰에서 잰 거예요.",
  );
});

test("one button starts and stops, and says which", async () => {
  const running = { status: "running" } as const;
  for (const [run, en, ko] of [
    [idleRun, "Run downloads at most 6.579 MB", "실행 내려받기 최대 6.579 MB"],
    [ran([], running), "Stop", "멈추기"],
    [ran(events, running), "Stop", "멈추기"],
    [ran(events), "Run again", "다시 실행"],
    [ran(events, { status: "stopped" }), "Run again", "다시 실행"],
    [ran([], { status: "failed" }), "Run again", "다시 실행"],
  ] as const) {
    assert.deepEqual((await shown(run)).buttons, [en], run.status);
    assert.deepEqual((await shown(run, "ko")).buttons, [ko], run.status);
  }
});

/** The listeners that a template and those in it have for clicks. */
const clicked = ({ strings, values: parts }: TemplateResult): readonly unknown[] =>
  parts.flatMap((part, i) => {
    if (strings[i]?.endsWith("@click=")) return [part];
    const inside = [part].flat() as readonly (Partial<TemplateResult> | null)[];
    return inside.flatMap((one) => (one?.strings ? clicked(one as TemplateResult) : []));
  });

test("the button stops a run that is on its way, and starts one otherwise", () => {
  const asked = { backend: "auto" as const, context: 8192 };
  const [start, stop] = [() => undefined, () => undefined];
  for (const status of ["idle", "running", "done", "stopped", "failed"] as const) {
    const run = ran(events, { status, start, stop });
    const table = widget.table?.(widget.compute(values), values, t, run);
    assert.ok(table);
    const [act, ...others] = clicked(runPanel(asked, table, run as never, t));
    assert.equal(act, status === "running" ? stop : start, status);
    assert.deepEqual(others, [], status);
  }
});
