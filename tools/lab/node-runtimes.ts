import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Runtime } from "../../src/onnx/run.ts";

/** The same release as the site's onnxruntime-web; not a dependency, since 290 MB serve training alone. */
const release = "onnxruntime-node@1.30.0";

export interface NamedRuntime {
  readonly name: string;
  readonly runtime: Runtime;
}

/**
 * The CPU's own kernels, about three times as fast as WASM; fetched into `folder` when first used.
 * @throws Error that says what to run by hand
 */
export async function nativeRuntime(folder: string): Promise<NamedRuntime> {
  const entry = path.join(folder, "node_modules/onnxruntime-node/dist/index.js");
  if (!existsSync(entry)) install(folder);
  const loaded = (await import(pathToFileURL(entry).href)).default as Runtime;
  const { InferenceSession } = loaded;
  // One thread a run, so that several runs share a machine without waiting for each other.
  const onCpu = {
    executionProviders: ["cpu"],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  };
  const create = (model: Uint8Array, options = {}) =>
    InferenceSession.create(model, { ...options, ...onCpu });
  const runtime = { ...loaded, InferenceSession: { ...InferenceSession, create } } as Runtime;
  return { name: release.replace("@", " "), runtime };
}

/** onnxruntime-web's WASM, which is what a browser without WebGPU runs. */
export async function wasmRuntime(): Promise<NamedRuntime> {
  const web = await import("onnxruntime-web");
  web.env.wasm.numThreads = 1;
  web.env.logLevel = "error";
  return { name: `onnxruntime-web ${web.env.versions.web}`, runtime: web };
}

function install(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), "{}");
  // Its install script would fetch CUDA; the CPU's library is in the package.
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", release];
  console.error(`Installing ${release}`);
  const windows = process.platform === "win32";
  const { status } = spawnSync(windows ? "npm.cmd" : "npm", args, {
    ...{ cwd: folder, stdio: ["ignore", "ignore", "inherit"], shell: windows },
  });
  if (status !== 0) throw new Error(`run in ${folder}: npm ${args.join(" ")}`);
}
