import { html, nothing, type TemplateResult } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import { scientific } from "../../i18n/scientific.ts";
import { ranHere, runControls } from "../run-controls.ts";
import type { Translate } from "../translate.ts";
import type { RunState, ViewContext } from "../widget.ts";
import type { HeadsResult, HeadsValues } from "./compute.ts";
import { type Proven, prefill, provenBy, runShape, steps, widestSpread } from "./proof.ts";
import { percentText } from "./words.ts";

/** Above this the result is not attention to fp32 accuracy, and the page says so. */
const largestError = 1e-5;

type Context = ViewContext<HeadsValues, HeadsResult>;

/** The live run: what it will do, its controls, real weights and whether they are right. */
export function runPart(context: Context): TemplateResult {
  const { result, values, t, controls, figure, run } = context;
  const proven = provenBy(run);
  const said = { backend: values.backend, progress: null, kept: proven ? 1 : 0 };
  return html`<p class="part">${t("run-title")}</p>
    <div class="split">
      ${controls("backend")}
      <div class="beside">
        <p class="remark intro">${intro(result, values, t)}</p>
        ${runControls(said, run, t)}
        ${proven ? outcome(proven, values, run, t) : nothing}
        ${figure("weights")}
        ${proven ? html`<p class="source">${proof(proven, run, t)}</p>` : nothing}
      </div>
    </div>`;
}

function intro({ heads }: HeadsResult, values: HeadsValues, t: Translate): string {
  const { nHeads, nKv, headDim } = runShape(values);
  const said = t("run-intro", { heads: nHeads, groups: nKv, dim: headDim, prefill, steps });
  return nHeads === heads ? said : `${said} ${t("run-smaller", { all: heads, heads: nHeads })}`;
}

/** What the bars show, if they are right; and of which state they are. */
function outcome(
  proven: Proven,
  values: HeadsValues,
  { values: ran }: RunState<HeadsValues>,
  t: Translate,
) {
  const { shape, event } = proven;
  const now = runShape(values);
  const stale = ran !== null && (now.nHeads !== shape.nHeads || now.nKv !== shape.nKv);
  const said = stale
    ? html`<p class="state">${t("ran-with", { heads: shape.nHeads, groups: shape.nKv })}</p>`
    : nothing;
  if (!(event.maxError <= largestError)) {
    return html`<p class="state error" role="alert">${wrong(event.maxError, t)}</p>${said}`;
  }
  return html`<p class="headline">${headline(proven, t)}</p>${said}`;
}

const wrong = (error: number, t: Translate): string =>
  Number.isFinite(error) ? t("wrong", { error: scientific(error) }) : t("wrong-number");

function headline(proven: Proven, t: Translate): string {
  const { shape } = proven;
  const spread = widestSpread(proven);
  if (spread === null) return t("headline-own");
  const { kv, token, least, most } = spread;
  return t("headline", {
    kv,
    token,
    n: shape.nHeads / shape.nKv,
    least: percentText(least, t),
    most: percentText(most, t),
  });
}

/** Error, bytes, and where it ran. */
function proof(
  { shape, event, formulaBytes }: Proven,
  run: RunState<HeadsValues>,
  t: Translate,
): string {
  const bytes = (value: number) => `${formatInteger(value, t.lang)}\u00a0B`;
  const { nKv, headDim } = shape;
  const formula = { groups: nKv, dim: headDim, tokens: prefill + steps };
  const { maxError } = event;
  return [
    Number.isFinite(maxError) ? t("proof-error", { error: scientific(maxError) }) : "",
    t(event.cacheBytes === formulaBytes ? "proof-bytes" : "proof-bytes-off", {
      ...formula,
      bytes: bytes(event.cacheBytes),
      formula: bytes(formulaBytes),
    }),
    ranHere(run.events, t),
    t("untrained"),
  ]
    .filter(Boolean)
    .join(" ");
}
