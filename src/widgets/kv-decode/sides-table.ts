import { html, type TemplateResult } from "lit";
import { formatDuration, formatInteger } from "../../i18n/format.ts";
import { bytesPerToken, textShape } from "../prompt/text-models.ts";
import type { Translate } from "../translate.ts";
import { compute, type DecodeResult } from "./compute.ts";
import type { Decoded } from "./decoded.ts";
import { bytesText } from "./words.ts";

const nothingYet = "–";

/** With the cache and without: what the newest token cost, and all until now. */
export function sidesTable(
  result: DecodeResult,
  found: Decoded | null,
  t: Translate,
): TemplateResult {
  // Of the run that is shown, whatever has been set since.
  const { total } = found ? compute(found.values) : result;
  const int = (value: number) => formatInteger(value, t.lang);
  const pair = (of: (found: Decoded, way: "cached" | "uncached") => string) =>
    (["cached", "uncached"] as const).map((way) => (found ? of(found, way) : nothingYet));
  const formula = found ? found.read.length * bytesPerToken(textShape(found.values.variant)) : null;
  const rows: readonly (readonly [string, ...string[]])[] = [
    [t("sides.newest"), ...pair(({ last }, way) => int(last.projected[way]))],
    [t("sides.sum"), ...pair(({ projected }, way) => int(projected[way]))],
    [t("sides.end"), int(total.cached), int(total.uncached)],
    [t("sides.time"), ...pair(({ last }, way) => formatDuration(last[`${way}Ms`], t.lang))],
    [
      t("sides.held"),
      ...pair(({ last }, way) => bytesText(way === "cached" ? last.filledBytes : 0, t)),
    ],
    [
      t("sides.formula"),
      ...(formula === null ? [nothingYet, nothingYet] : [formula, 0].map((of) => bytesText(of, t))),
    ],
  ];
  const caption = t("sides.caption");
  return html`<div class="scroll" role="group" tabindex="0" aria-label=${caption}><table class="sides">
    <caption class="sr">${caption}</caption>
    <thead><tr><th scope="col">${t("sides.what")}</th>
      <th scope="col">${t("way.cached")}</th><th scope="col">${t("way.uncached")}</th></tr></thead>
    <tbody>${rows.map(
      ([head, ...cells]) =>
        html`<tr><th scope="row">${head}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
    )}</tbody>
  </table></div>`;
}
