import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { naturalExp, naturalLog, wholePower } from "../../../src/model/serve/elementary.ts";
import { RandomSource } from "../../../src/model/serve/random-source.ts";

const ulps = (found: number, expected: number): number =>
  Math.abs(found - expected) / (Number.EPSILON * Math.abs(expected) || Number.EPSILON);

test("logarithm and power agree with the engine's own to the last bits", () => {
  const random = new RandomSource(1, 0);
  for (let i = 0; i < 20_000; i++) {
    const power = 1400 * random.uniform() - 700;
    assert.ok(ulps(naturalExp(power), Math.exp(power)) <= 2, `e^${power}`);
    const value = Math.exp(power);
    assert.ok(ulps(naturalLog(value), Math.log(value)) <= 2, `ln ${value}`);
    const near = 1 + (random.uniform() - 0.5) / 1000;
    assert.ok(Math.abs(naturalLog(near) - Math.log(near)) <= 1e-18 + 4e-16 * Math.abs(near - 1));
  }
  assert.equal(naturalLog(1), 0);
  assert.equal(naturalExp(0), 1);
});

test("what has no logarithm, or no room in a Number, is refused", () => {
  for (const value of [0, -1, Number.NaN, Infinity, 1e-320]) {
    assert.throws(() => naturalLog(value), RangeError);
  }
  for (const power of [701, -701, Number.NaN]) assert.throws(() => naturalExp(power), RangeError);
});

test("whole powers by squaring", () => {
  assert.equal(wholePower(3, 0), 1);
  assert.equal(wholePower(3, 13), 1_594_323);
  assert.ok(ulps(wholePower(0.97, 256), 0.97 ** 256) < 20);
});

describe("random numbers of a seed", () => {
  test("the first ones, for ever", () => {
    const random = new RandomSource(42, 1);
    const drawn = [random.uniform(), random.exponential(), random.normal(), random.gamma(0.5)];
    assert.deepEqual(
      drawn.map((value) => value.toFixed(12)),
      firstDraws,
    );
  });

  const moments = (draw: (random: RandomSource) => number) => {
    const random = new RandomSource(7, 3);
    let [sum, squares] = [0, 0];
    const count = 200_000;
    for (let i = 0; i < count; i++) {
      const value = draw(random);
      sum += value;
      squares += value * value;
    }
    const mean = sum / count;
    return { mean, variance: squares / count - mean * mean };
  };

  for (const [name, draw, mean, variance] of [
    ["uniform", (random: RandomSource) => random.uniform(), 0.5, 1 / 12],
    ["exponential", (random: RandomSource) => random.exponential(), 1, 1],
    ["normal", (random: RandomSource) => random.normal(), 0, 1],
    ["gamma 4", (random: RandomSource) => random.gamma(4), 1, 1 / 4],
    ["gamma 0.25", (random: RandomSource) => random.gamma(0.25), 1, 4],
  ] as const) {
    test(`${name} has mean ${mean} and variance ${variance}`, () => {
      const found = moments(draw);
      assert.ok(Math.abs(found.mean - mean) < 0.02, `${found.mean}`);
      assert.ok(Math.abs(found.variance - variance) < 0.03 * Math.max(1, variance * 2));
    });
  }

  test("streams of a seed, and seeds of a stream, differ", () => {
    const first = (seed: number, stream: number) => new RandomSource(seed, stream).uniform();
    const all = [1, 2, 3, 4, 5].flatMap((seed) =>
      [0, 1, 2, 3].map((stream) => first(seed, stream)),
    );
    assert.equal(new Set(all).size, all.length);
  });
});

const firstDraws = ["0.653561873871", "2.111054837670", "-1.474432873422", "2.696980969395"];
