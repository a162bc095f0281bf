import assert from "node:assert/strict";
import { test } from "node:test";
import { meanOf, pairedDifference } from "../../src/model/paired-difference.ts";

test("mean, standard error and wins of differences worked out by hand", () => {
  // Differences 1, 2, 3, 6: mean 3, squares 4 + 1 + 0 + 9 = 14, 14 / 3 / 4 = 7 / 6.
  const { mean, standardError, wins, tasks } = pairedDifference([10, 20, 30, 40], [11, 22, 33, 46]);
  assert.equal(mean, 3);
  assert.ok(Math.abs(standardError - Math.sqrt(7 / 6)) < 1e-12);
  assert.deepEqual([wins, tasks], [4, 4]);
});

test("what all tasks share leaves no error, and a tie is no win", () => {
  assert.deepEqual(pairedDifference([1, 2, 3], [1, 2, 3]), {
    ...{ mean: 0, standardError: 0 },
    ...{ wins: 0, tasks: 3 },
  });
  const shifted = pairedDifference([1, 5, 9], [3, 7, 11]);
  assert.deepEqual([shifted.mean, shifted.standardError, shifted.wins], [2, 0, 3]);
});

test("the difference of means, and the same with signs exchanged the other way round", () => {
  const [before, after] = [
    [3.5, 8.25, 1, 9],
    [4, 8, 2.5, 9],
  ];
  const forth = pairedDifference(before, after);
  const back = pairedDifference(after, before);
  assert.ok(Math.abs(forth.mean - (meanOf(after) - meanOf(before))) < 1e-12);
  assert.equal(forth.mean, -back.mean);
  assert.ok(Math.abs(forth.standardError - back.standardError) < 1e-12);
  assert.equal(forth.wins + back.wins, 3, "one task is a tie");
});

test("lists that do not belong together are refused", () => {
  assert.throws(() => pairedDifference([1, 2], [1]), RangeError);
  assert.throws(() => pairedDifference([1], [2]), RangeError);
  assert.throws(() => meanOf([]), RangeError);
});
