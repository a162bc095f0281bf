import { adapterName, chooseBackend } from "../adapter.ts";
import { type DecodeRow, decodeCase } from "../decode/decode-case.ts";
import { errors } from "../proof/prove.ts";
import type { BackendChoice, BackendEvent, Flavour, Probe } from "../protocol.ts";
import type { Runtime } from "../run.ts";
import { RunError, toRunError } from "../run-error.ts";
import type { Backend, FloatType, Held } from "./backend.ts";
import { wasmBackend } from "./wasm.ts";
import { type WebgpuBackend, webgpuBackend } from "./webgpu.ts";

/** What a worker has found and loaded. */
export interface Surroundings {
  readonly runtime: Runtime;
  readonly probe: Probe;
  readonly flavour: Flavour;
}

export interface Opened {
  readonly backend: Backend;
  readonly event: BackendEvent;
}

/** The backends of one worker: one device and one set of sessions for all widgets of a page. */
export class Backends {
  #wasm: Backend | undefined;
  #webgpu: Promise<WebgpuBackend> | undefined;

  /** The backend a choice gets here, and why it is not WebGPU. */
  async open(choice: BackendChoice, dtype: FloatType, around: Surroundings): Promise<Opened> {
    const { runtime, probe } = around;
    let { backend: name, reason } = chooseBackend(choice, dtype, probe);
    let gpu: WebgpuBackend | null = null;
    if (name === "webgpu") {
      try {
        this.#webgpu ??= provenWebgpu(runtime);
        gpu = await this.#webgpu;
      } catch (error) {
        this.#webgpu = undefined;
        name = "wasm";
        reason = toRunError(error).reason === "lost" ? "lost" : "unfit";
      }
    }
    this.#wasm ??= wasmBackend(runtime);
    if (gpu === null) await started(this.#wasm);
    const { gpu: device } = gpu?.device ?? {};
    return {
      backend: gpu ?? this.#wasm,
      event: {
        ...{ kind: "backend", backend: name, reason },
        adapter: gpu
          ? adapterName(device?.adapterInfo ?? { description: probe.adapter ?? "" })
          : null,
        flavour: around.flavour,
        runtimeVersion: runtime.env.versions.web ?? "",
        allOperatorsOnGpu: gpu !== null,
      },
    };
  }
}

/** The first session starts the runtime; its time is nobody's set-up. */
async function started(backend: Backend): Promise<void> {
  await backend.session("start", decodeCase(row, sizes, "float32", 1).graph.model);
}

const row: DecodeRow = { form: "grouped", nKv: 2 };
const sizes = { nHeads: 4, headDim: 16, context: 32 };
const tolerance = 1e-4;

/**
 * A GPU whose answer to a tiny attention was right. Drivers that create a device and then fail, or
 * compute something else, are found here, where WASM can still take over.
 */
async function provenWebgpu(runtime: Runtime): Promise<WebgpuBackend> {
  const step = decodeCase(row, sizes, "float32", 1);
  const feeds = step.feeds();
  const backend = await webgpuBackend(runtime, "proof", step.graph.model);
  const inputs: Record<string, Held> = {};
  for (const [name, dims] of Object.entries(step.graph.inputs)) {
    inputs[name] = await backend.hold("float32", dims, feeds[name] ?? []);
  }
  const y = await backend.room("float32", step.graph.output);
  const session = await backend.session("proof", step.graph.model);
  await session.run(inputs, { y });
  const { maxError } = errors(await backend.read(y), step.reference(feeds));
  backend.free(y, ...Object.values(inputs));
  if (maxError <= tolerance) return backend;
  throw new RunError("failed", `this GPU is off by ${maxError} on a tiny attention`);
}
