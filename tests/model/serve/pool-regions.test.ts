import assert from "node:assert/strict";
import { test } from "node:test";
import { poolFrames } from "../../../src/model/serve/pool-frames.ts";
import { poolRegions, readersOf } from "../../../src/model/serve/pool-regions.ts";
import { usageNames } from "../../../src/model/serve/pool-usage.ts";
import type { Scenario } from "../../../src/model/serve/scenario.ts";
import { ScenarioError } from "../../../src/model/serve/scenario-error.ts";
import { simulate } from "../../../src/model/serve/simulate.ts";
import { secondAStep } from "../../../src/model/serve/step-time.ts";
import { randomScenario } from "./random-scenario.ts";

const times = Array.from({ length: 12 }, (_, i) => i * 0.3);

const framesOf = (scenario: Scenario, seed: number) => {
  try {
    return poolFrames(scenario, seed, times);
  } catch (error) {
    assert.ok(error instanceof ScenarioError);
    return null;
  }
};

test("2,000 small scenarios: regions cover the pool once, and sum to what the memory reports", () => {
  const seen = new Set<string>();
  let shared = 0;
  for (let seed = 1; seed <= 2000; seed++) {
    const scenario = randomScenario(seed);
    const { memory } = scenario;
    const found = framesOf(scenario, seed);
    if (!found) continue;
    assert.equal(
      found.outcome.checksum,
      simulate(scenario, seed).checksum,
      "looking changes nothing",
    );
    const blockTokens = memory.kind === "paged" ? memory.blockTokens : null;
    for (const frame of found.frames) {
      const regions = poolRegions(frame, { slots: memory.slots, blockTokens });
      const sums = new Map<string, number>();
      let at = 0;
      for (const { state, from, to } of regions) {
        assert.equal(from, at, `seed ${seed}`);
        assert.ok(to > from);
        at = to;
        seen.add(`${memory.kind} ${state}`);
        sums.set(state, (sums.get(state) ?? 0) + to - from);
      }
      assert.equal(at, memory.slots);
      for (const name of usageNames) {
        const [ours, theirs] = [sums.get(name) ?? 0, frame.usage[name]];
        assert.ok(Math.abs(ours - theirs) < 1e-6, `seed ${seed}: ${name} ${ours}, not ${theirs}`);
      }
      shared += [...readersOf(frame).values()].filter((readers) => readers > 1).length;
    }
  }
  assert.equal(seen.size, 11, [...seen].join(", "));
  assert.ok(shared > 100, "blocks were shared");
});

test("four requests of the smallest kind, slot by slot", () => {
  const request = (id: number) => ({ id, arrival: 0, promptTokens: 3, outputTokens: 3 });
  const { frames } = poolFrames(
    {
      memory: { kind: "contiguous", slots: 16, reservation: "max", maxTokens: 7 },
      batching: { kind: "iteration", batch: 8, prompts: "mixed" },
      costs: secondAStep,
      workload: { kind: "trace", requests: [0, 1, 2, 3].map(request) },
    },
    1,
    [0, 1, 2, 3],
  );
  const drawn = (step: number) => {
    const frame = frames[step];
    assert.ok(frame);
    return poolRegions(frame, { slots: 16, blockTokens: null })
      .map(({ state, from, to, request: id }) => `${id ?? "-"} ${state} ${from}-${to}`)
      .join(", ");
  };
  const piece = (id: number, at: number, filled: number) =>
    `${id} tokens ${at}-${at + filled}, ${id} reserved ${at + filled}-${at + 6}, ` +
    `${id} internal ${at + 6}-${at + 7}, ${id} external ${at + 7}-${at + 8}`;
  assert.equal(drawn(0), `${piece(0, 0, 3)}, ${piece(1, 8, 3)}`);
  assert.equal(drawn(2), `${piece(0, 0, 5)}, ${piece(1, 8, 5)}`);
  assert.equal(drawn(3), `${piece(2, 0, 3)}, ${piece(3, 8, 3)}`);
  assert.deepEqual(
    frames.map(({ waiting, finished }) => [waiting, finished]),
    [
      [2, 0],
      [2, 0],
      [2, 0],
      [0, 2],
    ],
  );
});
