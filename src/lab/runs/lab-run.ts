import type { LabEvent } from "../protocol.ts";

/** How a run is told of and ended early. */
export interface LabRun {
  readonly emit: (event: LabEvent) => void;
  /** Lets a cancel through, which throws, and waits while the page is hidden. */
  readonly breathe: () => Promise<void>;
}
