import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Scenario } from "../../../src/model/serve/scenario.ts";
import { steadyWindow, windowFor } from "../../../src/model/serve/steady-window.ts";
import { secondAStep } from "../../../src/model/serve/step-time.ts";

/** One place, and answers of a single token: one request a second can leave, no more. */
const oneASecond = (rate: number): Scenario => ({
  memory: { kind: "paged", slots: 1000, blockTokens: 10 },
  batching: { kind: "iteration", batch: 1, prompts: "mixed" },
  costs: secondAStep,
  workload: {
    ...{ kind: "drawn", arrivals: { kind: "fixed", rate } },
    prompt: { kind: "fixed", tokens: 5 },
    output: { kind: "fixed", tokens: 1 },
  },
});
const at = (rate: number, ttft: number) => {
  const pace = { ttft, tpot: 1 };
  const window = windowFor(rate, pace, 1);
  return { window, ...steadyWindow(oneASecond(rate), 1, pace, window) };
};

describe("a server that answers one request a second", () => {
  test("half of that: everybody is answered within a second, half of the time nobody is there", () => {
    const { kept, isSustained, ttft, outputTokens, running } = at(0.5, 2);
    assert.deepEqual([kept, isSustained, ttft], [1, true, 1]);
    assert.ok(Math.abs(outputTokens - 0.5) < 0.01 && Math.abs(running - 0.5) < 0.01);
  });

  test("a fifth more than it can: everybody is content, but the queue only grows", () => {
    const { window, kept, isSustained, ttft, outputTokens, running } = at(1.2, 60);
    assert.equal(kept, 1, "nobody has waited for a minute yet");
    assert.equal(isSustained, false);
    // Whoever comes at t is answered at 1.2 t.
    assert.ok(ttft !== null && ttft > 0.2 * window.opens && ttft < 0.2 * window.closes + 1);
    assert.ok(Math.abs(outputTokens - 1) < 0.01 && Math.abs(running - 1) < 1e-9);
  });
});

test("a window is long enough for its rate and its promise", () => {
  for (const [rate, ttft] of [
    [1 / 64, 2],
    [1, 2],
    [100, 60],
  ] as const) {
    const { opens, closes, ends } = windowFor(rate, { ttft, tpot: 0.1 }, 300);
    assert.ok(opens >= Math.max(60, 2 * ttft));
    assert.ok(closes - opens >= 120 && (closes - opens) * rate >= 200);
    assert.ok(ends - closes >= ttft);
  }
  const patience = { warmUp: 10, shortest: 20, requests: 100, longest: 50 };
  for (const [rate, seconds] of [
    [0.1, 50],
    [4, 25],
    [100, 20],
  ] as const) {
    const { opens, closes } = windowFor(rate, { ttft: 1, tpot: 0.01 }, 10, patience);
    assert.deepEqual([opens, closes - opens], [10, seconds]);
  }
});
