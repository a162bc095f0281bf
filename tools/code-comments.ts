interface Node {
  readonly type: string;
  readonly tagName?: string;
  value?: string;
  children?: Node[];
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** A line that is a comment, or that ends in one; no string of ours holds " #". */
const commented = /^(?:#.*|(.*?)( +#.*))$/;

/**
 * Rehype plugin: comments of a listing in elements of their own. One beside code shares a `line` with
 * it, so that it can go under its code where there is no room.
 */
export function codeComments() {
  return function visit(node: Node, inPre = false): void {
    if (inPre && node.tagName === "code") node.children = node.children?.flatMap(parted);
    for (const child of node.children ?? []) visit(child, node.tagName === "pre");
  };
}

function parted(node: Node): Node[] {
  const lines = node.value?.split(/(?<=\n)/) ?? [];
  if (!lines.some((line) => commented.test(line.trimEnd()))) return [node];
  return lines.map((line) => {
    const text = line.trimEnd();
    const end = line.slice(text.length);
    const [found, code = "", comment = ""] = commented.exec(text) ?? [];
    if (found === undefined) return textNode(line);
    if (comment === "") return span(["comment"], [textNode(line)]);
    const beside = span(["comment"], [textNode(comment)]);
    return span(["line"], [textNode(code), beside, textNode(end)]);
  });
}

const textNode = (value: string): Node => ({ type: "text", value });

const span = (className: readonly string[], children: Node[]): Node => ({
  ...{ type: "element", tagName: "span", properties: { className } },
  children,
});
