import { html } from "lit";
import {
  formatBytesAuto,
  formatDuration,
  formatInteger,
  formatRate,
  formatSignificant,
} from "../../i18n/format.ts";
import { cacheFormat } from "../../model/formats.ts";
import { kvBytesPerSequence } from "../../model/kv.ts";
import { runtimeSize } from "../../onnx/runtime-size.ts";
import type { Param, ValuesOf } from "../params.ts";
import { contextParam } from "../shared-params.ts";
import type { Translate } from "../translate.ts";
import { type RunState, type Table, widget } from "../widget.ts";
import { messages } from "./messages.ts";
import { runPanel } from "./run-panel.ts";
import { heard } from "./runs.ts";
import { scientific } from "./scientific.ts";

const nKvList = [8, 4, 2, 1] as const;
const nHeads = 8;
const headDim = 64;

const params = [
  { ...contextParam, min: 512, max: 32_768 },
  { kind: "choice", name: "backend", options: ["auto", "webgpu", "wasm"], default: "auto" },
] as const satisfies readonly Param[];

type RunValues = ValuesOf<typeof params>;

export interface PredictedBytes {
  readonly nKv: number;
  readonly kvBytes: number;
}

export default widget({
  tag: "kv-attention-run",
  params,
  messages,
  compute: (values): readonly PredictedBytes[] =>
    nKvList.map((nKv) => predicted(nKv, values.context)),
  summary: (result, values, t) => {
    const [most, least] = [result[0], result.at(-1)].map((row) =>
      formatBytesAuto(row?.kvBytes ?? 0, "decimal", t.lang),
    );
    return t.sentence("summary", {
      context: { text: formatInteger(values.context, t.lang), param: "context" },
      most: { text: most ?? "", role: "mha" },
      least: { text: least ?? "", role: "mqa" },
    });
  },
  table: (_, __, t, run) => measuredTable(run, t),
  prepare: async () => {
    const { probeCapability } = await import("../../onnx/capability.ts");
    const capability = await probeCapability();
    return { capability, size: runtimeSize[capability.flavour] };
  },
  run: async function* (values, { signal }) {
    const { runAttention } = await import("../../onnx/client.ts");
    const { context, backend } = values;
    const request = { backend, context, nHeads, headDim, nKvList, steps: 15, seed: 1 };
    yield* runAttention(request, { signal });
  },
  view: ({ values, t, controls, run }) => html`
    <div class="split">
      <div>${controls()}<p class="remark">${t("shape")}</p></div>
      <div class="beside">${runPanel(values, measuredTable(run, t), run, t)}</div>
    </div>`,
});

function predicted(nKv: number, context: number): PredictedBytes {
  const layers = [{ count: 1, layer: { kind: "heads" as const, nKv, headDim } }];
  return { nKv, kvBytes: kvBytesPerSequence(layers, cacheFormat("fp32"), context) };
}

/** What was measured, beside what the formula says for the state the run was started with. */
function measuredTable(run: RunState<RunValues>, t: Translate): Table {
  const { results, copyBytesPerSecond } = heard(run.events);
  const context = run.values?.context ?? 0;
  return {
    caption: t("table-caption", { context: formatInteger(context, t.lang) }),
    columns: ["heads", "error", "bytes", "difference", "median", "quartiles", "speed", "copy"].map(
      (key) => t(`column.${key}`),
    ),
    units: [null, null, "B", "B", "ms", "ms", "B/s", null],
    rows: results.map((row) => {
      const off = row.kvBytes - predicted(row.nKv, context).kvBytes;
      const share = copyBytesPerSecond ? row.bytesPerSecond / copyBytesPerSecond : null;
      const { lowerQuartileMs: lower, upperQuartileMs: upper } = row;
      return [
        String(row.nKv),
        { text: scientific(row.maxError), value: row.maxError },
        { text: `${formatInteger(row.kvBytes, t.lang)}\u00a0B`, value: row.kvBytes },
        { text: `${formatInteger(off, t.lang)}\u00a0B`, value: off },
        { text: formatDuration(row.medianMs, t.lang), value: row.medianMs },
        {
          text: rangeText(formatDuration(lower, t.lang), formatDuration(upper, t.lang)),
          value: `${lower}–${upper}`,
        },
        { text: formatRate(row.bytesPerSecond, t.lang), value: row.bytesPerSecond },
        {
          text: share === null ? "–" : `${formatSignificant(share * 100, 2, t.lang)}%`,
          value: share ?? "",
        },
      ];
    }),
  };
}

/** "350–875 µs": the unit once, where both have the same. */
function rangeText(from: string, to: string): string {
  const [value = from, unit] = from.split("\u00a0");
  return unit !== undefined && to.endsWith(`\u00a0${unit}`) ? `${value}–${to}` : `${from}–${to}`;
}
