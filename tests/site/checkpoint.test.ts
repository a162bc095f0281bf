import assert from "node:assert/strict";
import { test } from "node:test";
import { judge } from "../../src/site/checkpoint.ts";

test("a guessed number: right, near, too low, too high", () => {
  for (const [guess, verdict] of [
    ["59", "right"],
    [" 59 ", "right"],
    ["59.0", "right"],
    ["5_9", "right"],
    ["60", "near"],
    ["54", "near"], // 10 % of 59 is 5.9
    ["64", "near"],
    ["53", "low"],
    ["65", "high"],
    ["0", "low"],
    ["-59", "low"],
    ["1e9", "high"],
  ] as const) {
    assert.equal(judge("number", guess, 59, 0.1), verdict, guess);
  }
});

test("a guess as far off as the tolerance is still near", () => {
  assert.equal(judge("number", "450,450", 500_500, 0.1), "near");
  assert.equal(judge("number", "550,550", 500_500, 0.1), "near");
  assert.equal(judge("number", "550,551", 500_500, 0.1), "high");
});

test("digits may be grouped", () => {
  for (const guess of ["327680", "327,680", "327 680", "327_680", "3.2768e5"]) {
    assert.equal(judge("number", guess, 327_680, 0.02), "right", guess);
  }
});

test("a number that rounds to the answer is right, and a percentage may be written as one", () => {
  for (const guess of ["82.2", "82.2%", "82 %", "81.6"]) {
    assert.equal(judge("number", guess, 82, 0.03), "right", guess);
  }
  assert.equal(judge("number", "82.6%", 82, 0.03), "near");
  assert.equal(judge("number", "%", 82, 0.03), "none");
});

test("an empty field is no guess", () => {
  for (const guess of ["", " ", " , "]) {
    assert.equal(judge("number", guess, 59, 0.1), "none", guess);
    assert.equal(judge("choice", guess, 59, 0), "none", guess);
  }
});

test("what is no number is not read", () => {
  for (const guess of ["many", "7x", "59 requests", "NaN", "Infinity", "1e999", "<b>59</b>"]) {
    assert.equal(judge("number", guess, 59, 0.1), "unread", guess);
    assert.equal(judge("choice", guess, 59, 0), "unread", guess);
  }
});

test("a choice is the answer or another, never near", () => {
  assert.equal(judge("choice", "0", 0, 0), "right");
  assert.equal(judge("choice", "29", 0, 0), "other");
  assert.equal(judge("choice", "15", 0, 100), "other");
});

test("nothing is near an answer of 0, nor with a tolerance of 0", () => {
  assert.equal(judge("number", "1", 0, 0.1), "high");
  assert.equal(judge("number", "58", 59, 0), "low");
});
