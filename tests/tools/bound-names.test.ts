import assert from "node:assert/strict";
import { test } from "node:test";
import { boundNames } from "../../tools/bound-names.ts";

test("text is bound at any depth, code is not touched", () => {
  const text = () => ({ type: "text", value: "Llama 3 70B" });
  const [plain, deep, code] = [text(), text(), text()];
  boundNames()({
    type: "root",
    children: [
      plain,
      {
        type: "mdxJsxFlowElement",
        children: [{ type: "element", tagName: "p", children: [deep] }],
      },
      { type: "element", tagName: "code", children: [code] },
    ],
  });
  assert.deepEqual(
    [plain, deep, code].map(({ value }) => value),
    ["Llama\u00a03\u00a070B", "Llama\u00a03\u00a070B", "Llama 3 70B"],
  );
});
