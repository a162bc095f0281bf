import type { Backend } from "../onnx/backend/backend.ts";
import { clockTickMs, queueMs } from "../onnx/measure.ts";
import { measureCopy, measureDecode } from "../onnx/measure-decode.ts";
import { prove } from "../onnx/proof/prove.ts";
import type { MeasureRequest, ProofRequest, RunRequest } from "../onnx/protocol.ts";
import { toRunError } from "../onnx/run-error.ts";
import type { Gate } from "./gate.ts";
import type { LiveEvent } from "./messages.ts";

/** How a run is followed, ended early and paused. */
export interface Following {
  readonly emit: (event: LiveEvent) => void;
  readonly signal: AbortSignal;
  readonly gate: Gate;
}

/** Carries out a request on an opened backend. */
export async function perform(
  request: RunRequest,
  backend: Backend,
  following: Following,
): Promise<void> {
  const breathe = () => breath(following);
  if (request.kind === "prove") await proofs(request, backend, following, breathe);
  else await measurements(request, backend, following, breathe);
}

async function proofs(
  request: ProofRequest,
  backend: Backend,
  { emit }: Following,
  breathe: () => Promise<void>,
): Promise<void> {
  for (const index of request.subjects.keys()) {
    await breathe();
    emit(await prove(request, index, backend, breathe));
  }
}

async function measurements(
  request: MeasureRequest,
  backend: Backend,
  { emit, signal, gate }: Following,
  breathe: () => Promise<void>,
): Promise<void> {
  const now = () => performance.now();
  const settle = () => backend.settle();
  const clock = {
    now,
    tickMs: clockTickMs(now),
    queueMs: backend.name === "webgpu" ? await queueMs(settle, now) : 0,
    disturbed: () => gate.wasClosed(),
    cancelled: () => signal.throwIfAborted(),
  };
  const measuring = { clock, emit, breathe };
  try {
    await measureCopy(backend, measuring);
  } catch (error) {
    // A device too small for the yardstick may well hold the caches themselves.
    if (toRunError(error).reason !== "out-of-memory") throw error;
  }
  for (const context of request.contexts) {
    for (const row of request.rows) {
      await breathe();
      emit(await measureDecode(request, row, context, backend, measuring));
    }
  }
}

/** Lets the worker hear a cancel, and waits while the page is hidden. */
export async function breath({ emit, signal, gate }: Following): Promise<void> {
  // Runs on the CPU never leave the current task by themselves.
  await new Promise((resolve) => setTimeout(resolve));
  signal.throwIfAborted();
  if (!gate.closed) return;
  emit({ kind: "paused", paused: true });
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => cancel(), { once: true });
  await Promise.race([gate.opened(), cancelled]);
  signal.throwIfAborted();
  emit({ kind: "paused", paused: false });
}
