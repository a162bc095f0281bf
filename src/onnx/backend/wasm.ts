import { fromFloat16, toFloat16 } from "../float16.ts";
import type { CacheOrder } from "../layer-graph.ts";
import type { Runtime } from "../run.ts";
import {
  appendSpans,
  type Backend,
  elementBytes,
  elements,
  type FloatType,
  type Held,
  type Tensors,
} from "./backend.ts";
import { SessionCache } from "./session-cache.ts";

type Tensor = InstanceType<Runtime["Tensor"]>;
type Data = Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;

interface WasmHeld extends Held {
  readonly data: Data;
  readonly tensor: Tensor;
}

/**
 * The CPU. The runtime keeps no input between runs: each run first copies what it is fed into its own
 * memory, which costs about as much as reading it, and in proportion to the same bytes.
 */
export function wasmBackend(runtime: Runtime): Backend {
  const sessions = new SessionCache<Awaited<ReturnType<typeof create>>>();
  const live = new Set<Held>();
  const create = async (model: Uint8Array) => {
    const session = await runtime.InferenceSession.create(model, {
      executionProviders: ["wasm"],
      logSeverityLevel: 3,
    });
    return {
      async run(inputs: Tensors, outputs: Tensors) {
        const feeds = Object.entries(inputs).map(([name, held]) => [name, own(held).tensor]);
        const results = await session.run(Object.fromEntries(feeds), Object.keys(outputs));
        for (const [name, held] of Object.entries(outputs)) {
          const { data } = results[name] as Tensor;
          own(held).data.set(bitsOf(data as unknown as Data));
        }
      },
      release: () => session.release(),
    };
  };
  const holdData = (dtype: FloatType, dims: readonly number[], data: Data): Held => {
    const tensor = new runtime.Tensor(dtype, data as never, dims);
    const held: WasmHeld = { dtype, dims, bytes: data.byteLength, data, tensor };
    live.add(held);
    return held;
  };
  const backend: Backend = {
    name: "wasm",
    session: (key, model) => sessions.get(key, () => create(model)),
    async hold(dtype, dims, values) {
      const held = await backend.room(dtype, dims);
      backend.write(held, values);
      return held;
    },
    async room(dtype, dims) {
      const length = elements(dims);
      const data = dtype === "float16" ? new Uint16Array(length) : new Float32Array(length);
      return holdData(dtype, dims, data);
    },
    write(held, values) {
      const { data, dtype } = own(held);
      if (values.length !== data.length) {
        throw new RangeError(`${values.length} numbers do not fill [${held.dims}]`);
      }
      if (dtype === "float32") data.set(values);
      else for (let i = 0; i < data.length; i++) data[i] = toFloat16(values[i] as number);
    },
    async read(held) {
      const { data, dtype } = own(held);
      return dtype === "float32"
        ? Float32Array.from(data)
        : Float32Array.from(data, (bits) => fromFloat16(bits));
    },
    free(...held) {
      for (const each of held) live.delete(each);
    },
    append: appendOnCpu,
    async copy(bytes) {
      const from = new Uint8Array(bytes).fill(1);
      const to = new Uint8Array(bytes).fill(2);
      return {
        async step() {
          to.set(from);
        },
        async settle() {},
        dispose() {},
      };
    },
    async settle() {},
    live: () => ({
      tensors: live.size,
      bytes: [...live].reduce((sum, { bytes }) => sum + bytes, 0),
      sessions: sessions.size,
    }),
  };
  return backend;
}

const own = (held: Held): WasmHeld => held as WasmHeld;

/** fp16 comes as Float16Array where the engine has it, else as its bits. */
const bitsOf = (data: Data): Data =>
  data.BYTES_PER_ELEMENT === elementBytes.float16
    ? new Uint16Array(data.buffer, data.byteOffset, data.length)
    : data;

function appendOnCpu(cache: Held, fresh: Held, order: CacheOrder, at: number): void {
  const [to, from] = [own(cache).data, own(fresh).data];
  const { outer, tokens: capacity, inner } = appendSpans(cache.dims, order);
  const { tokens } = appendSpans(fresh.dims, order);
  const span = tokens * inner;
  for (let row = 0; row < outer; row++) {
    to.set(from.subarray(row * span, (row + 1) * span), (row * capacity + at) * inner);
  }
}
