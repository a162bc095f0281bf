import type { Lang } from "../i18n/locales.ts";

/**
 * A link that restores a widget's state. On a page of the notebook it is that page; from an element
 * on somebody else's page it is the widget's own address.
 */
export function stateLink(
  tag: string,
  id: string,
  lang: Lang,
  state: Readonly<Record<string, string>>,
): string {
  // A variable: bundlers take `new URL(…, import.meta.url)` for an asset of theirs.
  const module = import.meta.url;
  const own = document.documentElement.dataset.headcount !== undefined;
  const link = own ? new URL(location.href) : new URL(`../../${lang}/embed/${tag}/`, module);
  const theme = own ? link.searchParams.get("theme") : null;
  link.search = new URLSearchParams({ ...state, ...(theme ? { theme } : {}) }).toString();
  link.hash = own && id ? id : "";
  return link.href;
}
