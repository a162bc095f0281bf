import { html } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import { formula } from "../formula.ts";
import { basisOf } from "../model-at.ts";
import { sourceLine } from "../source-line.ts";
import type { Sentence, Translate } from "../translate.ts";
import { figureOf, widget } from "../widget.ts";
import { compute, type ShardResult, type ShardValues } from "./compute.ts";
import { shardFactors } from "./factors.ts";
import { headsData, linesData, rowName } from "./figures.ts";
import { messages } from "./messages.ts";
import { shardNotes } from "./notes.ts";
import { params } from "./params.ts";
import { percent, shardTable, timesText } from "./table.ts";

export default widget({
  tag: "kv-shard",
  params,
  messages,
  compute,
  summary,
  figures: {
    map: figureOf(async () => (await import("../../charts/gpu-heads.ts")).gpuHeads, headsData),
    chart: figureOf(
      async () => (await import("../../charts/shard-lines.ts")).shardLines,
      linesData,
    ),
  },
  table: shardTable,
  view: ({ result, values, t, active, controls, figure, table }) => html`
    ${formula(shardFactors(result, values, t), active)}
    <div class="split">
      ${controls()}
      <div class="beside">
        ${figure("map")}
        ${figure("chart")}
        ${remarks(result, values, t).map((said) => html`<p class="remark">${said}</p>`)}
        ${table("open")}
      </div>
    </div>
    <p class="source">${sourceLine(result.model, basisOf(result.model, t), t)} ${shardNotes(result, values, t)}</p>`,
});

/** No line breaks here. */
const joiner = "\u2060";

/** "4–8" in one piece. */
const unbroken = (text: string): string => text.replaceAll("–", `${joiner}–${joiner}`);

function summary(result: ShardResult, values: ShardValues, t: Translate): Sentence {
  const { model, own, reshaped } = result;
  const [least, ...more] = own.nKv;
  return t.sentence(summaryKey(result, values), {
    model: reshaped ? t("reshaped", { model: model.name }) : model.name,
    tp: { text: formatInteger(values.tp, t.lang), param: "tp" },
    heads: {
      text:
        more.length > 0 ? unbroken(`${least}–${more.at(-1)}`) : formatInteger(least ?? 0, t.lang),
      param: "heads",
    },
    per: { text: formatInteger(own.headsPerGpu?.[1] ?? 0, t.lang), role: own.name },
    bytes: { text: `${formatInteger(own.perGpu, t.lang)}\u00a0B`, role: own.name },
    times: { text: timesText(own, t), role: own.all > own.once ? "waste" : own.name },
    idle: { text: `${percent(own.idle / own.all, t)}%${joiner}`, role: "waste" },
  });
}

function summaryKey({ own }: ShardResult, { tp }: ShardValues): string {
  const one = tp === 1 ? "-one" : "";
  if (own.nKv.length === 0) return `summary-latent${one}`;
  if (own.nKv.length > 1) return `summary-mixed${one}`;
  if (one) return "summary-one";
  if (own.idle > 0) return "summary-uneven";
  return own.copied > 0 ? "summary-copied" : "summary-even";
}

/** What a layer's numbers are, where fewer heads stop helping, and where heads beat a latent. */
function remarks(result: ShardResult, { tp }: ShardValues, t: Translate): readonly string[] {
  const { rows, own, meeting, belowLatent } = result;
  const values = rows.map((row) =>
    t("value", { row: unbroken(rowName(row)), n: formatInteger(row.valuesPerLayer ?? 0, t.lang) }),
  );
  const said: string[] = [];
  if (rows.every(({ valuesPerLayer }) => valuesPerLayer !== null)) {
    said.push(t("values", { tp, rows: values.join(", ") }));
  }
  const compared: string[] = [];
  if (meeting) {
    compared.push(t("meets-at", { tp: meeting.tp, other: rowName(meeting.other) }));
  }
  if (belowLatent) {
    const which = own.name === "mla" ? "-twin" : belowLatent.tp === 1 ? "-always" : "";
    const fill = { row: rowName(belowLatent.heads), tp: belowLatent.tp };
    compared.push(t(`below-latent${which}`, fill));
  }
  return [...said, ...(compared.length > 0 ? [compared.join(" ")] : [])];
}
