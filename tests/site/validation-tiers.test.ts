import assert from "node:assert/strict";
import { test } from "node:test";
import { modelById } from "../../src/data/index.ts";
import type { CapacityStart } from "../../src/model/validation/logged-start.ts";
import { validatedRows } from "../../src/site/validation-row.ts";
import { cacheRatio, tierRows, tiersOf } from "../../src/site/validation-tiers.ts";

const start = (rest: Pick<CapacityStart, "readAs" | "settings" | "printed">): CapacityStart => ({
  engine: "vllm",
  ...rest,
});

// Requests at once: all layers full, no engine, the engine's rules; as an independent derivation
// has them from the same logs. For Qwen3-Next it has 14.69 without an engine, with states in fp32;
// the log's blocks of 544 tokens are those of states in bf16.
const cases: readonly {
  readonly id: string;
  readonly naive: string;
  readonly ideal: string;
  readonly ours: string;
  readonly given: CapacityStart;
}[] = [
  {
    ...{ id: "gemma-3-27b", naive: "56.7", ideal: "152.8", ours: "50.05" },
    given: start({
      readAs: "vllm@0.12",
      settings: { maxModelLen: 4096 },
      printed: { availableGiB: 109.86, concurrency: 50.05 },
    }),
  },
  {
    ...{ id: "gpt-oss-120b", naive: "161.1", ideal: "319.8", ours: "284.25" },
    given: start({
      readAs: "vllm@0.10.1.1",
      settings: { tp: 4, maxModelLen: 16_384, maxBatchedTokens: 2048 },
      printed: { availableGiB: 45.32, kvTokens: 2_640_144, concurrency: 284.25 },
    }),
  },
  {
    ...{ id: "qwen3-next-80b-a3b", naive: "3.7", ideal: "14.8", ours: "14.77" },
    given: start({
      readAs: "vllm@0.11",
      settings: { tp: 2, maxModelLen: 262_144 },
      printed: { blocks: 7162, concurrency: 14.77 },
    }),
  },
];

for (const { id, naive, ideal, ours, given } of cases) {
  test(`${id}: ${naive}, ${ideal} and ${ours} requests`, () => {
    const tiers = tiersOf(given, modelById(id));
    assert.ok(tiers);
    assert.equal(tiers.naive.toFixed(1), naive);
    assert.equal(tiers.ideal.toFixed(1), ideal);
    assert.equal(tiers.ours.toFixed(2), ours);
  });
}

test("the published starts: ours is what was printed, the others are far off somewhere", () => {
  const rows = tierRows(validatedRows);
  assert.ok(rows.length >= 10);
  for (const { validated, tiers } of rows) {
    assert.ok(Math.abs(cacheRatio(tiers, tiers.ours) - 1) < 0.01, validated.row.id);
  }
  const most = (tier: "naive" | "ideal") =>
    Math.max(...rows.map(({ tiers }) => Math.abs(Math.log(cacheRatio(tiers, tiers[tier])))));
  assert.ok(most("naive") > Math.log(50) && most("ideal") > Math.log(5));
});

test("fewer that fit is a larger cache, and fewer MiB a smaller one", () => {
  const fits = { quantity: "concurrency", printed: 100, naive: 0, ideal: 0, ours: 0 } as const;
  assert.equal(cacheRatio(fits, 50), 2);
  assert.equal(cacheRatio({ ...fits, quantity: "totalMib" }, 50), 0.5);
});
