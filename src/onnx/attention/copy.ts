import type { Steps } from "../measure.ts";
import type { Device } from "./device.ts";

/** Copying `bytes` from one place of the device's memory to another. */
export interface CopySteps extends Steps {
  dispose(): void;
}

export async function webgpuCopy(device: Device, bytes: number): Promise<CopySteps> {
  const from = await device.bufferOf(new Float32Array(bytes / 4));
  const to = await device.bufferOf(new Float32Array(bytes / 4));
  return {
    async step() {
      device.copy(from, to);
    },
    settle: () => device.settle(),
    dispose() {
      from.destroy();
      to.destroy();
    },
  };
}

export function wasmCopy(bytes: number): CopySteps {
  const from = new Uint8Array(bytes).fill(1);
  const to = new Uint8Array(bytes).fill(2);
  return {
    async step() {
      to.set(from);
    },
    async settle() {},
    dispose() {},
  };
}
