import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Evaluator } from "../../src/lab/evaluator.ts";
import { memberShape, recipes, variants } from "../../src/lab/family.ts";
import { initialParameters } from "../../src/lab/initial-parameters.ts";
import { learningRate } from "../../src/lab/schedule.ts";
import { recallTask } from "../../src/lab/tasks/recall.ts";
import { beginning, type Progress, Trainer } from "../../src/lab/trainer.ts";
import { wasmBackend } from "../../src/onnx/backend/wasm.ts";
import { onnxRuntime } from "../helpers/onnx-runtime.ts";
import { tinyMember } from "./tiny-member.ts";

const backend = wasmBackend(await onnxRuntime());
const easy = recallTask({ pairs: 4, keys: 8, values: 5 });
const schedule = { steps: 60, peak: 1e-2, warmUp: 5, floor: 0.1 };

const planOf = (variant: (typeof variants)[number]) => ({
  shape: tinyMember(variant),
  ...{ texts: 16, schedule, seed: 3 },
});

async function stepped(trainer: Trainer, steps: number): Promise<number[]> {
  const losses: number[] = [];
  for (let i = 0; i < steps; i++) losses.push((await trainer.step()).loss);
  return losses;
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

describe("training", () => {
  for (const variant of variants) {
    test(`${variant}: the loss falls, and what is held out is answered better`, async () => {
      const plan = planOf(variant);
      const start = beginning(initialParameters(plan.shape, 2));
      const trainer = await Trainer.create(backend, plan, easy, start);
      const evaluator = await Evaluator.create(backend, plan.shape, easy, {
        texts: 32,
        batches: 2,
      });
      const before = await evaluator.judge(trainer.parameters);
      const losses = await stepped(trainer, schedule.steps);
      const after = await evaluator.judge(trainer.parameters);
      assert.ok(mean(losses.slice(-10)) < mean(losses.slice(0, 10)) - 0.5, `${losses}`);
      assert.ok(after.loss < before.loss - 0.3 && after.accuracy > before.accuracy);
      assert.equal(after.answers, 2 * 32 * 4);
      trainer.free();
      evaluator.free();
    });
  }

  test("a run that is stopped, kept and taken up again is the run without a stop, to the bit", async () => {
    const plan = planOf("gqa");
    const start = (): Progress => beginning(initialParameters(plan.shape, 2));
    const whole = await Trainer.create(backend, plan, easy, start());
    const losses = await stepped(whole, 12);
    const first = await Trainer.create(backend, plan, easy, start());
    const halves = await stepped(first, 5);
    const kept = structuredClone(await first.progress());
    first.free();
    const second = await Trainer.create(backend, plan, easy, kept);
    halves.push(...(await stepped(second, 7)));
    assert.deepEqual(halves, losses);
    assert.deepEqual(await second.progress(), await whole.progress());
  });

  test("nothing is left behind", async () => {
    const before = backend.live().tensors;
    const plan = planOf("mla");
    const start = beginning(initialParameters(plan.shape, 2));
    const trainer = await Trainer.create(backend, plan, easy, start);
    await trainer.step();
    const during = backend.live().tensors;
    await stepped(trainer, 5);
    assert.equal(backend.live().tensors, during);
    trainer.free();
    assert.equal(backend.live().tensors, before);
  });
});

// The first eight losses of `npm run train -- --task recall --variant … --seed 1`, as onnxruntime-node
// 1.30.0 gave them; a rerun anywhere has to be within 5 · 10⁻⁴.
const firstLosses = {
  mha: [5.9613, 5.9446, 5.9266, 5.8799, 5.8534, 5.8176, 5.8226, 5.7194],
  mla: [5.9122, 5.9107, 5.8973, 5.8355, 5.8392, 5.7729, 5.7452, 5.744],
  vha: [5.8964, 5.8978, 5.907, 5.861, 5.7995, 5.768, 5.791, 5.6995],
};

describe("a shipped recipe, begun again on other kernels", () => {
  for (const variant of ["mha", "mla", "vha"] as const) {
    test(variant, async () => {
      const shape = memberShape("recall", variant);
      const plan = { shape, ...recipes.recall, seed: 1 };
      const start = beginning(initialParameters(shape, 1));
      const trainer = await Trainer.create(backend, plan, recallTask(), start);
      const losses = await stepped(trainer, firstLosses[variant].length);
      for (const [i, loss] of losses.entries()) {
        const expected = firstLosses[variant][i] as number;
        assert.ok(Math.abs(loss - expected) < 5e-4, `step ${i + 1}: ${loss}, not ${expected}`);
      }
      trainer.free();
    });
  }
});

test("a learning rate rises in a line, falls in half a cosine, and stays at its floor", () => {
  const plan = { steps: 110, peak: 2, warmUp: 10, floor: 0.1 };
  assert.equal(learningRate(plan, 5), 1);
  assert.equal(learningRate(plan, 10), 2);
  assert.ok(Math.abs(learningRate(plan, 60) - 2 * (0.1 + 0.9 / 2)) < 1e-12);
  assert.ok(Math.abs(learningRate(plan, 110) - 0.2) < 1e-12);
  assert.equal(learningRate(plan, 500), learningRate(plan, 110));
});
