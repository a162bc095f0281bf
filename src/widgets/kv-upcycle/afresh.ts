import { html, type TemplateResult } from "lit";
import type { Translate } from "../translate.ts";

/**
 * The second button: what is kept is deleted only by whoever says so twice. It keeps its place while
 * there is nothing to delete, so that the button before it never stands where it stood.
 */
export function afresh(step: number, start: (() => void) | null, t: Translate): TemplateResult {
  const sure = (event: Event) => {
    const button = event.currentTarget as HTMLElement;
    const box = button.closest("details");
    if (box) box.open = false;
    // This button goes; the keyboard stays at the one that pauses.
    (button.getRootNode() as ParentNode).querySelector<HTMLElement>("button.go")?.focus();
    start?.();
  };
  return html`<details class="afresh ${start ? "" : "off"}">
    <summary>${t("afresh")}</summary>
    <p>${t("afresh-lost", { step })}</p>
    <button type="button" class="open" @click=${sure}>${t("afresh-sure")}</button>
  </details>`;
}
