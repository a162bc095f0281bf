import { html, nothing } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import { formatFlops } from "../../i18n/format-flops.ts";
import { servedShape } from "../../model/attention/absorb-virtual-heads.ts";
import { type Factor, formula } from "../formula.ts";
import { prepareRun } from "../run-controls.ts";
import type { Sentence, Translate } from "../translate.ts";
import { type Cell, figureOf, type Table, widget } from "../widget.ts";
import { compute, prefillTokens, type VhaResult } from "./compute.ts";
import { equalTable } from "./equal-table.ts";
import { isHarmless, type VhaValues } from "./faults.ts";
import { prefill, ranks, steps } from "./layers.ts";
import { matricesData } from "./matrices-data.ts";
import { messages } from "./messages.ts";
import { orderData } from "./order-data.ts";
import { hasOutputs, outputsData } from "./outputs-data.ts";
import { params } from "./params.ts";
import { requestOf } from "./run.ts";
import { runResults } from "./run-results.ts";
import { shapesData } from "./shapes-data.ts";
import { sweepData } from "./sweep-data.ts";
import { errorText, headsWord, layerNames, withMatrices } from "./words.ts";

export default widget({
  tag: "kv-vha",
  params,
  messages,
  compute,
  summary,
  figures: {
    matrices: figureOf(
      async () => (await import("../../charts/matrix-heatmaps.ts")).matrixHeatmaps,
      matricesData,
    ),
    order: figureOf(
      async () => (await import("../../charts/absorb-order.ts")).absorbOrder,
      orderData,
    ),
    sweep: figureOf(
      async () => (await import("../../charts/error-sweep.ts")).errorSweep,
      sweepData,
    ),
    outputs: figureOf(
      async () => (await import("../../charts/output-diagonal.ts")).outputDiagonal,
      outputsData,
    ),
    shapes: figureOf(
      async () => (await import("../../charts/weight-shapes.ts")).weightShapes,
      shapesData,
    ),
  },
  table: costTable,
  prepare: prepareRun,
  run: async function* (values, { signal }) {
    const { runAttention } = await import("../../live/client.ts");
    yield* runAttention(requestOf(values), { signal });
  },
  view: ({ result, values, t, active, controls, figure, table, run }) => html`
    ${formula(factors(result, t), active)}
    <div class="split">
      <div>
        ${controls("dims", "alpha", "beta", "rank")}
        <p class="remark">${shapeText(result, values, t)}</p>
      </div>
      <div class="beside">${figure("matrices")}<p class="source">${withMatrices(t("about-mixes"))}</p></div>
    </div>
    <div class="split">
      <div>${controls("break")}<p class="remark">${withMatrices(faultText(values, t))}</p></div>
      <div class="beside">${figure("order")}${figure("sweep")}</div>
    </div>
    <div class="split">
      <div>${controls("backend")}<p class="remark">${t("what-runs", { prefill, steps })}</p></div>
      <div class="beside">${runResults(values, run, hasOutputs(result, values, run) ? figure("outputs") : nothing, t)}</div>
    </div>
    <div class="split">
      <p class="remark">${withMatrices(t("shapes-note"))}</p>
      <div class="beside">${figure("shapes")}${table("open")}</div>
    </div>
    <div class="split">
      <p class="remark">${t("equal-note")}</p>
      <div class="beside">${equalTable(result, values, t)}</div>
    </div>`,
});

const faultText = (values: VhaValues, t: Translate): string =>
  t(`fault-text.${values.break}${isHarmless(values) ? "-harmless" : ""}`);

const servedName = ({ shape }: VhaResult): string =>
  `GQA\u00a0${headsWord(servedShape(shape).nHeads, shape.nKv)}`;

function summary(result: VhaResult, values: VhaValues, t: Translate): Sentence {
  const { error } = result;
  const { break: fault } = values;
  const said = {
    alpha: { text: String(values.alpha), param: "alpha" },
    beta: { text: String(values.beta), param: "beta" },
    rank: { text: String(values.rank), param: "rank" },
    served: { text: servedName(result), role: "gqa" },
  };
  if (isHarmless(values)) return t.sentence(`harmless-${fault}`, said);
  const of = fault === "none" ? "" : `-${fault}`;
  if (error === null) return t.sentence(`summary-paper${of}`, said);
  if (fault === "none" && error === 0) return t.sentence("summary-same", said);
  const role = fault === "none" ? "gqa" : "waste";
  return t.sentence(`summary${of}`, { ...said, error: { text: errorText(error, t), role } });
}

/** Every physical query head meets every KV head. */
function factors({ shape }: VhaResult, t: Translate): readonly Factor[] {
  const { queryHeads, nKv } = shape;
  const int = (value: number) => formatInteger(value, t.lang);
  return [
    { value: int(queryHeads), symbol: ["H", "q"], name: t("factor.physical"), param: "dims" },
    { operator: "×", value: int(nKv), symbol: ["H", "kv"], name: t("factor.kv"), param: "dims" },
    {
      operator: "=",
      value: int(servedShape(shape).nHeads),
      symbol: ["H", "v"],
      name: t("factor.virtual"),
      role: "gqa",
    },
  ];
}

const shapeText = ({ shape }: VhaResult, { dims }: VhaValues, t: Translate): string =>
  t("shape", {
    hidden: formatInteger(shape.hidden, t.lang),
    headDim: shape.headDim,
    own: ranks[dims],
  });

function costTable({ shape, rows }: VhaResult, _: VhaValues, t: Translate): Table {
  const names = layerNames(shape, t);
  const int = (value: number): Cell => ({ text: formatInteger(value, t.lang), value });
  return {
    caption: t("table-caption", { tokens: formatInteger(prefillTokens, t.lang) }),
    columns: ["layer", "heads", "kv", "weights", "prefill", "token"].map((name) =>
      t(`column.${name}`),
    ),
    units: [null, null, null, null, "FLOP", "B"],
    rows: rows.map((row) => [
      names[row.of],
      int(row.queryHeads),
      int(row.nKv),
      int(row.params),
      { text: formatFlops(row.prefillFlops, "FLOP", t.lang), value: row.prefillFlops },
      { text: `${formatInteger(row.kvBytes, t.lang)}\u00a0B`, value: row.kvBytes },
    ]),
    own: 1,
  };
}
