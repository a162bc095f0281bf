import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "@lit-labs/ssr";
import { collectResult } from "@lit-labs/ssr/lib/render-result.js";
import { parseHTML } from "linkedom";
import { html, type TemplateResult } from "lit";
import type { RunRecord } from "../../src/measured/run-record.ts";
import type { ResultEvent, RunEvent } from "../../src/onnx/protocol.ts";
import { commonMessages } from "../../src/widgets/common-messages.ts";
import { nothingBeside } from "../../src/widgets/kv-attention-run/beside.ts";
import type { RunValues } from "../../src/widgets/kv-attention-run/params.ts";
import { runPanel } from "../../src/widgets/kv-attention-run/run-panel.ts";
import widget from "../../src/widgets/kv-attention-run/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import type { RunState } from "../../src/widgets/widget.ts";
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
import { idleRun } from "./every-widget.ts";

interface Shown {
  readonly lang?: "ko" | "en";
  readonly now?: RunValues;
  readonly record?: RunRecord | null;
  readonly beside?: Partial<typeof nothingBeside>;
}

/** A run as the page shows it. */
async function shown(run: RunState<RunValues>, { lang = "en", now = values, ...rest }: Shown = {}) {
  const words = translator(lang, commonMessages[lang], widget.messages[lang]);
  const results = run.events.filter((event) => (event as RunEvent).kind === "result");
  const record = results.length > 0 ? recordOf(results as ResultEvent[]) : null;
  const page = await collectResult(
    render(
      runPanel({
        ...{ values: now, run, t: words, record, recorded: null, curve: html`` },
        beside: { ...nothingBeside, ...rest.beside },
        lay: () => undefined,
        save: () => undefined,
        showRecorded: () => undefined,
      }),
    ),
  );
  const { document } = parseHTML(`<!doctype html><body>${page}</body>`);
  const texts = (selector: string) =>
    [...document.querySelectorAll(selector)].map((node) =>
      plain(node.textContent?.replace(/\s+/g, " ").trim() ?? ""),
    );
  return {
    headline: texts(".headline"),
    state: texts(".state")[0] ?? "",
    error: texts(".state.error")[0] ?? "",
    button: texts("button.go")[0],
    rows: texts("tbody tr th"),
    status: texts(".beside-records > [role=status]")[0],
  };
}

test("the headline says by what factor bytes fell, and to what part the time", async () => {
  assert.deepEqual((await shown(ran(events))).headline, [
    "From 8 KV heads to 1, the bytes read fell by a factor of 8 and the time to 13%. " +
      "The largest difference from the float64 reference is 2.5 × 10⁻⁷ of the largest output.",
  ]);
  assert.deepEqual((await shown(ran(events), { lang: "ko" })).headline, [
    "KV 헤드를 8개에서 1개로 줄이니 읽는 바이트는 8분의 1로, 시간은 13%로 줄었어요. " +
      "float64 기준과의 차이는 가장 커도 가장 큰 출력의 2.5 × 10⁻⁷배예요.",
  ]);
  assert.deepEqual(
    (await shown(ran([result(8, 8)]))).headline,
    [],
    "one row compares with nothing",
  );
});

test("what copying makes of the saving stands beside it", async () => {
  const copied = result(1, 7, { row: { form: "expanded", nKv: 1 } });
  const { headline } = await shown(ran([result(8, 8), result(1, 1), copied]));
  assert.equal(
    headline[1],
    "With the K and V of MQA 1 copied to every head, the time went from 13% of MHA's to 88%. " +
      "The bytes in the cache stayed the same.",
  );
});

test("quartiles that overlap are no difference in time", async () => {
  // 8 ± 10% ms against 7 ± 10% ms: 7.2 to 8.8 and 6.3 to 7.7.
  assert.match(
    (await shown(ran([result(8, 8), result(1, 7)]))).headline[0] ?? "",
    /difference in time is within the spread/,
  );
  assert.match(
    (await shown(ran([result(8, 8), result(1, 7)]), { lang: "ko" })).headline[0] ?? "",
    /시간 차이는 흩어진 폭 안이에요/,
  );
  // 6.3 × 1.1 = 6.93 < 7.2: apart by a little.
  assert.match((await shown(ran([result(8, 8), result(1, 6.3)]))).headline[0] ?? "", /to 79%/);
});

