import type { Reason } from "./protocol.ts";

/** A run that ended early. */
export class RunError extends Error {
  override readonly name = "RunError";
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
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
