import { html, type TemplateResult } from "lit";
import { formatInteger } from "../i18n/format.ts";
import type { Lang } from "../i18n/locales.ts";
import { stepKey } from "../i18n/step-messages.ts";
import { type Step, substituted } from "../model/derivation.ts";
import type { Translate } from "./translate.ts";

/** A step's number as it is read: whole numbers whole, others with six digits. */
export const stepNumber = (value: number, lang: Lang): string =>
  Number.isInteger(value) ? formatInteger(value, lang) : String(Number(value.toPrecision(6)));

/**
 * A derivation, step by step: what is counted, its formula, the numbers, the value.
 * @param kinds names of the kinds of layers that steps are numbered by
 */
export function derivationList(
  steps: readonly Step[],
  kinds: readonly string[],
  t: Translate,
): TemplateResult {
  return html`<ol class="derivation">${steps.map((step) => {
    const unit = step.unit === "" ? "" : `\u00a0${t(`unit-name.${step.unit}`)}`;
    const numbers = substituted(step, (value) => stepNumber(value, t.lang));
    const kind = kinds[Number(/_(\d+)$/.exec(step.name)?.[1] ?? 0) - 1];
    return html`<li><p>${[t(stepKey(step.name)), kind].filter(Boolean).join(", ")}</p>
      <p class="step"><code>${step.name} = ${step.formula}</code>
      <code>= ${numbers}</code>
      <code>= <b>${stepNumber(step.value, t.lang)}${unit}</b></code></p></li>`;
  })}</ol>`;
}
