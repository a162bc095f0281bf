import { defineElement, isTag, tags } from "./registry.ts";

/** How far below the viewport a widget is already fetched. */
const nearViewport = "400px";

/**
 * Puts a link's query into the attributes of the widgets it is for, and fetches each widget's code
 * when it comes near the viewport, or at once where the query has changed its state: what the build
 * drew would be wrong there.
 */
export function loadWidgets(
  root: ParentNode,
  queryFor: (widget: Element) => URLSearchParams,
): void {
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
    const query = queryFor(widget);
    // In the order of the list: a parameter stands after those it follows.
    for (const name of words(widget, "data-params")) {
      const value = query.get(name);
      if (value !== null) setParam(widget, name, value);
    }
  }
}

/**
 * Sets a parameter of a widget that may not be defined yet, and takes back those that follow it. What
 * the author wrote is kept.
 */
export function setParam(widget: Element, name: string, value: string): void {
  keepAuthored(widget);
  for (const follower of followersOf(widget, name)) widget.removeAttribute(follower);
  widget.setAttribute(name, value);
  define(widget);
}

/** Parameters that go back to their defaults when this one changes: `data-follows` pairs them. */
export function followersOf(widget: Element, name: string): readonly string[] {
  const pairs = words(widget, "data-follows").map((pair) => pair.split(":"));
  return pairs.filter(([, followed]) => followed === name).map(([follower = ""]) => follower);
}

const words = (widget: Element, attribute: string): readonly string[] =>
  widget.getAttribute(attribute)?.split(" ").filter(Boolean) ?? [];

/** In `data-authored`: Reset goes back there. */
function keepAuthored(widget: Element): void {
  if (widget.hasAttribute("data-authored")) return;
  const authored = new URLSearchParams();
  for (const name of words(widget, "data-params")) {
    const value = widget.getAttribute(name);
    if (value !== null) authored.set(name, value);
  }
  widget.setAttribute("data-authored", authored.toString());
}

function define({ localName }: Element): void {
  if (isTag(localName)) void defineElement(localName);
}
