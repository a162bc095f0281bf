import { html, nothing, type TemplateResult } from "lit";
import { formatBytesAuto, formatSignificant } from "../../i18n/format.ts";
import type { LabEvent } from "../../lab/protocol.ts";
import { aboutModel, promptPart } from "../prompt/prompt-part.ts";
import { fileBytes } from "../prompt/text-models.ts";
import { backendOf, ranHere, runControls } from "../run-controls.ts";
import type { Translate } from "../translate.ts";
import type { RunState, ViewContext } from "../widget.ts";
import type { QuantResult } from "./compute.ts";
import { formatOf, type QuantValues, waiting } from "./format.ts";
import { inspectedBy, isOf } from "./inspected.ts";
import { sharesScales } from "./params.ts";
import type { Study } from "./study.ts";
import { bitsText, shareText, shownError } from "./words.ts";

type Context = ViewContext<QuantValues, QuantResult>;

/** Texts to start from; the second is one that the model cannot read. */
const starts = [
  "In the beginning God created the heavens and the earth.",
  "태초에 하나님이 천지를 창조하시니라",
] as const;

/** The text that the model reads, the button, and what came out of it. */
export function modelPart(context: Context, study: Study | null): TemplateResult {
  const { result, values, run, t, controls } = context;
  const blocked = result.prompt.problem !== null;
  const found = inspectedBy(run);
  const said = { backend: values.backend, progress: progressOf(run, t), kept: 0, blocked };
  return html`
    ${promptPart(context, starts)}
    <div class="split">
      <div>${controls("variant", "layer", "head", "backend")}</div>
      <div class="beside">
        ${runControls(said, run, t)}
        ${
          found && !isOf(found.values, values)
            ? html`<p class="state">${t("run-of", { prompt: found.values.prompt })}</p>`
            : nothing
        }
        ${study ? findings(study, context) : html`<p class="state">${notYet(values, t)}</p>`}
        <p class="source">${ranHere(run.events, t)} ${aboutModel(t, values.variant)} ${t("no-latent")}</p>
      </div>
    </div>`;
}

const notYet = ({ variant }: QuantValues, t: Translate): string =>
  t("not-yet", { size: formatBytesAuto(fileBytes(variant), "decimal", t.lang) });

function findings(study: Study, { result, values, t }: Context): TemplateResult {
  const { taken, tokens } = result;
  const [token, channel] = (["token", "channel"] as const).map((axis) =>
    shareText(shownError(study, axis, values), t),
  );
  const said = {
    ...{ layer: values.layer, head: values.head, token: token ?? "", channel: channel ?? "" },
    tokenBits: bitsText(taken.token.bits, t),
    channelBits: bitsText(taken.channel.bits, t),
    part: t(`option.part.${values.part}`),
    format: t(`option.format.${values.format}`),
    output: shareText(study.ways[values.axis].errors.output, t),
  };
  const n = waiting(formatOf(values, "channel"), "channel", tokens);
  const key = sharesScales(values.format) ? "found" : "found-fp8";
  return html`<p class="headline">${t(key, said)}</p>
    ${n > 0 ? html`<p class="remark">${t("found-waiting", { n })}</p>` : nothing}
    <p class="remark">${t("loudest", { times: formatSignificant(study.loudest, 2, t.lang) })}</p>`;
}

function progressOf(run: RunState<QuantValues>, t: Translate) {
  const last = (run.events as readonly LabEvent[]).at(-1);
  if (last?.kind === "model" && last.loaded < last.total) {
    const share = last.loaded / last.total;
    return { text: t("model-loading", { percent: Math.round(share * 100) }), share };
  }
  return backendOf(run.events) ? { text: t("reading"), share: null } : null;
}
