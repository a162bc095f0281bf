import {
  type DecodeAttentionShape,
  decodeAttentionDims,
  decodeAttentionModel,
} from "../graphs/decode-attention.ts";
import type { Runtime } from "../run.ts";
import type { Operands, Rig } from "./rig.ts";

/**
 * The step on the CPU. The runtime keeps no input between runs: each step first copies K and V into
 * its memory, which costs about as much as reading them, and in proportion to the same bytes.
 */
export async function wasmRig(
  runtime: Runtime,
  shape: DecodeAttentionShape,
  { q, k, v }: Operands,
): Promise<Rig> {
  const session = await runtime.InferenceSession.create(decodeAttentionModel(shape), {
    executionProviders: ["wasm"],
    logSeverityLevel: 3,
  });
  const dims = decodeAttentionDims(shape);
  const feeds = {
    q: new runtime.Tensor("float32", q, dims.q),
    k: new runtime.Tensor("float32", k, dims.k),
    v: new runtime.Tensor("float32", v, dims.v),
  };
  let latest = new Float32Array();
  return {
    kvBytes: k.byteLength + v.byteLength,
    async step() {
      const { y } = await session.run(feeds);
      latest = y?.data as Float32Array<ArrayBuffer>;
    },
    async settle() {},
    async output() {
      return latest;
    },
    dispose: () => session.release(),
  };
}
