import type { Runtime } from "../../src/onnx/run.ts";
import { nativeRuntime, wasmRuntime } from "../../tools/lab/node-runtimes.ts";

/**
 * The runtime that tests in Node run graphs on: onnxruntime-web's WASM on one thread, or, with
 * `ONNXRUNTIME_NODE` naming the folder to keep it in, onnxruntime-node with its own kernels.
 */
export async function onnxRuntime(): Promise<Runtime> {
  const folder = process.env.ONNXRUNTIME_NODE;
  return (await (folder === undefined ? wasmRuntime() : nativeRuntime(folder))).runtime;
}
