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

/** Whether the text is on the clipboard now: frames and insecure addresses may have none. */
export async function copyText(text: string): Promise<boolean> {
  const { featurePolicy } = document as {
    featurePolicy?: { allowsFeature(name: string): boolean };
  };
  // Asked first, where a browser tells: trying without the permission logs an error.
  if (featurePolicy?.allowsFeature("clipboard-write") === false) return false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
