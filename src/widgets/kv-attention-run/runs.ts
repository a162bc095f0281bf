import type { RunEvent } from "../../onnx/protocol.ts";

/** The latest event that tells how far a run is. */
export const stepOf = (events: readonly unknown[]) =>
  (events as readonly RunEvent[]).findLast((event) => event.kind === "step") ?? null;
