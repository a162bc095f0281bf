import { bound } from "../src/site/bound.ts";

interface Node {
  readonly type: string;
  readonly tagName?: string;
  readonly children?: readonly Node[];
  value?: string;
}

/** Rehype plugin: no line ends inside "Llama 3 70B" or "80 GB". Code stays as it is written. */
export function boundNames() {
  return function visit(node: Node): void {
    if (node.tagName === "code") return;
    if (node.type === "text" && node.value) node.value = bound(node.value);
    for (const child of node.children ?? []) visit(child);
  };
}
