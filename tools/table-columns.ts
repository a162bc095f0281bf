interface Node {
  readonly type: string;
  readonly value?: string;
  tagName?: string;
  readonly children?: readonly Node[];
  properties?: Record<string, unknown>;
}

/** "59", "2.68 GB", "−20 %", "327,680": a number, with a sign before it and a unit after it. */
const numeric = /^[-−+±≈×]?\s?\d[\d,.]*(?:\s?[^\s\d]{1,8}){0,2}$/;

export function isNumeric(text: string): boolean {
  return numeric.test(text.trim());
}

/** Text outside formulas: assistive programs do not name a row by a formula alone. */
function textOf(node: Node): string {
  const classes = node.properties?.className;
  if (Array.isArray(classes) && classes.includes("katex")) return "";
  return node.value ?? (node.children ?? []).map((child) => textOf(child)).join("");
}

function* all(node: Node, ...tags: readonly string[]): Generator<Node> {
  if (node.tagName && tags.includes(node.tagName)) yield node;
  for (const child of node.children ?? []) yield* all(child, ...tags);
}

/**
 * Rehype plugin: names the rows of a Markdown table by their first cell, and lines up at the right
 * the columns that hold numbers only.
 */
export function tableColumns() {
  return (tree: Node) => {
    for (const table of all(tree, "table")) {
      const rows = [...all(table, "tr")].map((row) => [...all(row, "th", "td")]);
      const [head = [], ...body] = rows;
      head.forEach((heading, column) => {
        const cells = body.flatMap((row) => row[column] ?? []);
        const isNumber = column > 0 && cells.every((cell) => isNumeric(textOf(cell)));
        for (const cell of isNumber ? [heading, ...cells] : []) {
          cell.properties = { ...cell.properties, className: ["num"] };
        }
        heading.properties = { ...heading.properties, scope: "col" };
      });
      const names = body.flatMap((row) => row[0] ?? []);
      if (!names.every((cell) => textOf(cell).trim())) continue;
      for (const first of names) {
        first.tagName = "th";
        first.properties = { ...first.properties, scope: "row" };
      }
    }
  };
}
