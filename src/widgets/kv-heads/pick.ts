import { html, type TemplateResult } from "lit";
import type { Translate } from "../translate.ts";
import type { ViewContext } from "../widget.ts";
import { type HeadsResult, type HeadsValues, type LitHead, litHead } from "./compute.ts";
import { litText } from "./figures.ts";

type Context = ViewContext<HeadsValues, HeadsResult>;

/** What a pointer or the focus is on: of the moment, in no link. */
interface Hovered {
  readonly head: number;
}

/** The head that is lit: what the pointer is on, else the one that was chosen. */
export function litNow({ brought, result }: Pick<Context, "brought" | "result">): LitHead | null {
  const hovered = brought as Hovered | null;
  return hovered ? litHead(hovered.head, result.heads, result.groups) : result.lit;
}

/** A figure whose query heads can be pointed at, clicked, touched, and walked over with keys. */
export function pickable(context: Context, name: string): TemplateResult {
  const { result, values, t, set, bring, figure } = context;
  const lit = litNow(context);
  // Events may come faster than renders: these run ahead of what is shown.
  let hovered = (context.brought as Hovered | null)?.head ?? null;
  let now = lit?.head ?? 0;
  const hover = (head: number | null) => {
    if (head === hovered) return;
    hovered = head;
    now = head ?? values.head;
    bring(() => (head === null ? null : { head }));
  };
  const choose = (head: number) => {
    hover(null);
    now = head;
    set({ head });
  };
  return html`<div class="fan" @pointerdown=${letGo}
    @pointermove=${(event: PointerEvent) => hover(headUnder(event))}
    @pointerleave=${() => hover(null)} @pointercancel=${() => hover(null)}
    @pointerup=${(event: PointerEvent) => {
      const head = headUnder(event);
      if (head === null || event.button !== 0) return;
      // So that arrow keys go on from what was clicked.
      if (event.pointerType !== "touch") handleIn(event.currentTarget as Element)?.focus(still);
      choose(head === values.head ? 0 : head);
    }}>
    ${figure(name)}
    <div class="pick" role="slider" tabindex="0" aria-label=${t("pick")} aria-valuemin="0"
      aria-valuemax=${result.heads} aria-valuenow=${lit?.head ?? 0}
      aria-valuetext=${lit ? litText(lit, result.heads, t) : t("pick-none")}
      @focus=${(event: FocusEvent) => {
        const seen = (event.target as Element).matches(":focus-visible");
        if (seen && values.head === 0) hover(1);
      }}
      @blur=${() => hover(null)}
      @keydown=${(event: KeyboardEvent) => {
        const next = headAfter(event.key, now, result.heads);
        if (next === null) return;
        event.preventDefault();
        choose(next);
      }}></div>
  </div>`;
}

/** The lit head in words, or how to light one. */
export function pickedText(lit: LitHead | null, { heads }: HeadsResult, t: Translate): string {
  return lit ? litText(lit, heads, t) : t("lit-none");
}

/** The head that a key leads to from the one that is lit; `null` for a key that leads nowhere. */
export function headAfter(key: string, from: number, heads: number): number | null {
  if (key === "ArrowRight" || key === "ArrowUp") return Math.min(heads, from + 1);
  if (key === "ArrowLeft" || key === "ArrowDown") return Math.max(1, from - 1);
  if (key === "Home") return 1;
  if (key === "End") return heads;
  return key === "Escape" ? 0 : null;
}

function headUnder({ target }: Event): number | null {
  const column = (target as Element).closest("[data-head]");
  return column ? Number(column.getAttribute("data-head")) : null;
}

/** A finger stays with what it touched first, unless that is let go: then it slides over heads. */
function letGo({ target, pointerId }: PointerEvent): void {
  const touched = target as Element;
  if (touched.hasPointerCapture(pointerId)) touched.releasePointerCapture(pointerId);
}

const still = { preventScroll: true } as const;

const handleIn = (figure: Element) => figure.querySelector<HTMLElement>(".pick");
