import { noChange } from "lit";
import { Directive, directive, type ElementPart } from "lit/directive.js";
import { type LitPart, lightHeads } from "../../charts/light-heads.ts";

/** Pictures in a widget: those it has drawn, and those of the build that stand in its slots. */
function picturesIn(root: ParentNode): readonly Element[] {
  const slotted = [...root.querySelectorAll("slot")].flatMap((slot) =>
    slot.assignedElements({ flatten: true }),
  );
  return [root, ...slotted].flatMap((place) => [...place.querySelectorAll("svg[data-heads]")]);
}

/**
 * Lights a query head in all pictures beside the element it stands on, each time the view is
 * rendered: following a pointer redraws nothing. It stands after them, so that they are there.
 */
class Light extends Directive {
  render(_lit: LitPart | null) {
    return noChange;
  }

  override update(part: ElementPart, [lit]: [LitPart | null]) {
    const root = part.element.parentElement;
    if (root) for (const picture of picturesIn(root)) lightHeads(picture, lit);
    return noChange;
  }
}

export const light = directive(Light);
