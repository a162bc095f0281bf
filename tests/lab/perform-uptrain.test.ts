import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { performLab } from "../../src/lab/perform.ts";
import type { LabEvent, UptrainRequest } from "../../src/lab/protocol.ts";
import { openModel, type ShippedModel } from "../../src/lab/shipped-model.ts";
import list from "../../src/lab/shipped-models.json" with { type: "json" };
import { wasmBackend } from "../../src/onnx/backend/wasm.ts";
import { onnxRuntime } from "../helpers/onnx-runtime.ts";

const named = (list as readonly ShippedModel[]).find(({ name }) => name === "recall-mha");
assert.ok(named);
const file = path.join(import.meta.dirname, "../../public/models/recall-mha.bin");
const model = openModel(named, new Uint8Array(readFileSync(file)));
const backend = wasmBackend(await onnxRuntime());

const request: UptrainRequest = {
  kind: "uptrain",
  ...{
    backend: "wasm",
    model: "recall-mha",
    nKv: 2,
    pooling: "first",
    texts: 2,
    steps: 5,
    seed: 1,
  },
  ...{ judgeAt: [5], heldOut: { texts: 2, batches: 1 }, progress: null },
};

/** All that a run tells; cancelled once it has told of so many steps. */
async function told(of: UptrainRequest, cancelAfter = Number.POSITIVE_INFINITY) {
  const events: LabEvent[] = [];
  let steps = 0;
  const emit = (event: LabEvent) => {
    events.push(event);
    if (event.kind === "progress") steps = event.progress.step;
  };
  const breathe = async () => {
    if (steps >= cancelAfter) throw new Error("cancelled");
  };
  await performLab(of, model, backend, { emit, breathe }).catch((error: Error) =>
    assert.equal(error.message, "cancelled"),
  );
  return events;
}

const toldIn = (events: readonly LabEvent[]) =>
  events.flatMap((event) => (event.kind === "progress" ? event.told : []));
const losses = (events: readonly LabEvent[]) =>
  toldIn(events).flatMap((event) => (event.kind === "trained" ? [event.loss] : []));

test("cancelled and taken up again, a training is the very same", async () => {
  const whole = await told(request);
  assert.equal(losses(whole).length, 5);
  const first = await told(request, 3);
  const stands = first.findLast((event) => event.kind === "progress");
  assert.ok(stands?.kind === "progress");
  assert.equal(stands.progress.step, 3, "no step is lost to a cancel");
  const rest = await told({ ...request, progress: stands.progress });
  assert.deepEqual([...losses(first), ...losses(rest)], losses(whole));
  const judged = (events: readonly LabEvent[]) =>
    toldIn(events).filter(({ kind }) => kind === "judged");
  assert.equal(judged(whole).length, 2, "before the first step and after the last");
  assert.deepEqual([...judged(first), ...judged(rest)], judged(whole));
});
