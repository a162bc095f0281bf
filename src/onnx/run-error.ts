import type { Reason, ResultEvent } from "./protocol.ts";

/** A run that ended early. `kept` are the results that had arrived; they stay valid. */
export class RunError extends Error {
  override readonly name = "RunError";
  readonly reason: Reason;
  readonly kept: readonly ResultEvent[];

  constructor(reason: Reason, message: string, kept: readonly ResultEvent[] = []) {
    super(message);
    this.reason = reason;
    this.kept = kept;
  }
}

/** Engines phrase an allocation that failed in their own ways; there is no common error type. */
const outOfMemory =
  /out of memory|allocation failed|bad_alloc|failed to allocate|invalid array length/i;

export function toRunError(error: unknown): RunError {
  if (error instanceof RunError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new RunError(outOfMemory.test(message) ? "out-of-memory" : "failed", message);
}
