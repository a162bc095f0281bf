import { readFileSync } from "node:fs";

interface Node {
  readonly type: string;
  readonly tagName?: string;
  readonly children?: readonly Node[];
  properties?: Record<string, unknown>;
}

/** Headings of a Markdown source in order, as anchors; what stands inside a code fence is skipped. */
export function anchorsOf(source: string): readonly string[] {
  const prose = source.replace(/^---\n.*?\n---\n/s, "").replace(/^```.*?^```/gms, "");
  const seen = new Map<string, number>();
  return [...prose.matchAll(/^#{2,4} +(.+)$/gm)].map(([, text = ""]) => {
    const anchor = text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "");
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times + 1}`;
  });
}

function* headingsIn(node: Node): Generator<Node> {
  if (/^h[2-4]$/.test(node.tagName ?? "")) yield node;
  for (const child of node.children ?? []) yield* headingsIn(child);
}

/**
 * Rehype plugin: gives the headings of a Korean page the anchors of its English twin. A link into
 * a page then survives the language switch, and a Korean one stays readable when it is pasted.
 */
export function englishAnchors() {
  return (tree: Node, file: { readonly path?: string }) => {
    const english = file.path?.replace(/\/content\/ko\//, "/content/en/");
    if (!english) return;
    const anchors = anchorsOf(readFileSync(english, "utf8"));
    let index = 0;
    for (const heading of headingsIn(tree)) {
      const id = anchors[index++];
      if (id) heading.properties = { ...heading.properties, id };
    }
  };
}
