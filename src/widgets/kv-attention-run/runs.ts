import type { AttentionEvent, BackendEvent, ResultEvent } from "../../onnx/protocol.ts";

/** What a run has said so far, sorted. */
export interface Heard {
  readonly backend: BackendEvent | null;
  readonly results: readonly ResultEvent[];
  readonly copyBytesPerSecond: number | null;
  /** The latest event that tells how far it is. */
  readonly progress: Extract<AttentionEvent, { kind: "download" | "step" }> | null;
}

export function heard(events: readonly unknown[]): Heard {
  let backend: BackendEvent | null = null;
  let copyBytesPerSecond: number | null = null;
  let progress: Heard["progress"] = null;
  const results: ResultEvent[] = [];
  for (const event of events as readonly AttentionEvent[]) {
    if (event.kind === "backend") backend = event;
    else if (event.kind === "result") results.push(event);
    else if (event.kind === "copy") copyBytesPerSecond = event.bytesPerSecond;
    else progress = event;
  }
  return { backend, results, copyBytesPerSecond, progress };
}
