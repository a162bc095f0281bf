import type { FloatType } from "./backend/backend.ts";
import type { BackendChoice, Probe, Reason } from "./protocol.ts";

/** The parts of GPUAdapterInfo that browsers fill in, or leave empty, as they like. */
export interface AdapterInfo {
  readonly vendor?: string;
  readonly architecture?: string;
  readonly device?: string;
  readonly description?: string;
  readonly isFallbackAdapter?: boolean;
}

const emulated = /swiftshader|llvmpipe|lavapipe|softpipe|\bwarp\b|basic render/i;

export function isSoftware(info: AdapterInfo): boolean {
  const words = [info.vendor, info.architecture, info.device, info.description].join(" ");
  return info.isFallbackAdapter === true || emulated.test(words);
}

export function adapterName(info: AdapterInfo): string {
  const family = [info.vendor, info.architecture].filter(Boolean).join(" ");
  return info.description || info.device || family || "unnamed";
}

/** The backend a request gets on this adapter, and why it is not WebGPU. */
export function chooseBackend(
  wanted: BackendChoice,
  dtype: FloatType,
  probe: Probe,
): { backend: "webgpu" | "wasm"; reason: Reason | null } {
  if (wanted === "wasm") return { backend: "wasm", reason: null };
  if (probe.webgpu === null) return { backend: "wasm", reason: probe.reason };
  if (probe.webgpu === "software" && wanted === "auto") {
    return { backend: "wasm", reason: "software" };
  }
  // Without the feature a session is created, and fails when it runs.
  if (dtype === "float16" && !probe.fp16) return { backend: "wasm", reason: "no-fp16" };
  return { backend: "webgpu", reason: null };
}

/** A GPU process that hangs must not keep the reader from running on the CPU. */
const patienceMs = 5000;

/** Asks the browser for a GPU: no download, some milliseconds. Works in a page and in a worker. */
export async function probeAdapter(): Promise<Probe> {
  const none = (reason: Reason): Probe => ({
    ...{ webgpu: null, reason, adapter: null, fp16: false },
  });
  if (!isSecureContext) return none("insecure");
  if (!navigator.gpu) return none("no-api");
  const patience = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null));
  const request = navigator.gpu.requestAdapter().catch(() => null);
  const adapter = await Promise.race([request, patience]);
  if (!adapter) return none("no-adapter");
  const name = adapterName(adapter.info);
  const fp16 = adapter.features.has("shader-f16");
  return isSoftware(adapter.info)
    ? { webgpu: "software", reason: "software", adapter: name, fp16 }
    : { webgpu: "hardware", reason: null, adapter: name, fp16 };
}
