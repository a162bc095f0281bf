import { html, nothing } from "lit";
import {
  formatBytes,
  formatDuration,
  formatInteger,
  formatRate,
  formatSignificant,
} from "../../i18n/format.ts";
import { formatFlops, formatIntensity } from "../../i18n/format-flops.ts";
import { type Factor, formula } from "../formula.ts";
import { gpuCounter } from "../gpu-counter.ts";
import { basisOf, contextNote } from "../model-at.ts";
import { sourceLine } from "../source-line.ts";
import { stepNotes } from "../step-load.ts";
import type { Sentence, Translate } from "../translate.ts";
import { variantLabel } from "../variant-label.ts";
import { type Cell, figureOf, type Table, widget } from "../widget.ts";
import { compute, type RooflineResult, type RooflineValues, type WorkPoint } from "./compute.ts";
import { pointName, pointsOf, rooflineData } from "./figures.ts";
import { messages } from "./messages.ts";
import { params } from "./params.ts";

export default widget({
  tag: "kv-roofline",
  params,
  messages,
  compute,
  summary,
  figures: {
    chart: figureOf(
      async () => (await import("../../charts/roofline-chart.ts")).rooflineChart,
      rooflineData,
    ),
  },
  table: rooflineTable,
  view: ({ result, values, t, active, controls, figure, table }) => html`
    ${formula(factors(result, values, t), active)}
    <div class="split">
      ${controls()}
      <div class="beside">
        ${figure("chart")}
        ${attentionRemark(result, t)}
        <p class="remark">${measuredRemark(result, t)}</p>
        ${table()}
      </div>
    </div>
    <p class="source">${sourceLine(result.model, basisOf(result.model, t), t)} ${sourceLine(result.gpu, t("basis.datasheet"), t)} ${notes(result, values, t)}</p>`,
});

const ratio = (value: number, t: Translate) => formatSignificant(value, 3, t.lang);

/** What limits a point; without a peak nobody knows. */
const boundOf = ({ bound }: WorkPoint, { ridge }: RooflineResult, t: Translate): string =>
  t(`bound.${ridge === null ? "unknown" : bound}`);

function summary(result: RooflineResult, values: RooflineValues, t: Translate): Sentence {
  const { model, gpu, ridge, decode, prefill } = result;
  const said = {
    model: model.name,
    gpu: gpu.name,
    counter: gpuCounter(gpu, t),
    count: { text: formatInteger(values.count, t.lang), param: "count" },
    batch: { text: formatInteger(values.batch, t.lang), param: "batch" },
    context: { text: formatInteger(values.context, t.lang), param: "context" },
    decode: { text: ratio(decode.intensity, t) },
    prefill: { text: ratio(prefill.intensity, t) },
  };
  if (ridge === null) return t.sentence("summary-no-peak", said);
  return t.sentence("summary", {
    ...said,
    decodeBound: boundOf(decode, result, t),
    prefillBound: boundOf(prefill, result, t),
    ridge: { text: ratio(ridge, t) },
  });
}

/** min( FLOPs ÷ bytes × bandwidth, peak ): what a decode step can reach. */
function factors(result: RooflineResult, values: RooflineValues, t: Translate): readonly Factor[] {
  const { decode, gpu } = result;
  const count = formatInteger(values.count, t.lang);
  const peak: readonly Factor[] =
    gpu.peakFlopsBf16 === null
      ? []
      : [
          { operator: ",", value: count, name: t("factor.count"), param: "count" },
          {
            operator: "×",
            value: formatFlops(gpu.peakFlopsBf16, "FLOP/s", t.lang),
            name: t("factor.peak"),
            param: "gpu",
            after: ")",
          },
        ];
  return [
    {
      operator: peak.length > 0 ? "min(" : "",
      value: formatFlops(decode.flops, "FLOP", t.lang),
      name: t("factor.flops"),
      param: "batch",
    },
    {
      operator: "÷",
      value: formatBytes(decode.bytes, "GB", t.lang),
      name: t("factor.bytes"),
      param: "weights",
    },
    { operator: "×", value: count, name: t("factor.count"), param: "count" },
    {
      operator: "×",
      value: formatRate(gpu.bandwidthBytesPerSecond, t.lang),
      name: t("factor.bandwidth"),
      param: "gpu",
    },
    ...peak,
    {
      operator: "=",
      value: formatFlops(decode.flopsPerSecond, "FLOP/s", t.lang),
      name: t("factor.rate"),
      role: result.attention.find(({ own }) => own)?.of ?? "",
    },
  ];
}

