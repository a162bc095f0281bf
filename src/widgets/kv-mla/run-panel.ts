import { html, nothing, type TemplateResult } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import { cacheFormat } from "../../model/formats.ts";
import { kvBytesPerSequence } from "../../model/kv.ts";
import { backendOf, ranHere, runControls } from "../run-controls.ts";
import type { Translate } from "../translate.ts";
import type { RunState } from "../widget.ts";
import { latentLayer, type MlaValues } from "./compute.ts";
import { errorText } from "./error-text.ts";
import { withRope } from "./layers.ts";
import { predictionOf } from "./prediction.ts";
import { runDims, runName, settings } from "./subjects.ts";
import { difference, isRounding, type Proof, proofsOf } from "./verdict.ts";

const fp32 = cacheFormat("fp32");

/** Button, ladder and progress; what a run found for both switches in all positions. */
export function runPanel(
  values: MlaValues,
  run: RunState<MlaValues>,
  figure: TemplateResult,
  t: Translate,
): TemplateResult {
  const ranWith = run.values ?? values;
  const proofs = proofsOf(run.events, ranWith.tokens);
  const [done, of] = [proofs.length, settings.length];
  const begun = backendOf(run.events) !== null;
  const progress = begun ? { text: t("proving", { done, of }), share: done / of } : null;
  return html`
    ${runControls({ backend: values.backend, progress, kept: done }, run, t)}
    ${
      done > 0
        ? html`${since(values, ranWith, t)}${outcome(proofs, values, t)}`
        : html`<p class="state">${expectation(values, t)}</p>`
    }
    ${figure}
    ${done > 0 ? tables(proofs, values, ranWith, run, t) : nothing}`;
}

/** The results are of another state than the one that is set. */
function since(values: MlaValues, ranWith: MlaValues, t: Translate) {
  const same = values.tokens === ranWith.tokens && runName(values.dims) === runName(ranWith.dims);
  if (same) return nothing;
  return html`<p class="state">${t("ran-with", { layer: liveName(ranWith, t), tokens: ranWith.tokens })}</p>`;
}

const liveName = ({ dims }: MlaValues, t: Translate): string => t(`layer.${runName(dims)}`);

/** What float64 says will come out, before anything has run. */
function expectation({ form, rope, tokens }: MlaValues, t: Translate): string {
  if (form === "naive") return t("expect.naive");
  const { relativeError } = predictionOf(rope, tokens);
  const same = rope === "latent" && tokens === 1 ? "whole" : "same";
  const key = isRounding(relativeError) ? same : "broken";
  return t(`expect.${key}`, { relative: errorText(relativeError, t) });
}

/** Of the settings that are chosen, once they have run. */
function outcome(proofs: readonly Proof[], values: MlaValues, t: Translate) {
  const shown = proofs.filter(({ rope }) => rope === values.rope);
  const own = shown.find(({ form }) => form === values.form);
  return own ? headline(own, shown, t) : nothing;
}

function tables(
  proofs: readonly Proof[],
  values: MlaValues,
  ranWith: MlaValues,
  run: RunState<MlaValues>,
  t: Translate,
): TemplateResult {
  const own = proofs.find(({ form, rope }) => form === values.form && rope === values.rope);
  return html`${errorTable(proofs, values, ranWith, t)}
    ${own ? cacheTable(own, ranWith, t) : nothing}
    <p class="source">${where(ranWith, run, t)}</p>`;
}

/** What came of the setting that is chosen, and whether the other form gives the same. */
function headline(own: Proof, shown: readonly Proof[], t: Translate) {
  const { event, verdict, form } = own;
  if (!Number.isFinite(event.maxError)) {
    return html`<p class="state error" role="alert">${t("verdict.no-number")}</p>`;
  }
  const errors = {
    absolute: errorText(event.maxError, t),
    relative: errorText(event.relativeError, t),
  };
  if (verdict === "wrong") {
    return html`<p class="state error" role="alert">${t("verdict.wrong", errors)}</p>`;
  }
  const twin = shown.find((other) => other.form !== form);
  const apart = twin ? difference(event.output, twin.event.output) : null;
  const key = apart === 0 ? "apart-none" : "apart";
  const pair = apart === null ? "" : t(key, { apart: errorText(apart, t) });
  return html`<p class="headline">${t(`verdict.${verdict}`, errors)} ${pair}</p>`;
}

function errorTable(
  proofs: readonly Proof[],
  values: MlaValues,
  { tokens }: MlaValues,
  t: Translate,
): TemplateResult {
  const caption = t("errors-caption", { tokens });
  const columns = ["setting", "absolute", "relative", "same"] as const;
  return html`<div class="scroll" role="group" tabindex="0" aria-label=${caption}><table class="proved">
    <caption>${caption}</caption>
    <thead><tr>${columns.map((name) => html`<th scope="col">${t(`errors.${name}`)}</th>`)}</tr></thead>
    <tbody>${proofs.map(({ form, rope, event, verdict }) => {
      const own = form === values.form && rope === values.rope;
      return html`<tr class=${own ? "own" : ""}><th scope="row">${t(`setting.${form}-${rope}`)}</th>
        <td>${errorText(event.maxError, t)}</td><td>${errorText(event.relativeError, t)}</td>
        <td>${t(verdict === "same" || verdict === "whole" ? "errors.yes" : "errors.no")}</td></tr>`;
    })}</tbody>
  </table></div>`;
}

/** The cache after each step, beside what the formula gives for it. */
function cacheTable({ event, rope }: Proof, ranWith: MlaValues, t: Translate): TemplateResult {
  const dims = withRope(runDims(ranWith.dims), rope);
  const layers = [{ count: 1, layer: latentLayer(dims) }];
  const bytes = (value: number) => `${formatInteger(value, t.lang)}\u00a0B`;
  const caption = t("cache-caption", {
    latent: formatInteger(dims.latentDim, t.lang),
    rope: formatInteger(dims.ropeDim, t.lang),
    room: bytes(event.cacheBytes),
  });
  const columns = ["tokens", "bytes", "formula", "difference"] as const;
  return html`<details class="numbers"><summary>${t("cache-steps")}</summary>
    <div class="scroll" role="group" tabindex="0" aria-label=${caption}><table class="filled">
    <caption>${caption}</caption>
    <thead><tr>${columns.map((name) => html`<th scope="col">${t(`cache.${name}`)}</th>`)}</tr></thead>
    <tbody>${event.filled.map(({ tokens, bytes: filled }) => {
      const expected = kvBytesPerSequence(layers, fp32, tokens);
      return html`<tr><th scope="row">${formatInteger(tokens, t.lang)}</th><td>${bytes(filled)}</td>
        <td>${bytes(expected)}</td><td>${bytes(filled - expected)}</td></tr>`;
    })}</tbody>
  </table></div></details>`;
}

const where = (ranWith: MlaValues, { events }: RunState<MlaValues>, t: Translate): string =>
  `${ranHere(events, t)} ${t("proved-layer", { layer: liveName(ranWith, t) })}`;
