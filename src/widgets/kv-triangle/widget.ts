import { html, nothing } from "lit";
import { formatFixed, formatInteger, formatSigned } from "../../i18n/format.ts";
import { type Factor, formula } from "../formula.ts";
import { sourceLine } from "../source-line.ts";
import type { Sentence, Translate } from "../translate.ts";
import { type Cell, figureOf, type Table, widget } from "../widget.ts";
import { compute, rowOf, type TriangleResult, type TriangleValues } from "./compute.ts";
import {
  bytesText,
  countsData,
  detailOf,
  goalsData,
  nameOf,
  percentText,
  printedOf,
  qualityText,
  rangeText,
} from "./figures.ts";
import { messages } from "./messages.ts";
import { params } from "./params.ts";
import { mfaBehindVha, printedWork, results, tableDrift, vhaGain } from "./reported.ts";
import { vhaKv, vocabulary } from "./scales.ts";

export default widget({
  tag: "kv-triangle",
  params,
  messages,
  compute,
  summary,
  figures: {
    chart: figureOf(
      async () => (await import("../../charts/goal-panels.ts")).goalPanels,
      goalsData,
    ),
    counts: figureOf(
      async () => (await import("../../charts/count-ranges.ts")).countRanges,
      countsData,
    ),
  },
  table: goalsTable,
  view: ({ result, values, t, active, controls, figure, table }) => html`
    ${formula(factors(result, t), active)}
    <div class="split">
      ${controls()}
      <div class="beside">
        ${figure("chart")}
        ${wholeNote(result, values, t)}
        <p class="remark">${qualityNote(values, t)}</p>
        ${table()}
      </div>
    </div>
    <div class="split">
      <div>
        <p class="remark">${mixesNote(result, t)}</p>
        <p class="remark">${t("counts-intro")} ${countsNote(result, t)}</p>
      </div>
      <div class="beside">${figure("counts")}</div>
    </div>
    <p class="source">${sourceLine({ ...result.scale, name: `VHA ${result.scale.name}` }, t("basis.config"), t)} ${sourceLine(results, t("basis.scores"), t)} ${notes(t)}</p>`,
});

const printed = (t: Translate) => ({
  printedVha: percentText(printedWork.vha, t, 1),
  printedMfa: percentText(printedWork.mfa, t, 1),
});

/** The cache that is saved, the work and how sure its count is, and the quality. */
function summary(result: TriangleResult, values: TriangleValues, t: Translate): Sentence {
  const gain = { text: qualityText(rowOf(result.rows, "vha"), t), role: "vha" };
  return [
    ...cacheSentence(result, values, t),
    " ",
    ...workSentence(result, t),
    " ",
    ...t.sentence("quality", { gain }),
  ];
}

function cacheSentence(result: TriangleResult, { tp }: TriangleValues, t: Translate): Sentence {
  const { scale, rows, times, timesAlone } = result;
  const [vha, gqa] = [rowOf(rows, "vha"), rowOf(rows, "gqa8")];
  const fill = {
    scale: scale.name,
    vha: { text: bytesText(vha.kvBytes, t), role: "vha" },
  };
  const gpus = { text: formatInteger(tp, t.lang), param: "tp" };
  if (times === 1) {
    // In bf16 a value has two bytes.
    const count = formatInteger(vha.kvBytes / 2, t.lang);
    return t.sentence("kv-gone", { ...fill, tp: gpus, count, before: timesAlone });
  }
  const more = { ...fill, gqa: { text: bytesText(gqa.kvBytes, t), role: "gqa" }, times };
  return tp === 1 ? t.sentence("kv", more) : t.sentence("kv-split", { ...more, tp: gpus });
}

function workSentence({ rows, hasPrinted, isPrinted }: TriangleResult, t: Translate): Sentence {
  const key = isPrinted ? "work-printed" : hasPrinted ? "work-moved" : "work-elsewhere";
  return t.sentence(key, {
    vha: { text: percentText(rowOf(rows, "vha").workPercent, t), role: "vha" },
    mfa: { text: percentText(rowOf(rows, "mfa").workPercent, t), role: "mfa" },
    context: formatInteger(printedWork.context, t.lang),
    ...printed(t),
  });
}

/** How sure the printed numbers' count is, and what others would give. */
function countsNote({ vhaRanges }: TriangleResult, t: Translate): string {
  const rangeOf = (form: string) =>
    rangeText(vhaRanges.find((of) => of.form === form)?.workPercent ?? [], t);
  const others = t("counts-others", { counted: rangeOf("counted"), served: rangeOf("served") });
  const inferred = t("counts-inferred", {
    published: formatInteger(vocabulary.published, t.lang),
    inferred: formatInteger(vocabulary.inferred, t.lang),
    context: formatInteger(printedWork.context, t.lang),
    ...printed(t),
  });
  return `${others} ${inferred}`;
}

