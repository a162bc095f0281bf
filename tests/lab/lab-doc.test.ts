import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { ShippedModel } from "../../src/lab/shipped-model.ts";
import shipped from "../../src/lab/shipped-models.json" with { type: "json" };
import family from "../../src/measured/lab/family.json" with { type: "json" };
import formats from "../../src/measured/lab/formats.json" with { type: "json" };
import upcycling from "../../src/measured/lab/upcycling.json" with { type: "json" };
import type { FamilyRun, FormatScore, UpcyclingRun } from "../../src/measured/lab-runs.ts";
import { labTables, withTables } from "../../tools/lab/lab-tables.ts";

const document = readFileSync(path.join(import.meta.dirname, "../../docs/lab.md"), "utf8");

test("the tables of docs/lab.md are those of what was measured", () => {
  const tables = labTables({
    family: family as unknown as readonly FamilyRun[],
    upcycling: upcycling as unknown as readonly UpcyclingRun[],
    shipped: shipped as readonly ShippedModel[],
    formats: formats as unknown as readonly FormatScore[],
  });
  assert.equal(withTables(document, tables), document, "npm run train -- --publish");
  for (const name of Object.keys(tables)) assert.ok(document.includes(`<!-- ${name} -->`), name);
});

test("a mean by hand", () => {
  const mha = (family as unknown as readonly FamilyRun[]).filter(
    (run) => run.task === "recall" && run.variant === "mha",
  );
  const mean = mha.reduce((sum, { accuracy }) => sum + accuracy, 0) / mha.length;
  assert.match(document, new RegExp(`\\| MHA \\| 128 \\| 160064 \\| ${(100 * mean).toFixed(2)} %`));
});
