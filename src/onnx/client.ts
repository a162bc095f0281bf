import { probeCapability } from "./capability.ts";
import { Conversation } from "./conversation.ts";
import { decodeAttentionDims } from "./graphs/decode-attention.ts";
import type { AttentionEvent, AttentionRequest } from "./protocol.ts";
import { startWorker } from "./start-worker.ts";

export { probeCapability } from "./capability.ts";
export type * from "./protocol.ts";
export { RunError } from "./run-error.ts";
export { type RuntimeSize, runtimeSize } from "./runtime-size.ts";

/** One worker for all widgets of a page. */
const conversation = new Conversation(startWorker);

/**
 * Measures decode attention on the reader's machine. Runs wait for each other. Nothing loads before
 * the first event is asked for; the runtime downloads once a page.
 *
 * Leaving the loop early, or aborting, cancels the run. Aborting throws the signal's reason, sizes that
 * do not fit a RangeError, any other failure a RunError; the results yielded until then stay valid,
 * and the next run starts afresh.
 */
export async function* runAttention(
  request: AttentionRequest,
  { signal = new AbortController().signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<AttentionEvent, void, undefined> {
  signal.throwIfAborted();
  for (const nKv of request.nKvList) decodeAttentionDims({ ...request, nKv });
  yield* conversation.run(request, await probeCapability(), signal);
}
