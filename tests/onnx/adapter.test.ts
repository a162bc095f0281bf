import assert from "node:assert/strict";
import { test } from "node:test";
import { adapterName, chooseBackend, isSoftware } from "../../src/onnx/adapter.ts";
import type { Probe } from "../../src/onnx/protocol.ts";

test("adapters that are emulated on the CPU are known by flag or by name", () => {
  const software = [
    { vendor: "google", architecture: "swiftshader" },
    { vendor: "mesa", device: "llvmpipe (LLVM 15.0.6, 256 bits)" },
    { description: "Microsoft Basic Render Driver" },
    { vendor: "microsoft", architecture: "warp" },
    { vendor: "someone", isFallbackAdapter: true },
  ];
  const hardware = [
    { vendor: "nvidia", architecture: "lovelace", isFallbackAdapter: false },
    { vendor: "apple", architecture: "metal-3" },
    { vendor: "intel", description: "Intel(R) Iris(R) Xe Graphics (warped name)" },
    {},
  ];
  assert.deepEqual(software.map(isSoftware), [true, true, true, true, true]);
  assert.deepEqual(hardware.map(isSoftware), [false, false, false, false]);
});

test("the name shown is the most telling one the browser gives", () => {
  const family = { vendor: "nvidia", architecture: "lovelace" };
  assert.equal(adapterName(family), "nvidia lovelace");
  assert.equal(adapterName({ ...family, device: "0x2684" }), "0x2684");
  assert.equal(adapterName({ ...family, description: "RTX 4090" }), "RTX 4090");
  assert.equal(adapterName({ vendor: "", architecture: "" }), "unnamed");
});

test("which backend a request gets, and why", () => {
  const hardware: Probe = { webgpu: "hardware", reason: null, adapter: "a", fp16: false };
  const software: Probe = { webgpu: "software", reason: "software", adapter: "a", fp16: false };
  const none: Probe = { webgpu: null, reason: "insecure", adapter: null, fp16: false };
  const table = [
    ["auto", hardware, "webgpu", null],
    ["auto", software, "wasm", "software"],
    ["auto", none, "wasm", "insecure"],
    ["webgpu", hardware, "webgpu", null],
    ["webgpu", software, "webgpu", null],
    ["webgpu", none, "wasm", "insecure"],
    ["wasm", hardware, "wasm", null],
    ["wasm", none, "wasm", null],
  ] as const;
  for (const [wanted, probe, backend, reason] of table) {
    assert.deepEqual(
      chooseBackend(wanted, "float32", probe),
      { backend, reason },
      `${wanted} ${probe.webgpu}`,
    );
  }
});

test("fp16 goes to a GPU that computes in it, and else to WASM", () => {
  const without: Probe = { webgpu: "hardware", reason: null, adapter: "a", fp16: false };
  const on = (probe: Probe) => chooseBackend("auto", "float16", probe);
  assert.deepEqual(on(without), { backend: "wasm", reason: "no-fp16" });
  assert.deepEqual(on({ ...without, fp16: true }), { backend: "webgpu", reason: null });
});
