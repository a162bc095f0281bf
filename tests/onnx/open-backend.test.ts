import assert from "node:assert/strict";
import { test } from "node:test";
import { Backends } from "../../src/onnx/backend/open-backend.ts";
import type { Runtime } from "../../src/onnx/run.ts";

/** A runtime on which WebGPU sessions fail in the way that is given. */
const failing = (message: string) =>
  ({
    env: { versions: { web: "1.2.3" }, webgpu: {} },
    InferenceSession: {
      create: (_: Uint8Array, { executionProviders }: { executionProviders: unknown[] }) =>
        executionProviders[0] === "wasm"
          ? Promise.resolve({ release: async () => undefined })
          : Promise.reject(new Error(message)),
    },
  }) as unknown as Runtime;

const probe = { webgpu: "hardware", reason: null, adapter: "a GPU", fp16: true } as const;

test("a GPU that fails at a tiny attention leaves the run to WASM, and says why each time", async () => {
  const backends = new Backends();
  const around = { runtime: failing("shader compilation failed"), probe, flavour: "jspi" } as const;
  for (const choice of ["webgpu", "auto"] as const) {
    const { backend, event } = await backends.open(choice, "float32", around);
    assert.equal(backend.name, "wasm");
    assert.deepEqual(event, {
      ...{ kind: "backend", backend: "wasm", reason: "unfit", adapter: null },
      ...{ flavour: "jspi", runtimeVersion: "1.2.3", allOperatorsOnGpu: false },
    });
  }
  const { backend, event } = await backends.open("wasm", "float32", around);
  assert.deepEqual([backend.name, event.reason], ["wasm", null]);
});
