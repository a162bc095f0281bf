import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { EngineEvent } from "../../../src/model/serve/engine.ts";
import { usageNames } from "../../../src/model/serve/pool-usage.ts";
import type { Sequence } from "../../../src/model/serve/request.ts";
import type { Scenario } from "../../../src/model/serve/scenario.ts";
import { ScenarioError } from "../../../src/model/serve/scenario-error.ts";
import { type Outcome, simulate, type Watch } from "../../../src/model/serve/simulate.ts";
import { randomScenario } from "./random-scenario.ts";

/** Watches that a pool is never more or less than itself, and that nobody is lost. */
function guarded(scenario: Scenario, seed: number): Outcome {
  const there = new Set<Sequence>();
  let [before, tokens] = [0, 0];
  const watch: Watch = {
    event(kind, sequence) {
      if (kind === "arrive") there.add(sequence);
      if (["turn-away", "too-long", "give-up", "finish"].includes(kind)) there.delete(sequence);
      if (kind === "finish") {
        assert.equal(sequence.generated, sequence.request.outputTokens);
        tokens += sequence.generated;
      }
    },
    step(engine, now, duration) {
      assert.ok(now >= before && duration > 0 && Number.isFinite(duration));
      before = now;
      const usage = engine.memory.usage(engine.running, engine.waiting.length > 0);
      let sum = 0;
      for (const name of usageNames) {
        assert.ok(usage[name] >= -1e-9, `${name}: ${usage[name]}`);
        sum += usage[name];
      }
      assert.ok(Math.abs(sum - engine.memory.slots) < 1e-6, `${sum} of ${engine.memory.slots}`);
      const held = new Map<number, number>();
      for (const { blocks } of engine.running) {
        for (const block of blocks) held.set(block, (held.get(block) ?? 0) + 1);
      }
      const pool = (engine.memory as { pool?: { referencesOf(block: number): number } }).pool;
      for (const [block, readers] of held) assert.equal(pool?.referencesOf(block), readers);
      for (const sequence of engine.planned) {
        assert.ok(sequence.planned > 0 && sequence.computed + sequence.planned <= sequence.known);
      }
    },
  };
  const outcome = simulate(scenario, seed, watch);
  assert.equal(outcome.tokens.output, tokens);
  const { counts } = outcome;
  const samples = (scenario.workload.kind === "drawn" && scenario.workload.samples) || 1;
  if (samples === 1) {
    const ended = counts.finish + counts["turn-away"] + counts["too-long"] + counts["give-up"];
    assert.equal(counts.arrive, ended + outcome.unfinished);
    if (outcome.unfinished === 0) assert.equal(there.size, 0);
  }
  if (scenario.drain !== false) assert.equal(outcome.unfinished, 0, "all are served in the end");
  return outcome;
}

