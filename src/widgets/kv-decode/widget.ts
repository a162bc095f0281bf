import { html, nothing, type TemplateResult } from "lit";
import { formatDuration, formatInteger, formatSignificant } from "../../i18n/format.ts";
import { withParticles } from "../../i18n/particles.ts";
import { cachedValues } from "../../lab/model-shape.ts";
import { storedBytesPerToken } from "../../lab/run-formats.ts";
import { type Factor, formula } from "../formula.ts";
import { aboutModel, promptPart } from "../prompt/prompt-part.ts";
import { bytesPerValue, kvHeadOf, layers, textShape } from "../prompt/text-models.ts";
import { prepareRun } from "../run-controls.ts";
import { steady } from "../steady.ts";
import type { Sentence, Translate } from "../translate.ts";
import { figureOf, type ViewContext, widget } from "../widget.ts";
import { compute, type DecodeResult, type DecodeValues } from "./compute.ts";
import { type Decoded, decodedBy, requestOf } from "./decoded.ts";
import { cacheData, mapData, stepsData } from "./figures.ts";
import { messages } from "./messages.ts";
import { params } from "./params.ts";
import { runPanel } from "./run-panel.ts";
import { stepTable } from "./step-table.ts";
import { timesSeen } from "./times-seen.ts";
import { bytesText } from "./words.ts";

export default widget({
  tag: "kv-decode",
  params,
  messages,
  compute,
  summary,
  figures: {
    steps: figureOf(
      async () => (await import("../../charts/decode-steps.ts")).decodeSteps,
      stepsData,
    ),
    cache: figureOf(
      async () => (await import("../../charts/cache-columns.ts")).cacheColumns,
      cacheData,
    ),
    map: figureOf(
      async () => (await import("../../charts/attention-map.ts")).attentionMap,
      mapData,
    ),
  },
  table: stepTable,
  prepare: prepareRun,
  run: async function* (values, { signal }) {
    const { runLab } = await import("../../live/client.ts");
    yield* runLab(requestOf(values), { signal });
  },
  view: (context) => {
    const { result, values, t, active, controls, figure, table, run } = context;
    return html`
      ${promptPart(context)}
      <div class="split">
        <div>
          ${controls("variant", "format", "tokens", "temperature", "top-k", "seed", "backend")}
          ${formatNote(result, values, t)}
        </div>
        <div class="beside">${runPanel(context)}</div>
      </div>
      ${formula(factors(result, values, t), active)}
      <div class="split">
        <div>${timeRemarks(decodedBy(run), t)}</div>
        <div class="beside">${figure("steps")}${table()}</div>
      </div>
      <div class="split">
        <div>
          ${controls("layer", "head")}
          <p class="remark">${cacheNote(context)}</p>
          <p class="remark">${t("map-note")}</p>
        </div>
        <div class="beside">${figure("cache")}${figure("map")}</div>
      </div>
      <p class="source">${aboutModel(t, values.variant)}</p>`;
  },
});

function summary(result: DecodeResult, values: DecodeValues, t: Translate): Sentence {
  const { prompt, total } = result;
  const int = (value: number) => formatInteger(value, t.lang);
  if (prompt.problem === "empty") return t.sentence("summary-empty", {});
  const said = {
    n: { text: int(prompt.letters.length), param: "prompt" },
    cached: { text: int(total.cached), role: "kv" },
    uncached: { text: int(total.uncached), role: "waste" },
  };
  if (prompt.problem === "unknown") {
    const strange = prompt.unknown.reduce((sum, { places }) => sum + places.length, 0);
    return t.sentence("summary-unknown", { ...said, unknown: { text: int(strange) } });
  }
  return t.sentence("summary", {
    ...said,
    tokens: { text: int(values.tokens), param: "tokens" },
    bytes: { text: bytesText(total.bytes, t), role: values.variant },
  });
}

/** tokens × layers × values × 4 B */
function factors(
  { steps, cachedValues, total }: DecodeResult,
  { variant }: DecodeValues,
  t: Translate,
): readonly Factor[] {
  const int = (value: number) => formatInteger(value, t.lang);
  return [
    { value: int(steps.at(-1)?.length ?? 0), name: t("factor.read"), param: "tokens" },
    { operator: "×", value: int(layers), name: t("factor.layers") },
    { operator: "×", value: int(cachedValues), name: t("factor.values"), param: "variant" },
    { operator: "×", value: `${bytesPerValue}\u00a0B`, name: t("factor.bytes") },
    { operator: "=", value: bytesText(total.bytes, t), name: t("factor.cache"), role: variant },
  ];
}

const duration = "00.0\u00a0ms";
const timesRoom = {
  ...{ n: 24, early: duration, late: duration },
  ...{ earlyCached: duration, lateCached: duration },
};

function timeRemarks(found: Decoded | null, t: Translate): TemplateResult {
  const seen = found && timesSeen(found.steps);
  const text = (ms: number) => formatDuration(ms, t.lang);
  const said = seen && {
    n: seen.steps,
    early: text(seen.uncached.early),
    late: text(seen.uncached.late),
    earlyCached: text(seen.cached.early),
    lateCached: text(seen.cached.late),
  };
  const room = `${t("time-note")} ${t("time-seen", timesRoom)}`;
  return html`<p class="remark">${t("steps-note")}</p>
    ${steady("remark", room, html`<p class="remark">${t("time-note")} ${said ? t("time-seen", said) : ""}</p>`)}`;
}

/** What the format would take, and what is only acted here. */
function formatNote({ steps }: DecodeResult, { variant, format }: DecodeValues, t: Translate) {
  if (format === "fp32") return nothing;
  const shape = textShape(variant);
  const bytes = storedBytesPerToken(shape, format);
  return html`<p class="remark">${t("format-note", {
    format: t(`option.format.${format}`),
    packed: bytesText((steps.at(-1)?.length ?? 0) * bytes, t),
    bits: formatSignificant((8 * bytes) / (shape.layers * cachedValues(shape)), 2, t.lang),
    group: t(format.startsWith("int") ? "group.int" : `group.${format}`),
  })}</p>`;
}

function cacheNote({ values, run, t }: ViewContext<DecodeValues, DecodeResult>): string {
  const { head } = values;
  const shape = textShape(decodedBy(run)?.values.variant ?? values.variant);
  const { attention } = shape;
  const reads =
    attention.kind === "latent"
      ? t("cache-latent")
      : t("cache-kv", { head, kv: kvHeadOf(shape, head - 1) + 1, nKv: attention.nKv });
  return withParticles(`${t("cache-note", { head })} ${reads}`);
}
