import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  optOnA100,
  type PublishedMemory,
  publishedScenario,
  publishedShares,
} from "../../../src/model/serve/published.ts";
import { type Outcome, simulate } from "../../../src/model/serve/simulate.ts";

const seeds = [1, 2, 3, 4, 5];
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const runs = new Map<string, readonly Outcome[]>();

function outcomes(memory: PublishedMemory, lengths: "shareGpt" | "alpaca"): readonly Outcome[] {
  const key = `${memory} ${lengths}`;
  const known = runs.get(key);
  if (known) return known;
  const [rate, seconds] = lengths === "shareGpt" ? [2, 1800] : [30, 600];
  const found = seeds.map((seed) =>
    simulate(publishedScenario(memory, lengths, rate, seconds), seed),
  );
  runs.set(key, found);
  return found;
}

test("the slots of the paper's table 1", () => {
  assert.equal(optOnA100.slots, 15_728);
});

/** https://arxiv.org/abs/2309.06180, figure 2: tokens, reserved, internal, external; in percent. */
describe("figure 2, over five seeds", () => {
  for (const [memory, within] of [
    ["max", 2],
    ["pow2", 7],
    ["oracle", 2],
  ] as const) {
    test(`${memory}: each bar within ${within} points`, () => {
      const shares = outcomes(memory, "shareGpt").map(({ usageWhileWaiting }) => usageWhileWaiting);
      for (const name of ["tokens", "reserved", "internal", "external"] as const) {
        const found = 100 * mean(shares.map((share) => share?.[name] ?? Number.NaN));
        const expected = publishedShares[memory][name];
        assert.ok(Math.abs(found - expected) <= within, `${name}: ${found}`);
      }
    });
  }

  test("vLLM: at least 95 % of the blocks given out hold tokens", () => {
    const shares = outcomes("vllm", "shareGpt").map(({ usage }) =>
      usage ? usage.tokens / (1 - usage.free) : 0,
    );
    assert.ok(mean(shares) >= 0.95, `${mean(shares)}`);
  });
});

/** Figure 13; vLLM's two bars are what the overheads were fitted to, and no evidence. */
describe("figure 13: requests in a batch, within a tenth", () => {
  for (const [lengths, bars] of [
    ["shareGpt", { max: 7.0, pow2: 9.81, oracle: 13.62, vllm: 30.42 }],
    ["alpaca", { max: 7.0, pow2: 43.24, oracle: 72.75, vllm: 132.44 }],
  ] as const) {
    for (const [memory, bar] of Object.entries(bars)) {
      test(`${lengths}, ${memory}: ${bar}`, () => {
        const found = mean(
          outcomes(memory as PublishedMemory, lengths).map(({ running }) => running),
        );
        assert.ok(Math.abs(found / bar - 1) <= 0.1, `${found}`);
      });
    }
  }
});

/** Section 6.2: 1.7 to 2.7 times the rate of Orca (Oracle), 2.7 to 8 times that of Orca (Max). */
test("figure 12: the rates that are sustained stand in the paper's ratios", () => {
  const sustained = (memory: PublishedMemory): number => {
    let best = 0;
    for (let rate = 0.2; rate < 3; rate += 0.05) {
      const latency = mean(
        seeds
          .map((seed) => simulate(publishedScenario(memory, "shareGpt", rate, 900), seed))
          .map(({ normalized }) => normalized.mean),
      );
      if (latency >= 0.2) return best;
      best = rate;
    }
    return best;
  };
  const vllm = sustained("vllm");
  const [oracle, max] = [vllm / sustained("oracle"), vllm / sustained("max")];
  assert.ok(oracle >= 1.7 && oracle <= 2.7, `Oracle: ${oracle}`);
  assert.ok(max >= 2.7 && max <= 8, `Max: ${max}`);
});
