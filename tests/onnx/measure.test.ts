import assert from "node:assert/strict";
import { test } from "node:test";
import { clockTickMs, quantile, queueMs, timeSteps } from "../../src/onnx/measure.ts";

/** A machine whose time passes only as it works: nothing here depends on the real clock. */
function machine(make: { stepMs: (n: number) => number; queueMs?: number; tickMs?: number }) {
  const tickMs = make.tickMs ?? 0.1;
  let timeMs = 0;
  let steps = 0;
  return {
    steps: () => steps,
    now: () => Math.floor(timeMs / tickMs + 1e-9) * tickMs,
    /** A clock that is read in a loop advances, or the loop would not end. */
    nowAdvancing() {
      timeMs += tickMs / 7;
      return Math.floor(timeMs / tickMs) * tickMs;
    },
    async step() {
      timeMs += make.stepMs(steps++);
    },
    async settle() {
      timeMs += make.queueMs ?? 0;
    },
  };
}
const plan = { runs: 30, budgetMs: 10_000, onRun: async () => undefined };
const clockOf = (device: { now: () => number }, tickMs: number, queueMs: number) => ({
  ...{ now: device.now, tickMs, queueMs },
  ...{ disturbed: () => false, cancelled: () => undefined },
});
const close = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-6 * b, `${a}, not ${b}`);

test("quantiles interpolate between neighbours", () => {
  assert.equal(quantile([3], 0.25), 3);
  assert.equal(quantile([4, 1, 3, 2], 0.5), 2.5);
  assert.equal(quantile([1, 2, 3, 4, 5], 0.25), 2);
  assert.equal(quantile([10, 0], 0.75), 7.5);
});

test("finds the tick of a coarse clock and the delay of an empty queue", async () => {
  for (const tickMs of [0.1, 1, 100]) {
    close(clockTickMs(machine({ stepMs: () => 0, tickMs }).nowAdvancing), tickMs);
  }
  const slowQueue = machine({ stepMs: () => 0, queueMs: 103 });
  close(await queueMs(slowQueue.settle, slowQueue.now), 103);
});

test("a slow step is timed alone, 13 runs of it in all", async () => {
  const device = machine({ stepMs: () => 1000 });
  const timing = await timeSteps(device, clockOf(device, 0.1, 0), plan);
  assert.equal(timing.stepsPerRun, 1);
  assert.equal(timing.runs, 10, "30 runs would take half a minute");
  assert.equal(device.steps(), 13);
  close(timing.medianMs, 1000);
});

test("a step below the clock's tick is timed in batches", async () => {
  const device = machine({ stepMs: () => 0.03 });
  const timing = await timeSteps(device, clockOf(device, 0.1, 0), plan);
  assert.ok(timing.stepsPerRun * 0.03 >= 20 * 0.1);
  assert.equal(timing.runs, 30);
  assert.ok(Math.abs(timing.medianMs - 0.03) < 0.0016);
});

test("one run that was held up does not make a batch too short for the clock", async () => {
  // The first run after the warm-up takes 50 ms and would be long enough for the clock.
  const device = machine({ stepMs: (n) => (n === 1 ? 50 : 0.6) });
  const timing = await timeSteps(device, clockOf(device, 0.1, 0), plan);
  assert.ok(timing.stepsPerRun * 0.6 >= 20 * 0.1, `${timing.stepsPerRun} steps a run`);
});

test("a queue that answers every 100 ms does not count as attention", async () => {
  const device = machine({ stepMs: () => 2, queueMs: 100 });
  const timing = await timeSteps(device, clockOf(device, 1, 100), plan);
  assert.ok(timing.stepsPerRun * 2 >= 1000);
  close(timing.medianMs, 2);
});

test("the first step, which compiles, is not in the figures", async () => {
  const device = machine({ stepMs: (n) => (n === 0 ? 5000 : 4) });
  const timing = await timeSteps(device, clockOf(device, 0.1, 0), plan);
  close(timing.upperQuartileMs, 4);
});

test("median and quartiles are those of the timed runs", async () => {
  const device = machine({ stepMs: (n) => 10 + Math.max(0, n - 3) });
  const timing = await timeSteps(device, clockOf(device, 0.1, 0), {
    ...plan,
    runs: 11,
  });
  close(timing.lowerQuartileMs, 12.5);
  close(timing.medianMs, 15);
  close(timing.upperQuartileMs, 17.5);
});

test("never fewer than 10 runs, each of them reported, and a throw ends them", async () => {
  const device = machine({ stepMs: () => 3 });
  const clock = clockOf(device, 0.1, 0);
  const seen: string[] = [];
  await timeSteps(device, clock, {
    runs: 1,
    budgetMs: 0,
    onRun: async (done, of) => void seen.push(`${done}/${of}`),
  });
  assert.deepEqual(
    seen,
    Array.from({ length: 10 }, (_, i) => `${i + 1}/10`),
  );
  const stop = async () => {
    throw new Error("stopped");
  };
  await assert.rejects(timeSteps(device, clock, { ...plan, onRun: stop }), /stopped/);
});

test("a run that something came between does not count, and is made again", async () => {
  const device = machine({ stepMs: (n) => (n >= 6 && n < 9 ? 900 : 4) });
  let asked = 0;
  // Asked before and after each run; the fourth to the sixth timed run were disturbed.
  const clock = {
    ...clockOf(device, 0.1, 0),
    disturbed: () => asked++ % 2 === 1 && device.steps() > 6 && device.steps() <= 9,
  };
  const seen: number[] = [];
  const timing = await timeSteps(device, clock, {
    ...plan,
    onRun: async (done) => void seen.push(done),
  });
  close(timing.upperQuartileMs, 4);
  assert.deepEqual(seen.slice(0, 7), [1, 2, 3, 3, 3, 3, 4]);
});

test("a cancel is heard before every step", async () => {
  const device = machine({ stepMs: () => 4 });
  let steps = 0;
  const clock = {
    ...clockOf(device, 0.1, 0),
    cancelled() {
      if (++steps === 4) throw new Error("cancelled");
    },
  };
  await assert.rejects(timeSteps(device, clock, plan), /cancelled/);
  assert.equal(device.steps(), 3);
});
