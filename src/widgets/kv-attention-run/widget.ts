import { html } from "lit";
import { formatBytesAuto, formatInteger } from "../../i18n/format.ts";
import { keepRecord } from "../../measured/kept-records.ts";
import { hostName, recordOfRun } from "../../measured/record-of-run.ts";
import type { RecordedRuns } from "../../measured/recorded-runs.ts";
import type { RunRecord } from "../../measured/run-record.ts";
import { prepareRun } from "../run-controls.ts";
import { saveFile } from "../save-file.ts";
import type { Translate } from "../translate.ts";
import { figureOf, type RunState, widget } from "../widget.ts";
import { type Beside, nothingBeside } from "./beside.ts";
import { curvesData } from "./curves.ts";
import { measuredTable } from "./measured-table.ts";
import { messages } from "./messages.ts";
import { contextsOf, dtypeOf, headDim, params, type RunValues, rowsOf } from "./params.ts";
import { predictedBytes } from "./rows.ts";
import { runPanel } from "./run-panel.ts";

export interface PredictedRow {
  readonly row: ReturnType<typeof rowsOf>[number];
  readonly kvBytes: number;
}

export default widget({
  tag: "kv-attention-run",
  params,
  messages,
  compute: (values): readonly PredictedRow[] =>
    rowsOf(values).map((row) => ({
      row,
      kvBytes: predictedBytes(row, values.context, { headDim, dtype: dtypeOf(values) }),
    })),
  summary: (_, values, t) => {
    if (values.backend === "recorded") return t.sentence("summary-recorded", {});
    const bytes = (nKv: number) =>
      formatBytesAuto(
        predictedBytes({ form: "grouped", nKv }, values.context, {
          headDim,
          dtype: dtypeOf(values),
        }),
        "decimal",
        t.lang,
      );
    return t.sentence("summary", {
      context: { text: formatInteger(values.context, t.lang), param: "context" },
      heads: { text: values.heads, param: "heads" },
      most: { text: bytes(Number(values.heads)), role: "mha" },
      least: { text: bytes(1), role: "mqa" },
    });
  },
  figures: {
    curve: figureOf(
      async () => (await import("../../charts/row-curves.ts")).rowCurves,
      (_, values: RunValues, t, run: RunState<RunValues>) =>
        curvesData(shownValues(values, run), shownRecord(values, run), t),
    ),
  },
  table: (_, __, t, run) => measuredTable(recordOf(run), t),
  prepare: async () => {
    const [prepared, { recordedRuns }] = await Promise.all([
      prepareRun(),
      import("../../measured/recorded-runs.ts"),
    ]);
    return { ...prepared, recorded: recordedRuns };
  },
  run: async function* (values, { signal }) {
    const { runAttention } = await import("../../live/client.ts");
    const started = { kind: "started", date: new Date().toISOString() } as const;
    yield started;
    const events: unknown[] = [];
    const request = {
      kind: "measure",
      backend: values.backend === "recorded" ? "auto" : values.backend,
      dtype: dtypeOf(values),
      nHeads: Number(values.heads),
      headDim,
      rows: rowsOf(values),
      contexts: contextsOf(values),
      runs: 15,
      seed: 1,
    } as const;
    for await (const event of runAttention(request, { signal })) {
      events.push(event);
      yield event;
    }
    const record = recordOfRun(events, placeOf(values, started.date));
    if (record) keepRecord(record);
  },
  view: ({ values, t, set, controls, figure, run, brought, bring }) => html`
    <div class="split">
      <div>${controls()}<p class="remark">${shapeText(values, t)}</p></div>
      <div class="beside">${runPanel({
        values,
        run,
        t,
        record: recordOf(run),
        recorded: recordedOf(run),
        curve: figure("curve"),
        beside: (brought as Beside | null) ?? nothingBeside,
        lay: (beside) => bring(() => beside),
        showRecorded: () => set({ backend: "recorded" }),
        save: (record) => {
          const text = JSON.stringify(record, null, 1);
          saveFile(new Blob([text], { type: "application/json" }), "kv-attention-run.json");
        },
      })}</div>
    </div>`,
});

function shapeText({ backend, heads, rows }: RunValues, t: Translate): string {
  if (backend === "recorded") return t("recorded-remark");
  const shape = t("shape", { heads });
  return rows === "all" ? `${shape} ${t("shape-others")}` : shape;
}

const placeOf = (values: RunValues, date: string) => ({
  date,
  commit: null,
  host: hostName(),
  nHeads: Number(values.heads),
  headDim,
  dtype: dtypeOf(values),
});

const recordedOf = (run: RunState<RunValues>): RecordedRuns | null =>
  (run.prepared as { recorded?: RecordedRuns } | null)?.recorded ?? null;

/** The settings that the figure is of: a run's own, once there is one. */
const shownValues = (values: RunValues, run: RunState<RunValues>): RunValues =>
  values.backend === "recorded" ? values : (run.values ?? values);

const shownRecord = (values: RunValues, run: RunState<RunValues>): RunRecord | null =>
  values.backend === "recorded" ? (recordedOf(run)?.[values.recorded] ?? null) : recordOf(run);

/** What a run has measured so far. */
function recordOf({ events, values }: RunState<RunValues>): RunRecord | null {
  if (values === null) return null;
  const started = (events as readonly { kind: string; date?: string }[]).find(
    ({ kind }) => kind === "started",
  );
  return recordOfRun(events, placeOf(values, started?.date ?? new Date(0).toISOString()));
}
