/**
 * Makes a drawing a figure: one role and one name for the whole picture (Plot labels its groups,
 * which ARIA does not allow without a role), sized by its container, in the page's ink.
 */
export function figure(svg: SVGSVGElement, label: string): SVGSVGElement {
  for (const name of ["aria-label", "aria-description"]) {
    for (const group of svg.querySelectorAll(`[${name}]`)) group.removeAttribute(name);
  }
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  svg.setAttribute("class", `${svg.getAttribute("class") ?? ""} fig`.trim());
  svg.setAttribute("font-family", "var(--sans)");
  svg.setAttribute("fill", "var(--ink)");
  svg.setAttribute("color", "var(--ink)");
  return svg;
}

type Attributes = Readonly<Record<string, string | number>>;

/** An SVG element of the given document, with its children. */
export function node(
  document: Document,
  name: string,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/** An empty picture of the given size. */
export function canvas(document: Document, width: number, height: number): SVGSVGElement {
  const box = { width, height, viewBox: `0 0 ${width} ${height}`, "font-size": 12 };
  return node(document, "svg", box) as SVGSVGElement;
}