test("10,000 small scenarios of every kind: nothing is lost, held twice, or more than there is", () => {
  const seen = new Set<EngineEvent>();
  for (let seed = 1; seed <= 10_000; seed++) {
    try {
      const { counts } = guarded(randomScenario(seed), seed);
      for (const [kind, count] of Object.entries(counts)) {
        if (count > 0) seen.add(kind as EngineEvent);
      }
    } catch (error) {
      throw new Error(`scenario ${seed}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  }
  assert.equal(seen.size, 10, `every event happens: ${[...seen]}`);
});

test("a run is its scenario and seed, and nothing else", () => {
  for (let seed = 1; seed <= 50; seed++) {
    assert.equal(
      simulate(randomScenario(seed), seed).checksum,
      simulate(randomScenario(seed), seed).checksum,
    );
  }
  assert.notEqual(simulate(plain(), 1).checksum, simulate(plain(), 2).checksum);
});

function plain(changes: Partial<Scenario> = {}): Scenario {
  return {
    memory: { kind: "paged", slots: 4096, blockTokens: 16 },
    batching: { kind: "chunked", batch: 64, budget: 512 },
    costs: {
      ...{ weightBytes: 1e9, kvBytesPerToken: 1e5, flopsPerToken: 2e9, flopsPerPair: 0 },
      ...{ bytesPerSecond: 1e12, flopsPerSecond: 1e14, secondsPerStep: 0, secondsPerSequence: 0 },
    },
    workload: {
      ...{ kind: "drawn", arrivals: { kind: "poisson", rate: 5 } },
      ...{ prompt: { kind: "fixed", tokens: 100 }, output: { kind: "fixed", tokens: 11 } },
    },
    seconds: 20,
    ...changes,
  };
}

describe("times, by hand", () => {
  const alone = plain({
    workload: {
      ...{ kind: "drawn", arrivals: { kind: "burst", requests: 1 } },
      ...{ prompt: { kind: "fixed", tokens: 100 }, output: { kind: "fixed", tokens: 11 } },
    },
  });
  // A prompt of 100: 100 × 2 GFLOP at 100 TFLOP/s; then (1 GB + tokens × 0.1 MB) at 1 TB/s.
  const prompt = 0.002;
  const step = (tokens: number) => (1e9 + tokens * 1e5) / 1e12;
  const rest = Array.from({ length: 10 }, (_, i) => step(101 + i)).reduce((sum, s) => sum + s, 0);

  test("one request: TTFT is its prompt, TPOT the mean of its steps", () => {
    const { ttft, tpot, itl, latency, normalized, steps } = simulate(alone, 1);
    assert.equal(steps, 11);
    assert.ok(Math.abs(ttft.mean - prompt) < 1e-12);
    assert.ok(Math.abs(tpot.mean - rest / 10) < 1e-12);
    assert.ok(Math.abs(itl.mean - rest / 10) < 1e-12);
    assert.ok(Math.abs(latency.mean - (prompt + rest)) < 1e-12);
    assert.ok(Math.abs(normalized.mean - (prompt + rest) / 11) < 1e-12);
    assert.ok(Math.abs(itl.p50 / (rest / 10) - 1) < 0.003);
  });

  test("a prompt beyond the budget is cut, and every piece reads what came before", () => {
    const cut = { ...alone, batching: { kind: "chunked", batch: 8, budget: 40 } } as const;
    assert.equal(simulate(cut, 1).steps, 13, "40 + 40 + 20, then ten");
  });

  test("goodput counts those that met every goal", () => {
    const slow = { ...alone, goal: { ttft: 0.001 } };
    assert.equal(simulate(slow, 1).rates.good, 0);
    const { rates } = simulate({ ...alone, goal: { ttft: 0.003, tpot: 0.002, latency: 1 } }, 1);
    assert.equal(rates.good, rates.requests);
  });

  test("static batches wait until they are full, and then for their longest", () => {
    const outputs = { kind: "quantiles", tokens: [1, 100] } as const;
    const workload = {
      kind: "drawn",
      arrivals: { kind: "fixed", rate: 20 },
      prompt: { kind: "fixed", tokens: 10 },
      output: outputs,
    } as const;
    const served = (kind: "static" | "request") =>
      simulate(plain({ workload, batching: { kind, batch: 4 }, seconds: 10 }), 3);
    // A twentieth of a second for each who is still missing.
    assert.ok(served("static").wait.mean > 0.07);
    assert.ok(served("request").wait.mean < served("static").wait.mean);
    const continuous = simulate(plain({ workload, seconds: 10 }), 3);
    assert.ok(continuous.latency.mean < served("request").latency.mean);
  });
});

describe("pressure", () => {
  const tight = (pressure: "recompute" | "swap" | "reject", host = 4096) =>
    plain({
      memory: {
        ...{ kind: "paged", slots: 320, blockTokens: 16, pressure },
        host: { slots: host, bytesPerSecond: 1e9 },
      },
      workload: {
        ...{ kind: "drawn", arrivals: { kind: "burst", requests: 6 } },
        ...{ prompt: { kind: "fixed", tokens: 40 }, output: { kind: "fixed", tokens: 100 } },
      },
    });

  test("recompute: the last in starts again, and nothing is lost", () => {
    const { counts, tokens } = guarded(tight("recompute"), 1);
    assert.ok(counts.preempt > 0 && tokens.recomputed > 0);
    assert.equal(counts.finish, 6);
  });

  test("swap: it waits on the host and goes on; without room there it starts again", () => {
    const { counts } = guarded(tight("swap"), 1);
    assert.ok(counts["swap-out"] > 0 && counts["swap-in"] === counts["swap-out"]);
    assert.equal(counts.preempt, 0);
    assert.ok(guarded(tight("swap", 10), 1).counts.preempt > 0);
  });

  test("reject: it is given up, and the others end sooner", () => {
    const { counts } = guarded(tight("reject"), 1);
    assert.equal(counts.finish + counts["give-up"], 6);
    assert.ok(counts["give-up"] > 0);
  });
});

describe("scenarios that cannot be", () => {
  const drawn = plain().workload as Extract<Scenario["workload"], { kind: "drawn" }>;
  const of = (changes: Partial<typeof drawn>) => plain({ workload: { ...drawn, ...changes } });
  const refused: readonly (readonly [string, Scenario, string])[] = [
    ["no rate", of({ arrivals: { kind: "poisson", rate: 0 } }), "rate"],
    ["an endless rate", of({ arrivals: { kind: "fixed", rate: Infinity } }), "rate"],
    ["no shape", of({ arrivals: { kind: "gamma", rate: 1, burstiness: 0 } }), "burstiness"],
    ["a burst of nobody", of({ arrivals: { kind: "burst", requests: 0 } }), "no-requests"],
    ["an empty prompt", of({ prompt: { kind: "fixed", tokens: 0 } }), "lengths"],
    ["falling quantiles", of({ output: { kind: "quantiles", tokens: [9, 3] } }), "lengths"],
    ["no length short enough", of({ maxPrompt: 99 }), "lengths"],
    ["samples without end", of({ samples: 65 }), "samples"],
    ["no GPU", plain({ memory: { kind: "paged", slots: 0, blockTokens: 16 } }), "no-memory"],
    [
      "a block beyond the pool",
      plain({ memory: { kind: "paged", slots: 8, blockTokens: 16 } }),
      "blocks",
    ],
    ["a batch of nobody", plain({ batching: { kind: "static", batch: 0 } }), "batch"],
    ["no budget", plain({ batching: { kind: "chunked", batch: 1, budget: 0 } }), "budget"],
    ["no bandwidth", plain({ costs: { ...plain().costs, bytesPerSecond: 0 } }), "speed"],
    ["no end", (({ seconds: _, ...rest }) => rest)(plain()), "no-end"],
  ];
  for (const [name, scenario, problem] of refused) {
    test(`${name} is refused and named`, () => {
      assert.throws(
        () => simulate(scenario, 1),
        (error) => error instanceof ScenarioError && error.problem === problem,
      );
    });
  }

  test("a request that no memory could hold is told apart from those that wait", () => {
    const { counts } = simulate(of({ prompt: { kind: "fixed", tokens: 5000 } }), 1);
    assert.equal(counts["too-long"], counts.arrive);
  });
});
