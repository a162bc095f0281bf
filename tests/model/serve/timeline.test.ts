import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeModelOf } from "../../../src/data/decode-model-of.ts";
import { modelById, modelIds } from "../../../src/data/index.ts";
import { cacheFormat } from "../../../src/model/formats.ts";
import { decodeStep, type Roofline } from "../../../src/model/roofline.ts";
import type { Scenario } from "../../../src/model/serve/scenario.ts";
import { ScenarioError } from "../../../src/model/serve/scenario-error.ts";
import { serviceCosts } from "../../../src/model/serve/service-costs.ts";
import { simulate } from "../../../src/model/serve/simulate.ts";
import { secondAStep, stepTimer } from "../../../src/model/serve/step-time.ts";
import { type Timeline, timeline } from "../../../src/model/serve/timeline.ts";
import { randomScenario } from "./random-scenario.ts";

const lineOf = (scenario: Scenario, seed: number): Timeline | null => {
  try {
    return timeline(scenario, seed);
  } catch (error) {
    assert.ok(error instanceof ScenarioError);
    return null;
  }
};

test("1,500 small scenarios: places hold one at a time, no more than the batch, and users are all told", () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= 1500; seed++) {
    const scenario = randomScenario(seed);
    const line = lineOf(scenario, seed);
    if (!line) continue;
    const { outcome, bars, served } = line;
    assert.equal(outcome.checksum, simulate(scenario, seed).checksum, "looking changes nothing");
    const ends: number[] = [];
    for (const { place, state, from, to } of bars) {
      seen.add(state);
      assert.ok(to > from && from >= (ends[place] ?? 0) - 1e-12, `seed ${seed}`);
      ends[place] = to;
    }
    const samples = (scenario.workload.kind === "drawn" && scenario.workload.samples) || 1;
    if (samples === 1) assert.ok(ends.length <= scenario.batching.batch);
    assert.equal(served.length, outcome.counts.finish);
    const ttft = served.reduce((sum, user) => sum + user.firstToken - user.arrival, 0);
    const mean = ttft / served.length;
    const told = outcome.ttft.mean;
    assert.ok(
      served.length === 0 || Math.abs(mean - told) <= 1e-9 * (1 + mean),
      `seed ${seed}: ${mean}`,
    );
    for (const { firstToken, finished, longestPause } of served) {
      assert.ok(
        firstToken <= finished &&
          longestPause >= 0 &&
          longestPause <= finished - firstToken + 1e-12,
      );
    }
  }
  assert.deepEqual([...seen].sort(), ["decode", "held", "prompt", "stalled"]);
});

describe("three requests in two places, a second a step", () => {
  const scenario = (batching: Scenario["batching"]): Scenario => ({
    memory: { kind: "paged", slots: 1000, blockTokens: 10 },
    batching,
    costs: secondAStep,
    workload: {
      kind: "trace",
      requests: [4, 1, 2].map((outputTokens, id) => ({
        id,
        arrival: 0,
        promptTokens: 2,
        outputTokens,
      })),
    },
  });
  const drawn = ({ bars }: Timeline) =>
    bars.map(({ place, request, state, from, to }) => `${place}:${request} ${state} ${from}-${to}`);

  test("static: the second keeps its place, the third waits for the first", () => {
    const line = timeline(scenario({ kind: "static", batch: 2 }), 1);
    assert.deepEqual(drawn(line), [
      ...["0:0 prompt 0-1", "1:1 prompt 0-1", "0:0 decode 1-4", "1:1 held 1-4"],
      ...["0:2 prompt 4-5", "0:2 decode 5-6"],
    ]);
    assert.deepEqual(
      line.served.map(({ request, finished }) => [request, finished]),
      [
        [1, 1],
        [0, 4],
        [2, 6],
      ],
    );
  });

  test("static: beside a prompt of four, one of two is padding half the time", () => {
    const line = timeline(
      {
        ...scenario({ kind: "static", batch: 2 }),
        workload: {
          kind: "trace",
          requests: [4, 2].map((promptTokens, id) => ({
            ...{ id, arrival: 0, promptTokens, outputTokens: 1 },
          })),
        },
      },
      1,
    );
    assert.deepEqual(drawn(line), ["0:0 prompt 0-1", "1:1 prompt 0-0.5", "1:1 held 0.5-1"]);
  });

  test("prompts first: the third comes in at once, and the first stands still for its prompt", () => {
    const line = timeline(scenario({ kind: "iteration", batch: 2, prompts: "first" }), 1);
    assert.deepEqual(drawn(line), [
      ...["0:0 prompt 0-1", "1:1 prompt 0-1", "0:0 stalled 1-2", "1:2 prompt 1-2"],
      ...["0:0 decode 2-5", "1:2 decode 2-3"],
    ]);
    assert.deepEqual(
      line.served.map(({ longestPause }) => longestPause),
      [0, 1, 2],
    );
  });
});

test("a step costs what the roofline says, for every model of full attention, alone and together", () => {
  const gpus: Roofline = {
    ...{ count: 4, bytesPerSecond: 3.35e12, flopsPerSecond: 989e12 },
    ...{ memoryUtilization: 0.7, flopsUtilization: 0.5 },
  };
  let compared = 0;
  for (const id of modelIds) {
    const entry = modelById(id);
    const isFull = entry.layers.every(
      ({ layer }) => layer.kind === "heads" && !layer.windowTokens && !layer.chunkTokens,
    );
    if (!isFull || entry.nHeads === null) continue;
    const model = decodeModelOf(entry);
    const stored = { cache: cacheFormat("bf16"), weights: "bf16" } as const;
    const none = { secondsPerStep: 0, secondsPerSequence: 0 };
    const seconds = stepTimer(serviceCosts(model, gpus, { ...stored, tokens: 3000, ...none }));
    for (const [batch, tokens] of [
      [1, 100],
      [32, 8192],
      [300, 500],
    ] as const) {
      const step = seconds({
        tokens: batch,
        sequences: batch,
        read: batch * tokens,
        pairs: batch * tokens,
      });
      const expected = decodeStep(model, gpus, { batch, tokens, ...stored });
      assert.ok(Math.abs(step.seconds / expected.seconds - 1) < 1e-6, `${id} ${batch} ${tokens}`);
      assert.equal(step.bound, expected.bound);
    }
    compared++;
  }
  assert.ok(compared >= 5, `${compared}`);
});
