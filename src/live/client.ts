import type { LabEvent, LabRequest } from "../lab/protocol.ts";
import { probeCapability } from "../onnx/capability.ts";
import type { RunEvent, RunRequest } from "../onnx/protocol.ts";
import { RunError } from "../onnx/run-error.ts";
import { Conversation } from "./conversation.ts";
import type { LiveEvent, LiveRequest } from "./messages.ts";
import { requireFit } from "./require-fit.ts";
import { startWorker } from "./start-worker.ts";

export { probeCapability } from "../onnx/capability.ts";
export type * from "../onnx/protocol.ts";
export { RunError } from "../onnx/run-error.ts";
export { type RuntimeSize, runtimeSize } from "../onnx/runtime-size.ts";

/** One worker for all widgets of a page. */
const conversation = new Conversation(startWorker);
document.addEventListener("visibilitychange", () => conversation.setHidden(document.hidden));

interface Options {
  readonly signal?: AbortSignal;
}

/**
 * Runs attention on the reader's machine: times decode steps, or proves what a layer claims. Runs
 * wait for each other. Nothing loads before the first event is asked for; the runtime downloads once
 * a page.
 *
 * Leaving the loop early, or aborting, cancels the run. Aborting throws the signal's reason, sizes that
 * do not fit a RangeError, any other failure a RunError; the results yielded until then stay valid,
 * and the next run starts afresh.
 */
export async function* runAttention(
  request: RunRequest,
  options: Options = {},
): AsyncGenerator<RunEvent, void, undefined> {
  options.signal?.throwIfAborted();
  requireFit(request);
  yield* run(request, options) as AsyncGenerator<RunEvent, void, undefined>;
}

/** Decodes with a shipped model, or trains one on: the same way, in the same queue. */
export const runLab = (request: LabRequest, options: Options = {}) =>
  run(request, options) as AsyncGenerator<RunEvent | LabEvent, void, undefined>;

async function* run(
  request: LiveRequest,
  { signal = new AbortController().signal }: Options,
): AsyncGenerator<LiveEvent, void, undefined> {
  signal.throwIfAborted();
  const capability = await probeCapability();
  if (capability.reason === "no-wasm") throw new RunError("no-wasm", "WebAssembly is not defined");
  yield* conversation.run(request, capability, signal);
}
