import { defineElement, isTag, tags } from "./registry.ts";

/** How far below the viewport a widget is already fetched. */
const nearViewport = "400px";

/**
 * Puts a link's query into the attributes of the widgets it names, and fetches each widget's code
 * when it comes near the viewport, or at once where the query has changed its state: what the build
 * drew would be wrong there.
 */
export function loadWidgets(root: ParentNode, query: URLSearchParams): void {
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        define(target);
      }
    },
    { rootMargin: nearViewport },
  );
  for (const widget of root.querySelectorAll(tags.join(","))) {
    near.observe(widget);
    for (const name of paramsOf(widget)) {
      const value = query.get(name);
      if (value !== null) setParam(widget, name, value);
    }
  }
}

/** Sets a parameter of a widget that may not be defined yet; what the author wrote is kept. */
export function setParam(widget: Element, name: string, value: string): void {
  keepAuthored(widget);
  widget.setAttribute(name, value);
  define(widget);
}

const paramsOf = (widget: Element): readonly string[] =>
  widget.getAttribute("data-params")?.split(" ") ?? [];

/** In `data-authored`: Reset goes back there. */
function keepAuthored(widget: Element): void {
  if (widget.hasAttribute("data-authored")) return;
  const authored = new URLSearchParams();
  for (const name of paramsOf(widget)) {
    const value = widget.getAttribute(name);
    if (value !== null) authored.set(name, value);
  }
  widget.setAttribute("data-authored", authored.toString());
}

function define({ localName }: Element): void {
  if (isTag(localName)) void defineElement(localName);
}
