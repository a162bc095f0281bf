import {
  type DecodeAttentionShape,
  decodeAttentionDims,
  decodeAttentionModel,
} from "../graphs/decode-attention.ts";
import type { Runtime } from "../run.ts";
import { type Device, deviceOf } from "./device.ts";
import type { Operands, Rig } from "./rig.ts";

export interface WebgpuRig extends Rig {
  readonly device: Device;
}

/** The step on the GPU. Q, K, V and the output live in buffers that are made once. */
export async function webgpuRig(
  runtime: Runtime,
  shape: DecodeAttentionShape,
  operands: Operands,
): Promise<WebgpuRig> {
  const session = await runtime.InferenceSession.create(decodeAttentionModel(shape), {
    executionProviders: ["webgpu"],
    // An operator that would run on the CPU makes this throw, instead of a quietly wrong figure.
    extra: { session: { disable_cpu_ep_fallback: "1" } },
    logSeverityLevel: 3,
  });
  const device = await deviceOf(runtime);
  const buffers: GPUBuffer[] = [];
  const bufferOf = async (values: Float32Array<ArrayBuffer>) => {
    const buffer = await device.bufferOf(values);
    buffers.push(buffer);
    return buffer;
  };
  const dispose = async () => {
    for (const buffer of buffers) buffer.destroy();
    if (!device.isLost()) await session.release();
  };
  try {
    const dims = decodeAttentionDims(shape);
    const q = await bufferOf(operands.q);
    const k = await bufferOf(operands.k);
    const v = await bufferOf(operands.v);
    const y = await bufferOf(new Float32Array(operands.q.length));
    const tensor = (buffer: GPUBuffer, shape: readonly number[]) =>
      runtime.Tensor.fromGpuBuffer(buffer, { dataType: "float32", dims: shape });
    const feeds = { q: tensor(q, dims.q), k: tensor(k, dims.k), v: tensor(v, dims.v) };
    const fetches = { y: tensor(y, dims.y) };
    return {
      device,
      kvBytes: k.size + v.size,
      async step() {
        await device.orLost(session.run(feeds, fetches));
      },
      settle: () => device.settle(),
      output: () => device.read(y),
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}
