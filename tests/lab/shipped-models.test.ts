import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { Evaluator } from "../../src/lab/evaluator.ts";
import { memberShape } from "../../src/lab/family.ts";
import { parameterCount } from "../../src/lab/parameters.ts";
import { openModel, type ShippedModel } from "../../src/lab/shipped-model.ts";
import list from "../../src/lab/shipped-models.json" with { type: "json" };
import { recallTask } from "../../src/lab/tasks/recall.ts";
import { wasmBackend } from "../../src/onnx/backend/wasm.ts";
import { RunError } from "../../src/onnx/run-error.ts";
import { onnxRuntime } from "../helpers/onnx-runtime.ts";

const folder = path.join(import.meta.dirname, "../../public/models");
const shipped = list as readonly ShippedModel[];
const fileOf = ({ name }: ShippedModel) =>
  new Uint8Array(readFileSync(path.join(folder, `${name}.bin`)));
const backend = wasmBackend(await onnxRuntime());

describe("shipped models", () => {
  for (const model of shipped) {
    test(`${model.name}: whole, light, and with its recipe`, () => {
      const file = fileOf(model);
      assert.ok(file.length === model.bytes && file.length < 1.5e6);
      const { shape, parameters } = openModel(model, file);
      assert.equal(parameters.length, parameterCount(shape));
      const recipe = JSON.parse(readFileSync(path.join(folder, `${model.name}.json`), "utf8"));
      assert.match(recipe.command, /^npm run train -- --task/);
      assert.match(recipe.commit, /^[0-9a-f]{12}$/);
      assert.equal(recipe.licence, "CC-BY-4.0");
      assert.ok(recipe.seconds > 0 && recipe.curve.length === 10);
      assert.deepEqual(recipe.shape, memberShape(model.task, model.variant));
      // What int8 costs.
      assert.ok(Math.abs(recipe.shipped.loss - recipe.final.loss) < 0.005);
    });
  }

  test("one that is damaged, cut or another's is refused in words", () => {
    const [first, second] = shipped as readonly [ShippedModel, ShippedModel];
    const refused = (file: Uint8Array) =>
      assert.throws(
        () => openModel(first, file),
        (error) =>
          error instanceof RunError &&
          error.reason === "damaged" &&
          error.message.includes(first.sha256),
      );
    const file = fileOf(first);
    refused(file.subarray(0, -1));
    refused(file.with(1000, (file[1000] as number) ^ 1));
    refused(fileOf(second));
  });

  test("what the recall models answer here is what their recipes say", async () => {
    const task = recallTask();
    for (const model of shipped.filter((each) => each.task === "recall")) {
      const { shape, parameters } = openModel(model, fileOf(model));
      const evaluator = await Evaluator.create(backend, shape, task, { texts: 32, batches: 2 });
      const held = await backend.hold("float32", [parameters.length], parameters);
      const { accuracy } = await evaluator.judge(held);
      const recipe = JSON.parse(readFileSync(path.join(folder, `${model.name}.json`), "utf8"));
      assert.ok(Math.abs(accuracy - recipe.shipped.accuracy) < 0.01, `${model.name}: ${accuracy}`);
      evaluator.free();
      backend.free(held);
    }
  });
});
