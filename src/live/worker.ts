import { performLab } from "../lab/perform.ts";
import { isLabRequest } from "../lab/protocol.ts";
import { probeAdapter } from "../onnx/adapter.ts";
import { Backends } from "../onnx/backend/open-backend.ts";
import { loadRuntime } from "../onnx/run.ts";
import { toRunError } from "../onnx/run-error.ts";
import { Gate } from "./gate.ts";
import { loadModel } from "./load-model.ts";
import type { FromWorker, LiveEvent, LiveRequest, ToWorker } from "./messages.ts";
import { breath, perform } from "./perform.ts";

const running = new Map<number, AbortController>();
const backends = new Backends();
const gate = new Gate();

const send = (message: FromWorker) => self.postMessage(message);

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "cancel") running.get(data.id)?.abort();
  else if (data.kind === "hidden") gate.close(data.hidden);
  else void run(data);
});

async function run(message: ToWorker & { kind: "run" }): Promise<void> {
  const { id, request, capability, binary, refetch } = message;
  const controller = new AbortController();
  const { signal } = controller;
  const { flavour } = capability;
  running.set(id, controller);
  const emit = (event: LiveEvent) => send({ kind: "event", id, event });
  try {
    const runtime = await loadRuntime(flavour, {
      binary,
      signal,
      onProgress: (loaded, total) => emit({ kind: "download", loaded, total }),
      onBinary: (binary) => send({ kind: "binary", id, binary }),
    });
    // Asked here again: a browser may have WebGPU in pages and not in workers.
    const probe = capability.webgpu ? await probeAdapter() : capability;
    const opened = await backends.open(request.backend, floatType(request), {
      runtime,
      probe,
      flavour,
    });
    emit(opened.event);
    const following = { emit, signal, gate };
    if (isLabRequest(request)) {
      const model = await loadModel(request.model, {
        ...{ signal, refetch },
        onProgress: (loaded, total) => emit({ kind: "model", loaded, total }),
      });
      const breathe = () => breath(following);
      await performLab(request, model, opened.backend, { emit, breathe });
    } else await perform(request, opened.backend, following);
    send({ kind: "end", id });
  } catch (error) {
    if (signal.aborted) send({ kind: "end", id });
    else send({ kind: "error", id, ...describe(error) });
  } finally {
    running.delete(id);
  }
}

/** The small models run in float32 everywhere. */
const floatType = (request: LiveRequest) => ("dtype" in request ? request.dtype : "float32");

function describe(error: unknown): Pick<FromWorker & { kind: "error" }, "reason" | "message"> {
  const { reason, message } = toRunError(error);
  return { reason, message };
}
