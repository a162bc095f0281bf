import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { models } from "../../src/data/index.ts";
import { importConfig } from "../../src/model/import/config/import-config.ts";
import { ownPlanModel } from "../../src/model/plan/own-model.ts";
import { truthConfigs } from "../model/truth-configs.ts";
import { readTruth, withoutTruth } from "./truth.ts";

/** What a file says that its weights are stored in, as a plan takes it. */
function storedIn(json: unknown) {
  const imported = importConfig(json);
  const bits = imported.weightBits ?? 16;
  return ownPlanModel(imported)?.stored ?? (bits > 8.5 ? "bf16" : bits > 5 ? "fp8" : "int4");
}

describe("what models are published in", { skip: withoutTruth }, () => {
  const checkable = models.filter(({ id, name }) => id in truthConfigs && !/NVFP4/.test(name));
  for (const { id, stored = "bf16" } of checkable) {
    const file = truthConfigs[id] ?? "";
    // Somebody else's rounding of a model that is published in 16 bits.
    if (/NVFP4/.test(file)) continue;
    test(id, () => assert.equal(stored, storedIn(readTruth(`configs/${file}`, {}))));
  }
});