/** ( projections + scores + … ) ÷ the same of GQA 8 − 1, in millions of multiply-adds. */
function factors({ vhaParts, rows }: TriangleResult, t: Translate): readonly Factor[] {
  const millions = (macs: number) => formatFixed(macs / 1e6, 3, t.lang);
  const terms: Factor[] = [
    { value: millions(vhaParts.projections), name: t("factor.projections") },
    ...(vhaParts.mixes > 0
      ? [{ value: millions(vhaParts.mixes), name: t("factor.mixes"), param: "mixes" }]
      : []),
    { value: millions(vhaParts.scores), name: t("factor.scores"), param: "context" },
    { value: millions(vhaParts.feedForward), name: t("factor.feed-forward") },
    ...(vhaParts.head > 0
      ? [{ value: millions(vhaParts.head), name: t("factor.head"), param: "head" }]
      : []),
  ];
  const last = terms.length - 1;
  return [
    ...terms.map((term, i) => ({
      ...term,
      operator: i === 0 ? "(" : "+",
      ...(i === last ? { after: ")" } : {}),
    })),
    {
      operator: "÷",
      value: millions(rowOf(rows, "gqa8").macs),
      name: t("factor.baseline"),
    },
    {
      operator: "− 1 =",
      value: percentText(rowOf(rows, "vha").workPercent, t),
      name: t("factor.work"),
      role: "vha",
    },
  ];
}

function goalsTable(result: TriangleResult, values: TriangleValues, t: Translate): Table {
  const none: Cell = { text: "–", value: "" };
  const percent = (value: number, decimals: number): Cell => ({
    text: percentText(value, t, decimals),
    value,
  });
  const rows = result.rows.map((row): Table["rows"][number] => {
    const { quality } = row;
    const value = printedOf(row, result);
    const error = quality.known === "number" ? quality.error : null;
    const points =
      quality.known === "number"
        ? { text: formatSigned(quality.points, 2, t.lang), value: quality.points }
        : { text: qualityText(row, t), value: "" };
    return [
      `${nameOf(row)} (${detailOf(row)})`,
      { text: bytesText(row.kvBytes, t), value: row.kvBytes },
      { text: formatInteger(row.macs, t.lang), value: row.macs },
      percent(row.workPercent, 2),
      value === null ? none : percent(value, 1),
      points,
      error === null ? none : { text: formatFixed(error, 2, t.lang), value: error },
    ];
  });
  const kv = values.tp > 1 ? "kv-split" : "kv";
  const columns = ["variant", kv, "macs", "work", "printed", "quality", "error"];
  return {
    caption: t("table-caption", {
      scale: result.scale.name,
      context: formatInteger(values.context, t.lang),
    }),
    columns: columns.map((name) => t(`column.${name}`)),
    units: [null, "B", null, "%", "%", "%p", "%p"],
    rows,
    own: rows.length - 1,
  };
}

/** What tensor parallelism cannot split. */
function wholeNote({ rows }: TriangleResult, { tp }: TriangleValues, t: Translate) {
  if (tp === 1) return nothing;
  const bytes = (id: "mla" | "mfa") => bytesText(rowOf(rows, id).kvBytes, t);
  return html`<p class="remark">${t("whole-note", { mla: bytes("mla"), mfa: bytes("mfa") })}</p>`;
}

const behind = (t: Translate) => ({
  least: formatFixed(mfaBehindVha[0], 2, t.lang),
  most: formatFixed(mfaBehindVha[1], 2, t.lang),
});

function qualityNote({ scale }: TriangleValues, t: Translate): string {
  const gain = (table: "first" | "second") => {
    const { mean, standardError } = vhaGain(scale, table);
    return `${formatSigned(mean, 2, t.lang)}\u00a0±\u00a0${formatFixed(standardError, 2, t.lang)}`;
  };
  const said = t("quality-note", {
    gain: gain("first"),
    second: gain("second"),
    drift: formatFixed(tableDrift(scale), 2, t.lang),
  });
  return `${said} ${t("missing-note", behind(t))}`;
}

function mixesNote({ scale }: TriangleResult, t: Translate): string {
  return t("mixes-note", { half: scale.queryHeads, all: scale.nHeads, kv: vhaKv });
}

const notes = (t: Translate): string =>
  ["notes-details", "notes-work", "notes-shapes"]
    .map((key) => t(key))
    .concat(t("notes-report", printed(t)))
    .join(" ");
