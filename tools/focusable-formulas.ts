interface Node {
  readonly tagName?: string;
  readonly children?: readonly Node[];
  properties?: Record<string, unknown>;
}

/**
 * Rehype plugin, after KaTeX: a display formula scrolls sideways on a narrow screen, so the keyboard
 * must reach it. KaTeX's own markup inside stays as it is.
 */
export function focusableFormulas() {
  return function visit(node: Node): void {
    const classes = node.properties?.className;
    if (Array.isArray(classes) && classes.includes("katex-display")) {
      node.properties = { ...node.properties, tabIndex: 0, role: "group" };
      return;
    }
    for (const child of node.children ?? []) visit(child);
  };
}
