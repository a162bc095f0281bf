import assert from "node:assert/strict";
import { test } from "node:test";
import { compareSeeds, spreadOf } from "../../src/measured/compare-seeds.ts";

const by = (...values: readonly number[]) => new Map(values.map((value, i) => [i + 1, value]));
const near = (value: number | null | undefined, expected: number) =>
  assert.ok(Math.abs((value ?? Number.NaN) - expected) < 1e-12, `${value} for ${expected}`);

test("a mean and its ends", () => {
  assert.deepEqual(spreadOf(by(3, 1, 2)), { mean: 2, least: 1, most: 3, seeds: 3 });
  assert.throws(() => spreadOf(new Map()), RangeError);
});

test("differences are taken seed by seed, of the seeds that both have", () => {
  const found = compareSeeds(
    new Map([
      [3, 9],
      [1, 5],
    ]),
    new Map([
      [1, 4],
      [2, 100],
      [3, 5],
    ]),
  );
  assert.ok(found);
  assert.deepEqual(
    [found.mean, found.least, found.most, found.seeds, found.wins],
    [2.5, 1, 4, 2, 2],
  );
  // Differences 1 and 4: s = 3 / √2, over √2.
  near(found.standardError, 1.5);
  assert.equal(compareSeeds(by(1), new Map([[2, 1]])), null);
});

test("clear only where the mean is larger than the differences are apart, and with three seeds", () => {
  const verdict = (...differences: readonly number[]) =>
    compareSeeds(by(...differences), by(...differences.map(() => 0)))?.verdict;
  for (const [differences, expected] of [
    [[10, 11, 12], "clear"],
    [[-10, -11, -12], "clear"],
    [[1, 2, 6], "within"], // one sign, but 5 apart around 3
    [[-1, 1, 2], "within"],
    [[0, 0, 0], "within"],
    [[10, 11], "few"],
    [[10], "few"],
  ] as const) {
    assert.equal(verdict(...differences), expected, String(differences));
  }
  assert.equal(compareSeeds(by(2), by(1))?.standardError, null);
});

test("whatever is clear has one sign", () => {
  for (let seed = 0; seed < 500; seed++) {
    const at = (i: number) => Math.sin(12.9898 * seed + 78.233 * i) * 10 + 6;
    const found = compareSeeds(by(at(1), at(2), at(3)), by(0, 0, 0));
    assert.ok(found);
    if (found.verdict === "clear") assert.ok(found.wins === 0 || found.wins === 3, `${seed}`);
  }
});
