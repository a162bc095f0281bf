import { html, nothing } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import { prepareRun } from "../run-controls.ts";
import type { Sentence, Translate } from "../translate.ts";
import { figureOf, type ViewContext, widget } from "../widget.ts";
import { compute, type QuantResult } from "./compute.ts";
import { errorTable } from "./error-table.ts";
import { cellsData, chosenText, levelsData, studyNow } from "./figures.ts";
import { formatOf, type QuantValues } from "./format.ts";
import { handled } from "./handle.ts";
import { requestOf } from "./inspected.ts";
import { messages } from "./messages.ts";
import { params, sharesScales } from "./params.ts";
import { modelPart } from "./run-panel.ts";
import type { Study } from "./study.ts";
import { bitsText, bytesText, formatName, shareText, shownError } from "./words.ts";

export default widget({
  tag: "kv-quant",
  params,
  messages,
  compute,
  summary,
  figures: {
    cells: figureOf(
      async () => (await import("../../charts/quant-cells.ts")).quantCells,
      cellsData,
    ),
    levels: figureOf(
      async () => (await import("../../charts/group-levels.ts")).groupLevels,
      levelsData,
    ),
  },
  table: errorTable,
  prepare: prepareRun,
  run: async function* (values, { signal }) {
    const { runLab } = await import("../../live/client.ts");
    yield* runLab(requestOf(values), { signal });
  },
  view: (context) => {
    const { result, values, t, controls, figure, table, run } = context;
    const study = studyNow(result, values, run);
    return html`
      <div class="source-choice">${controls("source")}</div>
      ${values.source === "model" ? modelPart(context, study) : nothing}
      <div class="split">
        <div>
          ${controls("part", "rope", "loudness", "format", "axis", "group", "symmetric")}
          ${notes(context)}
        </div>
        <div class="beside">
          ${handled(context)}
          <p class="remark">${t(dragNote(values))}</p>
        </div>
      </div>
      <div class="split">
        <div>
          ${controls("token", "channel")}
          <p class="remark chosen-number" role="status">${chosenText(study, values, t)}</p>
        </div>
        <div class="beside">${figure("levels")}</div>
      </div>
      ${table("open")}
      <p class="source">${study ? countedNote(result, values, study, t) : nothing} ${t("paper")}
        <a href="https://arxiv.org/abs/2402.02750">arXiv:2402.02750</a>,
        <a href="https://arxiv.org/abs/2401.18079">arXiv:2401.18079</a></p>`;
  },
});

function summary(result: QuantResult, values: QuantValues, t: Translate): Sentence {
  const { study, taken, tokens, channels } = result;
  const { part, axis, format } = values;
  const { bits, bytes, bf16Bytes } = taken[axis];
  const common = {
    format: { text: formatName(values, t), param: "format" },
    part: { text: t(`option.part.${part}`), role: part },
    bits: { text: bitsText(bits, t) },
  };
  if (!study) {
    const { layer, head } = values;
    if (tokens === 0) return t.sentence("summary-empty", { part: common.part });
    return t.sentence("summary-model", {
      ...common,
      ...{ layer, head },
      tokens: { text: formatInteger(tokens, t.lang), param: "prompt" },
      channels: formatInteger(channels, t.lang),
      bytes: { text: bytesText(bytes, t) },
      bf16: bytesText(bf16Bytes, t),
    });
  }
  const error = (of: typeof axis) => shareText(shownError(study, of, values), t);
  const output = (of: typeof axis) => shareText(study.ways[of].errors.output, t);
  const otherAxis = axis === "token" ? "channel" : "token";
  const errors = {
    own: { text: error(axis), role: "waste", param: "axis" },
    output: { text: output(axis), role: "waste", param: "axis" },
    ...{ other: error(otherAxis), otherOutput: output(otherAxis) },
  };
  const key = sharesScales(format) ? axis : "fp8";
  return t.sentence(`summary-${part}-${key}`, { ...common, ...errors });
}

const dragNote = ({ source, part }: QuantValues): string => {
  if (source === "model") return "note.model";
  return part === "k" ? "note.drag" : "note.v";
};

/** What there is to see in the state that is set. */
function notes({ result, values, t }: ViewContext<QuantValues, QuantResult>) {
  const { source, part, rope, format } = values;
  const { group } = formatOf(values);
  const keys = [
    part === "k" && source === "outliers" && `note.rope-${rope}`,
    !sharesScales(format) && `note.${format}`,
    format === "nvfp4" && "note.nvfp4",
    values.symmetric && format.startsWith("int") && "note.symmetric",
  ].filter((key) => key !== false);
  const waits = result.waiting > 0 && group !== null;
  return html`${keys.map((key) => html`<p class="remark">${t(key)}</p>`)}
    ${waits ? html`<p class="remark">${t("note.waiting", { n: result.waiting, group })}</p>` : nothing}`;
}

const countedNote = (
  result: QuantResult,
  { source, part }: QuantValues,
  study: Study,
  t: Translate,
) =>
  t(source === "outliers" && part === "v" ? "counted-outliers-v" : `counted-${source}`, {
    tokens: formatInteger(result.tokens, t.lang),
    channels: formatInteger(result.channels, t.lang),
    queries: formatInteger(study.queries, t.lang),
  });
