import { html, type TemplateResult } from "lit";
import type { ViewContext } from "../widget.ts";
import type { QuantResult } from "./compute.ts";
import type { QuantValues } from "./format.ts";

type Context = ViewContext<QuantValues, QuantResult>;

/** Loudness goes from 0 to 2: all of it is as far as a panel is wide. */
const range = 2;
const step = 0.05;
/** A pointer that moved no farther has pressed, not dragged. */
const still = 4;

/** The picture of the cells: a press chooses a number, a drag sideways makes channels louder. */
export function handled({ values, set, figure }: Context): TemplateResult {
  const canDrag = values.source === "outliers" && values.part === "k";
  const down = (event: PointerEvent) => {
    const stage = event.currentTarget as HTMLElement;
    const panel = panelUnder(event, stage);
    if (!panel || event.button !== 0) return;
    const { pointerId, clientX } = event;
    let dragged = false;
    const loudness = (next: PointerEvent) => {
      const by = ((next.clientX - clientX) / panel.box.width) * range;
      const inside = Math.min(range, Math.max(0, values.loudness + by));
      return { loudness: Math.round(inside / step) / Math.round(1 / step) };
    };
    const move = (next: PointerEvent) => {
      dragged ||= canDrag && Math.abs(next.clientX - clientX) > still;
      if (dragged) set(loudness(next), false);
    };
    const up = (next: PointerEvent) => {
      end();
      set(dragged ? loudness(next) : cellUnder(event, panel));
    };
    const end = () => {
      stage.removeEventListener("pointermove", move);
      stage.removeEventListener("pointerup", up);
      stage.removeEventListener("pointercancel", end);
    };
    // The picture is drawn anew under the finger: what stays is around it.
    stage.setPointerCapture(pointerId);
    stage.addEventListener("pointermove", move);
    stage.addEventListener("pointerup", up);
    stage.addEventListener("pointercancel", end);
  };
  return html`<div class=${canDrag ? "cells pulled" : "cells"} @pointerdown=${down}>${figure("cells")}</div>`;
}

interface Panel {
  readonly box: DOMRect;
  readonly rows: number;
  readonly columns: number;
}

/** Of what the widget has drawn, or of the build's picture in its slot. */
function panelUnder({ clientX, clientY }: PointerEvent, stage: HTMLElement): Panel | null {
  const slotted = [...stage.querySelectorAll("slot")].flatMap((slot) => slot.assignedElements());
  for (const svg of [stage, ...slotted].flatMap((at) => [
    ...at.querySelectorAll<SVGSVGElement>("svg[data-cells]"),
  ])) {
    const [rows = 1, columns = 1] = (svg.dataset.cells ?? "").split(" ").map(Number);
    for (const rect of svg.querySelectorAll(".panel")) {
      const box = rect.getBoundingClientRect();
      const isInside =
        clientX >= box.left && clientX < box.right && clientY >= box.top && clientY < box.bottom;
      if (isInside) return { box, rows, columns };
    }
  }
  return null;
}

/** Token and channel, from 1. */
function cellUnder({ clientX, clientY }: PointerEvent, { box, rows, columns }: Panel) {
  return {
    token: 1 + Math.floor(((clientY - box.top) / box.height) * rows),
    channel: 1 + Math.floor(((clientX - box.left) / box.width) * columns),
  };
}
