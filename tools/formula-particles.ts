interface Node {
  readonly type: string;
  readonly tagName?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
  value?: string;
}

/** What follows a formula without a space and is read with it: 는, 에서, 바이트예요. */
const particle = /^\p{L}+[^\s\p{L}]*/u;

/**
 * Rehype plugin, after KaTeX: a Korean particle stays on the line where its formula ends. Browsers
 * break after a formula as they do after a picture, and no character there forbids it. A long formula
 * may still be broken inside.
 */
export function formulaParticles() {
  return function visit(node: Node): void {
    if (!node.children) return;
    node.children = node.children.flatMap((child, i, all) => {
      const next = all[i + 1];
      if (!hasClass(child, "katex")) {
        visit(child);
        return child;
      }
      const said = next?.type === "text" ? particle.exec(next.value ?? "")?.[0] : undefined;
      if (!next?.value || !said) return child;
      next.value = next.value.slice(said.length);
      const [start, end] = cut(child);
      return [...start, span("joined", [end, { type: "text", value: said }])];
    });
  };
}

/** The last piece of a formula that browsers keep on one line, and what comes before it. */
function cut(formula: Node): [start: readonly Node[], end: Node] {
  const visible = formula.children?.find((part) => hasClass(part, "katex-html"));
  const pieces = visible?.children ?? [];
  const last = pieces.at(-1);
  if (!visible || !last || pieces.length === 1) return [[], formula];
  visible.children = pieces.slice(0, -1);
  return [[formula], { ...formula, children: [{ ...visible, children: [last] }] }];
}

const span = (name: string, children: Node[]): Node => ({
  type: "element",
  tagName: "span",
  properties: { className: [name] },
  children,
});

function hasClass({ properties }: Node, name: string): boolean {
  const classes = properties?.className;
  return Array.isArray(classes) && classes.includes(name);
}
