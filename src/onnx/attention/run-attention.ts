import { decodeAttention } from "../../model/attention/decode-attention.ts";
import { adapterName, chooseBackend } from "../adapter.ts";
import { type Clock, clockTickMs, leastRuns, queueMs, timeSteps } from "../measure.ts";
import type { AttentionEvent, AttentionRequest, Flavour, Probe } from "../protocol.ts";
import type { Runtime } from "../run.ts";
import { toRunError } from "../run-error.ts";
import { wasmCopy, webgpuCopy } from "./copy.ts";
import { provenWebgpu } from "./proven-webgpu.ts";
import { largestError, type Rig, seededOperands } from "./rig.ts";
import { wasmRig } from "./rig-wasm.ts";
import { type WebgpuRig, webgpuRig } from "./rig-webgpu.ts";

/** A device that takes a second a step still ends: past this, 10 runs are all it does. */
const budgetMs = 6_000;
/** Fits a phone's GPU and is larger than the caches of most. */
const copyBytes = 64 * 2 ** 20;

export interface Surroundings {
  readonly runtime: Runtime;
  readonly probe: Probe;
  readonly flavour: Flavour;
  readonly emit: (event: AttentionEvent) => void;
  readonly signal: AbortSignal;
}

/** Measures one decode step for each nKv, and holds every output against the float64 reference. */
export async function runAttention(request: AttentionRequest, around: Surroundings): Promise<void> {
  const { runtime, probe, flavour, emit, signal } = around;
  let { backend, reason } = chooseBackend(request.backend, probe);
  let gpu: WebgpuRig | null = null;
  if (backend === "webgpu") {
    try {
      gpu = await provenWebgpu(runtime);
    } catch (error) {
      backend = "wasm";
      reason = toRunError(error).reason;
    }
  }
  try {
    emit({
      kind: "backend",
      backend,
      reason,
      adapter: gpu ? adapterName(gpu.device.info ?? { description: probe.adapter ?? "" }) : null,
      flavour,
      runtimeVersion: runtime.env.versions.web ?? "",
      allOperatorsOnGpu: gpu !== null,
    });
    const now = () => performance.now();
    const settle = () => gpu?.settle() ?? Promise.resolve();
    const clock = { now, tickMs: clockTickMs(now), queueMs: gpu ? await queueMs(settle, now) : 0 };
    try {
      await measureCopy(gpu, clock, around);
    } catch (error) {
      // A device too small for the yardstick may well hold the caches themselves.
      if (toRunError(error).reason !== "out-of-memory") throw error;
    }
    for (const nKv of request.nKvList) {
      await breathe(signal);
      await measureStep(nKv, request, gpu, clock, around);
    }
  } finally {
    await gpu?.dispose();
  }
}

async function measureStep(
  nKv: number,
  request: AttentionRequest,
  gpu: WebgpuRig | null,
  clock: Clock,
  { runtime, emit, signal }: Surroundings,
): Promise<void> {
  const { nHeads, headDim, context, seed } = request;
  const shape = { nHeads, nKv, headDim, context };
  const operands = seededOperands(shape, seed);
  const rig: Rig = await (gpu ? webgpuRig : wasmRig)(runtime, shape, operands);
  try {
    const timing = await timeSteps(cancellable(rig, signal), clock, {
      runs: request.steps,
      budgetMs,
      async onRun(done, of) {
        emit({ kind: "step", nKv, done, of });
        await breathe(signal);
      },
    });
    const { q, k, v } = operands;
    const reference = decodeAttention({ ...shape, q, kTransposed: k, v });
    emit({
      kind: "result",
      nKv,
      kvBytes: rig.kvBytes,
      ...timing,
      clockTickMs: clock.tickMs,
      queueMs: clock.queueMs,
      maxError: largestError(await rig.output(), reference),
      bytesPerSecond: rig.kvBytes / (timing.medianMs / 1000),
    });
  } finally {
    await rig.dispose();
  }
}

async function measureCopy(
  gpu: WebgpuRig | null,
  clock: Clock,
  { emit, signal }: Surroundings,
): Promise<void> {
  const copy = gpu ? await webgpuCopy(gpu.device, copyBytes) : wasmCopy(copyBytes);
  try {
    const { medianMs } = await timeSteps(cancellable(copy, signal), clock, {
      runs: leastRuns,
      budgetMs: 0,
      onRun: () => breathe(signal),
    });
    const bytes = 2 * copyBytes;
    emit({ kind: "copy", bytes, bytesPerSecond: bytes / (medianMs / 1000) });
  } finally {
    copy.dispose();
  }
}

const cancellable = (steps: Pick<Rig, "step" | "settle">, signal: AbortSignal) => ({
  async step() {
    signal.throwIfAborted();
    await steps.step();
  },
  settle: () => steps.settle(),
});

/** Lets the worker hear a cancel: runs on the CPU never leave the current task by themselves. */
async function breathe(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  signal.throwIfAborted();
}
