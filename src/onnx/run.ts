import { download } from "./download.ts";
import type { Flavour } from "./protocol.ts";
import { runtimeSize } from "./runtime-size.ts";

export type Runtime = typeof import("onnxruntime-web");

const builds = {
  jspi: {
    script: () => import("onnxruntime-web/jspi"),
    wasm: () => import("onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url"),
  },
  asyncify: {
    script: () => import("onnxruntime-web/webgpu"),
    wasm: () => import("onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url"),
  },
  wasm: {
    script: () => import("onnxruntime-web/wasm"),
    wasm: () => import("onnxruntime-web/ort-wasm-simd-threaded.wasm?url"),
  },
};

interface Loading {
  /** The wasm file, if it has been fetched before. */
  readonly binary: Blob | null;
  readonly signal: AbortSignal;
  readonly onProgress: (loaded: number, total: number) => void;
  readonly onBinary: (binary: Blob) => void;
}

let loaded: Runtime | undefined;

/** The one runtime of this worker. The first call loads it, later ones get the same. */
export async function loadRuntime(flavour: Flavour, loading: Loading): Promise<Runtime> {
  if (loaded) return loaded;
  const [runtime, { default: wasmUrl }] = await Promise.all([
    builds[flavour].script(),
    builds[flavour].wasm(),
  ]);
  // The worker's own address may be a blob: one, to which nothing is relative.
  const url = new URL(wasmUrl, import.meta.url).href;
  const binary = loading.binary ?? (await fetchBinary(flavour, url, loading));
  runtime.env.logLevel = "error";
  runtime.env.wasm.numThreads = 1; // more would need cross-origin isolation
  runtime.env.wasm.wasmPaths = { wasm: url };
  runtime.env.wasm.wasmBinary = await binary.arrayBuffer();
  loaded = runtime;
  return runtime;
}

async function fetchBinary(flavour: Flavour, url: string, loading: Loading): Promise<Blob> {
  const { wasmBytes } = runtimeSize[flavour];
  const binary = await download(url, {
    signal: loading.signal,
    onProgress: (bytes) => loading.onProgress(bytes, wasmBytes),
  });
  loading.onBinary(binary);
  return binary;
}
