import { decodeAttention } from "../../model/attention/decode-attention.ts";
import type { Runtime } from "../run.ts";
import { RunError } from "../run-error.ts";
import { largestError, seededOperands } from "./rig.ts";
import { type WebgpuRig, webgpuRig } from "./rig-webgpu.ts";

const shape = { nHeads: 4, nKv: 2, headDim: 16, context: 32 };
const tolerance = 1e-4;

/**
 * A tiny rig whose output was right. Drivers that create a device and then fail, or compute something
 * else, are found here, where WASM can still take over. The runtime destroys its device with the last
 * session, so while this one is open all others share one device.
 */
export async function provenWebgpu(runtime: Runtime): Promise<WebgpuRig> {
  const operands = seededOperands(shape, 1);
  const rig = await webgpuRig(runtime, shape, operands);
  await rig.step();
  const { q, k, v } = operands;
  const error = largestError(
    await rig.output(),
    decodeAttention({ ...shape, q, kTransposed: k, v }),
  );
  if (error <= tolerance) return rig;
  await rig.dispose();
  throw new RunError("failed", `this GPU is off by ${error} on a tiny attention`);
}
