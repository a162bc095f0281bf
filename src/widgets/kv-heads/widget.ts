import { html, nothing } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import { formula } from "../formula.ts";
import { prepareRun } from "../run-controls.ts";
import type { Sentence, Translate } from "../translate.ts";
import { figureOf, widget } from "../widget.ts";
import { compute, type HeadsResult, type HeadsValues, headDim } from "./compute.ts";
import { headsFactors } from "./factors.ts";
import { mapData, weightsData } from "./figures.ts";
import { light } from "./light.ts";
import { messages } from "./messages.ts";
import { params } from "./params.ts";
import { litNow, pickable, pickedText } from "./pick.ts";
import { proofRequest } from "./proof.ts";
import { runPart } from "./run-part.ts";
import { headsTable, stepText } from "./table.ts";

export default widget({
  tag: "kv-heads",
  params,
  messages,
  compute,
  summary,
  figures: {
    map: figureOf(async () => (await import("../../charts/head-fan.ts")).headFan, mapData),
    weights: figureOf(
      async () => (await import("../../charts/head-weights.ts")).headWeights,
      weightsData,
    ),
  },
  table: headsTable,
  prepare: prepareRun,
  run: async function* (values, { signal }) {
    const { runAttention } = await import("../../live/client.ts");
    yield* runAttention(proofRequest(values), { signal });
  },
  view: (context) => {
    const { result, values, t, active, controls, table } = context;
    const { heads, groups } = result;
    const lit = litNow(context);
    return html`
      ${formula(headsFactors(result, values, t), active)}
      <div class="split">
        <div>
          ${controls("heads", "groups")}
          <p class="ends" aria-hidden="true"><span>MQA</span><span>MHA</span></p>
          ${controls("context", "kv")}
        </div>
        <div class="beside">
          ${result.moved ? html`<p class="state" role="status">${movedText(result, values, t)}</p>` : nothing}
          ${pickable(context, "map")}
          <p class="remark lit">${pickedText(lit, result, t)}</p>
        </div>
      </div>
      ${table("open")}
      ${runPart(context)}
      <span hidden ${light(lit && { head: lit.head, kv: lit.kv, heads, groups })}></span>
      <p class="source">${t("basis", { dim: headDim })}</p>`;
  },
});

function summary({ own, heads }: HeadsResult, values: HeadsValues, t: Translate): Sentence {
  const { name } = own;
  return t.sentence(`summary-${name}`, {
    heads: { text: formatInteger(heads, t.lang), param: "heads" },
    groups: { text: formatInteger(own.nKv, t.lang), param: "groups", role: name },
    bytes: { text: `${formatInteger(own.bytesPerToken, t.lang)}\u00a0B`, role: name },
    parts: { text: formatInteger(own.perKv, t.lang), role: name },
    context: { text: formatInteger(values.context, t.lang), param: "context" },
    step: { text: stepText(own.stepBytes, values, t), role: name },
  });
}

const movedText = ({ heads, groups }: HeadsResult, { groups: asked }: HeadsValues, t: Translate) =>
  t("moved", { asked, heads, groups });
