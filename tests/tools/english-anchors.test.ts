import assert from "node:assert/strict";
import { test } from "node:test";
import { anchorsOf } from "../../tools/english-anchors.ts";

test("anchors come from headings of level 2 to 4, in order, and repeat with a number", () => {
  const source = [
    "---",
    'title: "x"',
    "---",
    "## What one token costs",
    "```sh",
    "## a comment",
    "```",
    "### `n_kv`, again",
    "# not this",
    "## What one token costs",
    "#### 8,192 tokens?",
  ].join("\n");
  assert.deepEqual(anchorsOf(source), [
    "what-one-token-costs",
    "n-kv-again",
    "what-one-token-costs-2",
    "8-192-tokens",
  ]);
});
