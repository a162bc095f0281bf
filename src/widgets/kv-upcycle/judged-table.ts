import { html, type TemplateResult } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import { recallSize } from "../../lab/tasks/recall.ts";
import type { Translate } from "../translate.ts";
import { heldOutTexts, percentOf, type Told } from "./live.ts";
import { percentText, qualityText } from "./words.ts";

/** Every place at which the run was judged, with the mean loss of its steps since the last. */
export function judgedTable({ judged, trained }: Told, t: Translate): TemplateResult {
  const caption = t("judged-caption", {
    texts: heldOutTexts,
    answers: formatInteger(heldOutTexts * recallSize.pairs, t.lang),
  });
  const columns = ["step", "percent", "train-loss", "loss", "accuracy"].map((name) =>
    t(`column.${name}`),
  );
  const since = (i: number): string => {
    const from = judged[i - 1]?.step ?? 0;
    const to = judged[i]?.step ?? 0;
    const losses = trained.filter(({ step }) => step > from && step <= to);
    if (losses.length === 0) return "–";
    const sum = losses.reduce((total, { loss }) => total + loss, 0);
    return qualityText(sum / losses.length, "loss", t);
  };
  return html`<details class="numbers"><summary>${t("judged-table")}</summary>
    <div class="scroll" role="group" tabindex="0" aria-label=${caption}><table class="judged">
    <caption>${caption}</caption>
    <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
    <tbody>${judged.map(
      ({ step, quality }, i) => html`<tr><th scope="row">${step}</th>
        <td>${percentText(percentOf(step), t)}%</td><td>${since(i)}</td>
        <td>${qualityText(quality.loss, "loss", t)}</td>
        <td>${qualityText(quality.accuracy, "accuracy", t)}</td></tr>`,
    )}</tbody>
  </table></div></details>`;
}
