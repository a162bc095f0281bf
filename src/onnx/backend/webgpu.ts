import { fromFloat16, toFloat16 } from "../float16.ts";
import type { Runtime } from "../run.ts";
import { AppendKernel } from "./append-kernel.ts";
import {
  appendSpans,
  type Backend,
  elementBytes,
  elements,
  type FloatType,
  type Held,
  type Tensors,
} from "./backend.ts";
import { type Device, deviceOf } from "./device.ts";
import { SessionCache } from "./session-cache.ts";

interface GpuHeld extends Held {
  readonly buffer: GPUBuffer;
  readonly tensor: ReturnType<Runtime["Tensor"]["fromGpuBuffer"]>;
}

/** The GPU, through the runtime's own device. */
export interface WebgpuBackend extends Backend {
  readonly name: "webgpu";
  readonly device: Device;
}

/**
 * Every tensor lives in a buffer of the GPU, made once and used from run to run.
 *
 * The runtime makes its device with the first session and destroys it with the last one, so the first
 * graph is given here and stays open.
 */
export async function webgpuBackend(
  runtime: Runtime,
  firstKey: string,
  firstModel: Uint8Array,
): Promise<WebgpuBackend> {
  const sessions = new SessionCache<Awaited<ReturnType<typeof create>>>();
  const create = async (model: Uint8Array) => {
    const session = await runtime.InferenceSession.create(model, {
      executionProviders: ["webgpu"],
      // An operator that would run on the CPU makes this throw, instead of a quietly wrong figure.
      extra: { session: { disable_cpu_ep_fallback: "1" } },
      logSeverityLevel: 3,
    });
    return {
      async run(inputs: Tensors, outputs: Tensors) {
        const work = session.run(tensorsOf(inputs), tensorsOf(outputs));
        await (device ? device.orLost(work) : work);
      },
      release: async () => {
        if (!device?.isLost()) await session.release();
      },
    };
  };
  let device: Device | undefined;
  const keeper = await create(firstModel);
  const ready = await deviceOf(runtime);
  device = ready;
  void sessions.get(firstKey, async () => ({ run: keeper.run, release: async () => undefined }));
  const appendKernel = new AppendKernel(ready.gpu);
  const live = new Set<GpuHeld>();
  const holdBuffer = async (dtype: FloatType, dims: readonly number[]): Promise<GpuHeld> => {
    const bytes = elements(dims) * elementBytes[dtype];
    // The runtime's shaders bind four numbers at a time.
    const buffer = await ready.buffer(Math.ceil(bytes / 16) * 16);
    const tensor = runtime.Tensor.fromGpuBuffer(buffer, { dataType: dtype, dims });
    const held = { dtype, dims, bytes, buffer, tensor };
    live.add(held);
    return held;
  };
  const backend: WebgpuBackend = {
    name: "webgpu",
    device: ready,
    session: (key, model) => sessions.get(key, () => create(model)),
    async hold(dtype, dims, values) {
      const held = await holdBuffer(dtype, dims);
      backend.write(held, values);
      return held;
    },
    room: holdBuffer,
    write(held, values) {
      if (values.length !== elements(held.dims)) {
        throw new RangeError(`${values.length} numbers do not fill [${held.dims}]`);
      }
      ready.write(own(held).buffer, packed(held.dtype, values));
    },
    async read(held) {
      const raw = await ready.read(own(held).buffer);
      const length = elements(held.dims);
      return held.dtype === "float32"
        ? new Float32Array(raw, 0, length)
        : Float32Array.from(new Uint16Array(raw, 0, length), (bits) => fromFloat16(bits));
    },
    free(...held) {
      for (const each of held.map(own)) {
        each.buffer.destroy();
        live.delete(each);
      }
    },
    append(cache, fresh, order, at) {
      const { outer, tokens: capacity, inner } = appendSpans(cache.dims, order);
      const { tokens } = appendSpans(fresh.dims, order);
      const sizes = { outer, capacity, tokens, inner, at };
      appendKernel.run(own(cache).buffer, own(fresh).buffer, cache.dtype, sizes);
    },
    async copy(bytes) {
      const from = await ready.buffer(bytes);
      const to = await ready.buffer(bytes);
      return {
        async step() {
          ready.copy(from, to);
        },
        settle: () => ready.settle(),
        dispose() {
          from.destroy();
          to.destroy();
        },
      };
    },
    settle: () => ready.settle(),
    live: () => ({
      tensors: live.size,
      bytes: [...live].reduce((sum, { bytes }) => sum + bytes, 0),
      sessions: sessions.size,
    }),
  };
  return backend;
}

const own = (held: Held): GpuHeld => held as GpuHeld;

const tensorsOf = (held: Tensors) =>
  Object.fromEntries(Object.entries(held).map(([name, each]) => [name, own(each).tensor]));

function packed(dtype: FloatType, values: ArrayLike<number>): ArrayBuffer {
  if (dtype === "float32") return Float32Array.from(values).buffer;
  const bits = new Uint16Array(Math.ceil(values.length / 2) * 2);
  for (let i = 0; i < values.length; i++) bits[i] = toFloat16(values[i] as number);
  return bits.buffer;
}
