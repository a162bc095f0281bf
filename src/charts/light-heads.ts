/** A query head and its KV head, numbered from 1; the shape tells which pictures they are of. */
export interface LitPart {
  readonly head: number;
  readonly kv: number;
  readonly heads: number;
  readonly groups: number;
}

/** How a part stands to the head that is lit: itself or what it reads, its like, or neither. */
type Look = "rest" | "lit" | "sibling" | "other";

type Attributes = Readonly<Record<string, string | number>>;

const solid = "none";

/** By form first: thick, dashed, thin; outlined; paler. */
const looks: Readonly<Record<string, Readonly<Record<Look, Attributes>>>> = {
  line: {
    rest: { stroke: "var(--edge)", "stroke-width": 1, "stroke-dasharray": solid },
    lit: { stroke: "var(--ink)", "stroke-width": 3, "stroke-dasharray": solid },
    sibling: { stroke: "var(--ink)", "stroke-width": 1, "stroke-dasharray": "4 3" },
    other: { stroke: "var(--rule)", "stroke-width": 1, "stroke-dasharray": solid },
  },
  q: cell("var(--q)"),
  k: cell("var(--k)"),
  v: cell("var(--v)"),
  // So narrow that an outline is only for the one that is lit.
  solid: cell("none", 1.5),
  row: {
    rest: { fill: "none" },
    lit: { fill: "var(--mark-band)" },
    sibling: { fill: "none" },
    other: { fill: "none" },
  },
  // Shown for the lit head alone.
  pointer: only("lit"),
  bracket: only("lit"),
};

function cell(stroke: string, litWidth = 2.5): Readonly<Record<Look, Attributes>> {
  const plain = { stroke, "stroke-width": 1 };
  return {
    rest: plain,
    lit: { stroke: "var(--ink)", "stroke-width": litWidth },
    sibling: plain,
    other: plain,
  };
}

function only(shown: Look): Readonly<Record<Look, Attributes>> {
  const [on, off] = [{ visibility: "visible" }, { visibility: "hidden" }];
  const look = (name: Look) => (name === shown ? on : off);
  return { rest: off, lit: look("lit"), sibling: look("sibling"), other: look("other") };
}

/**
 * Lights a query head in a picture whose parts say in `data-part`, `data-head` and `data-kv` what
 * they are; `null` lights none, and so does a head of another shape than the picture's.
 */
export function lightHeads(svg: Element, lit: LitPart | null): void {
  const same =
    lit !== null &&
    svg.getAttribute("data-heads") === String(lit.heads) &&
    svg.getAttribute("data-groups") === String(lit.groups);
  for (const part of svg.querySelectorAll("[data-part]")) {
    const look = same ? lookOf(part, lit) : "rest";
    const set = looks[part.getAttribute("data-part") ?? ""]?.[look] ?? {};
    for (const [name, value] of Object.entries(set)) part.setAttribute(name, String(value));
  }
}

function lookOf(part: Element, { head, kv }: LitPart): Look {
  if (part.getAttribute("data-kv") !== String(kv)) return "other";
  const own = part.getAttribute("data-head");
  return own === null || own === String(head) ? "lit" : "sibling";
}
