import { probeAdapter } from "./adapter.ts";
import { runAttention } from "./attention/run-attention.ts";
import type { AttentionEvent, FromWorker, ToWorker } from "./protocol.ts";
import { loadRuntime } from "./run.ts";
import { toRunError } from "./run-error.ts";

const running = new Map<number, AbortController>();

const send = (message: FromWorker) => self.postMessage(message);

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "cancel") running.get(data.id)?.abort();
  else void run(data);
});

async function run({ id, request, capability, binary }: ToWorker & { kind: "run" }): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const { flavour } = capability;
  running.set(id, controller);
  const emit = (event: AttentionEvent) => send({ kind: "event", id, event });
  try {
    const runtime = await loadRuntime(flavour, {
      binary,
      signal,
      onProgress: (loaded, total) => emit({ kind: "download", loaded, total }),
      onBinary: (binary) => send({ kind: "binary", id, binary }),
    });
    // Asked here again: a browser may have WebGPU in pages and not in workers.
    const probe = capability.webgpu ? await probeAdapter() : capability;
    await runAttention(request, { runtime, probe, flavour, emit, signal });
    send({ kind: "end", id });
  } catch (error) {
    if (signal.aborted) send({ kind: "end", id });
    else send({ kind: "error", id, ...describe(error) });
  } finally {
    running.delete(id);
  }
}

function describe(error: unknown): Pick<FromWorker & { kind: "error" }, "reason" | "message"> {
  const { reason, message } = toRunError(error);
  return { reason, message };
}
