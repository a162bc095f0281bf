import { html, type TemplateResult } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import { prepareRun } from "../run-controls.ts";
import type { Sentence, Translate } from "../translate.ts";
import { figureOf, widget } from "../widget.ts";
import { chartData } from "./chart-data.ts";
import { compute, type QuantRunResult } from "./compute.ts";
import { messages } from "./messages.ts";
import { params, type QuantRunValues } from "./params.ts";
import { runPanel } from "./run-panel.ts";
import { spreadNote } from "./spread-note.ts";
import { formatTable } from "./table.ts";
import { bytesText, measureText } from "./words.ts";

export default widget({
  tag: "kv-quant-run",
  params,
  messages,
  compute,
  summary,
  figures: {
    chart: figureOf(
      async () => (await import("../../charts/format-frontier.ts")).formatFrontier,
      chartData,
    ),
  },
  table: formatTable,
  prepare: prepareRun,
  run: async function* (values, { signal }) {
    const { runLab } = await import("../../live/client.ts");
    // One after the other: what a stop leaves is whole models.
    for (const { name: model, formats } of compute(values).models) {
      const names = formats.map(({ format }) => format);
      const { backend } = values;
      yield* runLab({ kind: "judge", backend, model, formats: names }, { signal });
    }
  },
  view: ({ result, values, t, controls, figure, table, run }) => html`
    <div class="split">
      <div>
        ${controls("task", "measure", "variant", "format")}
        <p class="remark">${formatNote(result, values, t)}</p>
      </div>
      <div class="beside">${figure("chart")}${table()}
        <p class="remark spread">${spreadNote(result, values, t)}</p>
      </div>
    </div>
    <div class="split">
      <div>${controls("backend")}<p class="remark">${aboutRun(result, values, t)}</p></div>
      <div class="beside">${runPanel(result, values, run, t)}</div>
    </div>`,
});

function summary(result: QuantRunResult, values: QuantRunValues, t: Translate): Sentence {
  const { own, ownFormat } = result;
  const { measure, format } = values;
  const model = { text: t(`option.variant.${own?.variant ?? values.variant}`), param: "variant" };
  const name = { text: t(`option.format.${format}`), param: "format" };
  if (!own) return t.sentence("summary-none", { model });
  if (!ownFormat) return t.sentence("summary-latent", { model, format: name });
  return t.sentence(`summary-${measure}`, {
    ...{ model: { ...model, role: own.variant }, format: name },
    bytes: bytesText(ownFormat.bytes, t),
    full: bytesText(own.formats.find((each) => each.format === "fp16")?.bytes ?? 0, t),
    exact: measureText(own.exact[measure], measure, t),
    stored: { text: measureText(ownFormat[measure], measure, t), role: own.variant },
  });
}

/** What the format is, and what it costs beside its bits. */
const formatNote = (
  { own, ownFormat }: QuantRunResult,
  { format, measure }: QuantRunValues,
  t: Translate,
): TemplateResult =>
  html`${t(`note.${format}`)} ${own && !ownFormat ? t("note-latent") : ""} ${t(`note-measure.${measure}`)}`;

const aboutRun = ({ own }: QuantRunResult, { task }: QuantRunValues, t: Translate): string =>
  `${t(`about.${task}`, { answers: formatInteger(own?.answers ?? 0) })} ${t("about-run")}`;