function rooflineTable(result: RooflineResult, values: RooflineValues, t: Translate): Table {
  const none: Cell = { text: "–", value: "" };
  const rate = (value: number): Cell => ({ text: formatFlops(value, "FLOP/s", t.lang), value });
  const names = ["work", "intensity", "bytes", "flops", "rate", "time", "bound", "basis"];
  const basis = (key: string): Cell => ({ text: t(`basis.${key}`), value: t(`basis.${key}`) });
  const rows = pointsOf(result).map((point): Table["rows"][number] => [
    pointName(point, values, t),
    { text: formatIntensity(point.intensity, t.lang), value: point.intensity },
    { text: formatBytes(point.bytes, "GB", t.lang), value: point.bytes },
    { text: formatFlops(point.flops, "FLOP", t.lang), value: point.flops },
    rate(point.flopsPerSecond),
    { text: formatDuration(point.seconds * 1000, t.lang), value: point.seconds },
    { text: boundOf(point, result, t), value: boundOf(point, result, t) },
    basis("computed"),
  ]);
  const { measured } = result;
  if (measured) {
    const { intensity, flopsPerSecond } = measured;
    rows.push([
      t("measured-name"),
      { text: formatIntensity(intensity, t.lang), value: intensity },
      none,
      none,
      rate(flopsPerSecond),
      none,
      none,
      basis("measured"),
    ]);
  }
  return {
    caption: t("table-caption"),
    columns: names.map((name) => t(`column.${name}`)),
    units: [null, "FLOP/B", "B", "FLOP", "FLOP/s", "s", null, null],
    rows,
    own: 0,
  };
}

/** Why attention alone stays where it is. */
function attentionRemark({ attention, ridge, mixed }: RooflineResult, t: Translate) {
  const own = attention.find((point) => point.own);
  if (!own || own.of === "decode" || own.of === "prefill") return nothing;
  const variant = variantLabel({ name: own.of, nKv: own.nKv });
  const which = own.of === "mla" ? "-latent" : mixed ? "-mixed" : "";
  const value = formatIntensity(own.intensity, t.lang);
  const said = t(`attention${which}`, { variant, value });
  const key = own.bound === "memory" ? "attention-below" : "attention-above";
  const limit = ridge === null ? "" : t(key, { ridge: formatIntensity(ridge, t.lang) });
  return html`<p class="remark">${said} ${limit}</p>`;
}

/** What was measured on a device, apart from all that data sheets say. */
function measuredRemark({ measured }: RooflineResult, t: Translate): string {
  if (!measured) return t("not-measured");
  const said = t("measured", {
    intensity: formatIntensity(measured.intensity, t.lang),
    rate: formatFlops(measured.flopsPerSecond, "FLOP/s", t.lang),
  });
  const { bytesPerSecond } = measured;
  if (bytesPerSecond === null) return said;
  return `${said} ${t("measured-copy", { rate: formatRate(bytesPerSecond, t.lang) })}`;
}

function notes({ model, gpu }: RooflineResult, values: RooflineValues, t: Translate): string {
  const said = [t("ideal"), t("prefill-note"), gpu.note?.[t.lang] ?? ""];
  said.push(...stepNotes(model, values, t), contextNote(values.model, values.context, t));
  return said.filter(Boolean).join(" ");
}
