import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { performLab } from "../../src/lab/perform.ts";
import type { LabEvent } from "../../src/lab/protocol.ts";
import { formatsOf, runFormatNames } from "../../src/lab/run-formats.ts";
import { openModel, type ShippedModel } from "../../src/lab/shipped-model.ts";
import list from "../../src/lab/shipped-models.json" with { type: "json" };
import scores from "../../src/measured/lab/formats.json" with { type: "json" };
import { wasmBackend } from "../../src/onnx/backend/wasm.ts";
import { onnxRuntime } from "../helpers/onnx-runtime.ts";

const models = list as readonly ShippedModel[];

test("every shipped model was judged in every format that it has", () => {
  for (const { task, variant } of models) {
    const own = scores.filter((score) => score.task === task && score.variant === variant);
    const formats = variant === "mla" ? runFormatNames.slice(0, 6) : runFormatNames;
    assert.deepEqual(
      own.map(({ format }) => format),
      [null, ...formats],
      `npm run train -- --formats: ${task} ${variant}`,
    );
  }
});

test("what is recorded is what the models that are shipped do", async () => {
  const model = models.find(({ name }) => name === "recall-mqa") as ShippedModel;
  const file = path.join(import.meta.dirname, "../../public/models/recall-mqa.bin");
  const opened = openModel(model, new Uint8Array(readFileSync(file)));
  assert.deepEqual(formatsOf(opened.shape), runFormatNames);
  const events: LabEvent[] = [];
  await performLab(
    { kind: "judge", backend: "wasm", model: model.name, formats: ["fp8", "int2-channel"] },
    opened,
    wasmBackend(await onnxRuntime()),
    { emit: (event) => events.push(event), breathe: async () => undefined },
  );
  assert.equal(events.length, 3);
  for (const event of events) {
    assert.ok(event.kind === "format");
    const own = scores.find(
      ({ task, variant, format }) =>
        task === "recall" && variant === "mqa" && format === event.format,
    );
    assert.ok(own);
    assert.ok(Math.abs(event.quality.loss - own.loss) < 1e-3, `${event.format}`);
    assert.ok(Math.abs(event.quality.divergence - own.divergence) < 1e-3, `${event.format}`);
  }
});
