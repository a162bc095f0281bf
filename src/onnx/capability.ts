import { probeAdapter } from "./adapter.ts";
import type { Capability } from "./protocol.ts";

let capability: Promise<Capability> | undefined;

/**
 * What this browser can run; asks for no download and starts no worker.
 *
 * Asked once a page, even if the GPU comes or goes later, because a page downloads one runtime. With
 * any adapter it is a build that holds both backends, so that a reader may change between them.
 */
export function probeCapability(): Promise<Capability> {
  capability ??= probe();
  return capability;
}

async function probe(): Promise<Capability> {
  if (typeof WebAssembly === "undefined") {
    return { webgpu: null, reason: "no-wasm", adapter: null, fp16: false, flavour: "wasm" };
  }
  const found = await probeAdapter();
  const withGpu = "Suspending" in WebAssembly ? "jspi" : "asyncify";
  return { ...found, flavour: found.webgpu ? withGpu : "wasm" };
}