test("a wrong answer has no headline; fp16 may be off by more", async () => {
  const off = result(1, 1, { relativeError: 2e-5 });
  const { headline, error } = await shown(ran([result(8, 8), off]));
  assert.deepEqual(headline, []);
  assert.equal(
    error,
    "This differs from the float64 reference by 2.0 × 10⁻⁵ of the largest output. Do not trust this device's result.",
  );
});

test("results of an older state are marked as such", async () => {
  assert.equal((await shown(ran(events))).state, "");
  const now = state({ context: "1024" });
  assert.match((await shown(ran(events), { now })).state, /before the settings were changed/);
  assert.match((await shown(ran(events), { now, lang: "ko" })).state, /설정을 바꾸기 전에/);
  assert.equal((await shown(ran(events), { now: state({ backend: "wasm" }) })).state, "");
});

test("one button starts and stops, and says which", async () => {
  const running = { status: "running" } as const;
  for (const [run, en, ko] of [
    [
      idleRun as RunState<RunValues>,
      "Run downloads at most 6.579 MB",
      "실행 내려받기 최대 6.579 MB",
    ],
    [ran([], running), "Stop", "멈추기"],
    [ran(events, running), "Stop", "멈추기"],
    [ran(events), "Run again", "다시 실행"],
    [ran(events, { status: "stopped" }), "Run again", "다시 실행"],
    [ran([], { status: "failed" }), "Run again", "다시 실행"],
  ] as const) {
    assert.equal((await shown(run)).button, en, run.status);
    assert.equal((await shown(run, { lang: "ko" })).button, ko, run.status);
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
  const [start, stop] = [() => undefined, () => undefined];
  for (const status of ["idle", "running", "done", "stopped", "failed"] as const) {
    const run = ran(events, { status, start, stop });
    const host = {
      values,
      run,
      t,
      record: null,
      recorded: null,
      curve: html``,
      beside: nothingBeside,
      showRecorded: () => undefined,
    };
    const [act] = clicked(
      runPanel({
        ...host,
        lay: () => undefined,
        save: () => undefined,
        showRecorded: () => undefined,
      }),
    );
    assert.equal(act, status === "running" ? stop : start, status);
  }
});

test("a record of nothing in common says which settings would be comparable", async () => {
  const record = recordOf([result(8, 8)], { nHeads: 16, dtype: "float16" });
  const { state: said } = await shown(ran(events), { beside: { record, choice: "file" } });
  assert.match(said, /16 query heads of dimension 64 in fp16 at 8,192 tokens/);
  const broken = await shown(ran(events), { beside: { error: "x.json is not JSON." } });
  assert.equal(broken.status, "x.json is not JSON.");
});

test("recorded results stand in for a run, and say that they are not of this device", async () => {
  const now = state({ backend: "recorded" });
  const waiting = await shown(idleRun as RunState<RunValues>, { now });
  assert.deepEqual([waiting.button, waiting.rows], [undefined, []]);
  const { recordedRuns } = await import("../../src/measured/recorded-runs.ts");
  const page = await collectResult(
    render(
      runPanel({
        ...{
          values: now,
          run: idleRun as never,
          t,
          record: null,
          recorded: recordedRuns,
          curve: html``,
        },
        ...{
          beside: nothingBeside,
          lay: () => undefined,
          save: () => undefined,
          showRecorded: () => undefined,
        },
      }),
    ),
  );
  assert.match(page, /commit [0-9a-f]{12} of this project/);
  assert.match(page, /Open a result file/);
  assert.match(plainText(widget.summary(widget.compute(now), now, t)), /on another device/);
});

test("a file can be read where nothing has run yet", async () => {
  const record = recordOf([result(8, 8), result(1, 1)]);
  const { rows, state: said } = await shown(idleRun as RunState<RunValues>, {
    beside: { record, choice: "file" },
  });
  assert.deepEqual(rows, ["MHA 8", "MQA 1"]);
  assert.match(said, /Nothing measured yet/);
});

test("while rows are still to come there is no headline", async () => {
  assert.deepEqual((await shown(ran(events, { status: "running" }))).headline, []);
});

test("a time that rose, or that copying did not change, is called so", async () => {
  const slower = await shown(ran([backend, result(8, 4), result(1, 8)]));
  assert.match(slower.headline[0] ?? "", /fell by a factor of 8, but the time rose to 200%/);
  const expanded = (ms: number) => result(1, ms, { row: { form: "expanded", nKv: 1 } });
  const equal = await shown(ran([backend, result(8, 8), result(1, 4), expanded(4.2)]));
  assert.match(equal.headline[1] ?? "", /made no difference in time beyond the spread/);
});
