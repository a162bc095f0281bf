import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { runtimeSize } from "../../src/onnx/runtime-size.ts";

const files = {
  jspi: "onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm",
  asyncify: "onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm",
  wasm: "onnxruntime-web/ort-wasm-simd-threaded.wasm",
} as const;

for (const flavour of ["jspi", "asyncify", "wasm"] as const) {
  test(`${flavour}: the sizes shown are those of the file that is served`, () => {
    const file = readFileSync(fileURLToPath(import.meta.resolve(files[flavour])));
    const { wasmBytes, gzipBytes } = runtimeSize[flavour];
    assert.equal(wasmBytes, file.length);
    const measured = gzipSync(file, { level: 9 }).length;
    assert.ok(Math.abs(gzipBytes - measured) <= 0.01 * measured, `${gzipBytes}, gzip ${measured}`);
  });
}
