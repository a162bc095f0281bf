import { html, type TemplateResult } from "lit";
import type { Translate } from "./translate.ts";

/** Where a constant comes from and when it was checked, with a link to it. */
export function sourceLine(
  entry: { readonly name: string; readonly source: string; readonly checked: string },
  basis: string,
  t: Translate,
): TemplateResult {
  const said = t("source", { what: "\u0000", basis, checked: entry.checked });
  const [before, after] = said.split("\u0000");
  return html`${before}<a href=${entry.source} rel="noopener">${entry.name}</a>${after} `;
}
