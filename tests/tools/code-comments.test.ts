import assert from "node:assert/strict";
import { test } from "node:test";
import { codeComments } from "../../tools/code-comments.ts";

interface Tree {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly children?: Tree[];
  readonly properties?: Readonly<Record<string, unknown>>;
}

const listing = (text: string, tagName = "pre"): Tree => ({
  ...{ type: "element", tagName },
  children: [{ type: "element", tagName: "code", children: [{ type: "text", value: text }] }],
});

/** `<line>y = q<comment> # [D]</comment>\n</line>` */
const written = ({ value, children = [], properties }: Tree): string => {
  const name = (properties?.className as readonly string[] | undefined)?.join(" ");
  const inner = value ?? children.map(written).join("");
  return name ? `<${name}>${inner}</${name}>` : inner;
};

function marked(tree: Tree): string {
  codeComments()(tree);
  return written(tree);
}

test("comments stand apart, those beside code in a line with it", () => {
  const text = "# x: [D]\ng = n // m\nq = x @ W  # [n]\ny = q      # [D]\n";
  const parts = marked(listing(text));
  assert.equal(
    parts,
    "<comment># x: [D]\n</comment>g = n // m\n" +
      "<line>q = x @ W<comment>  # [n]</comment>\n</line>" +
      "<line>y = q<comment>      # [D]</comment>\n</line>",
  );
  assert.equal(parts.replace(/<[^>]*>/g, ""), text);
});

test("a listing without comments, and code in a sentence, stay as they are", () => {
  assert.equal(marked(listing("a = b[#c]\n")), "a = b[#c]\n");
  assert.equal(marked(listing("a # b", "p")), "a # b");
});
