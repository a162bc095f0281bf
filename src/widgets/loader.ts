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
    if (applyQuery(widget, query)) define(widget);
    else near.observe(widget);
  }
}

function define({ localName }: Element): void {
  if (isTag(localName)) void defineElement(localName);
}

/** Keeps what the author wrote in `data-authored`: Reset goes back there. */
function applyQuery(widget: Element, query: URLSearchParams): boolean {
  const names = widget.getAttribute("data-params")?.split(" ") ?? [];
  const named = names.filter((name) => query.has(name));
  if (named.length === 0) return false;
  const authored = names.filter((name) => widget.hasAttribute(name));
  widget.setAttribute(
    "data-authored",
    new URLSearchParams(authored.map((name) => [name, widget.getAttribute(name) ?? ""])).toString(),
  );
  for (const name of named) widget.setAttribute(name, query.get(name) ?? "");
  return true;
}
