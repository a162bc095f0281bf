import assert from "node:assert/strict";
import { test } from "node:test";
import { spread } from "../../src/charts/spread.ts";
import { seededRandom } from "../widgets/every-widget.ts";

test("labels that have room stay where they are", () => {
  assert.deepEqual(spread([10, 40, 80], 14), [10, 40, 80]);
  assert.deepEqual(spread([], 14), []);
});

test("labels that meet move down, by no more than they must", () => {
  assert.deepEqual(spread([10, 12], 14), [10, 24]);
  assert.deepEqual(spread([12, 10], 14), [24, 10]);
  assert.deepEqual(spread([10, 10, 10], 14), [10, 24, 38]);
});

test("at the bottom they move up instead", () => {
  assert.deepEqual(spread([95, 99], 14, 100), [86, 100]);
  assert.deepEqual(spread([50, 120], 14, 100), [50, 100]);
});

test("whatever the positions, order is kept and neighbours are a gap apart", () => {
  const random = seededRandom(11);
  for (let i = 0; i < 300; i++) {
    const positions = Array.from({ length: 1 + Math.floor(random() * 6) }, () => random() * 100);
    const placed = spread(positions, 14, 90);
    const order = positions.map((_, j) => j).sort((a, b) => at(positions, a) - at(positions, b));
    for (const [j, here] of order.entries()) {
      assert.ok(at(placed, here) <= 90);
      const before = order[j - 1];
      if (before !== undefined) assert.ok(at(placed, here) - at(placed, before) >= 14 - 1e-9);
    }
  }
});

const at = (list: readonly number[], index: number): number => list[index] ?? Number.NaN;
