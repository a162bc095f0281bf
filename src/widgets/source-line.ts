import { html, type TemplateResult } from "lit";
import type { Translate } from "./translate.ts";

/** Where a constant comes from and when it was checked, with a link to it. */
export function sourceLine(
  entry: { readonly name: string; readonly source: string; readonly checked: string },
  basis: string,
  t: Translate,
): TemplateResult {
  const said = t("source", { what: "\u0000", basis, checked: "\u0000" });
  const [before, link, after] = said.split("\u0000");
  // A date stays in one piece: its hyphens are places to break a line.
  return html`${before}<a href=${entry.source} rel="noopener">${entry.name}</a>${link}<span class="date">${entry.checked}</span>${after} `;
}
