import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gpuIds, modelIds } from "../../src/data/index.ts";
import { wholeCacheParam } from "../../src/widgets/shared-params.ts";
import { attributeTable, idList } from "./attribute-table.ts";
import { widgets } from "./every-widget.ts";

const doc = readFileSync(new URL("../../docs/embedding.md", import.meta.url), "utf8");

for (const widget of widgets) {
  test(`docs/embedding.md lists the attributes of ${widget.tag} as they are`, () => {
    const [, section = ""] = doc.split(`\n### \`${widget.tag}\`\n\n`);
    const [table] = section.split("\n\n");
    assert.equal(table, attributeTable(widget));
  });
}

test("docs/embedding.md lists every model, GPU and format", () => {
  for (const ids of [modelIds, gpuIds, wholeCacheParam.options])
    assert.ok(doc.includes(`\n${idList(ids)}.\n`), idList(ids));
});
