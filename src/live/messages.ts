import type { LabEvent, LabRequest } from "../lab/protocol.ts";
import type { Capability, Reason, RunEvent, RunRequest } from "../onnx/protocol.ts";

/** Anything that can run on the reader's device. */
export type LiveRequest = RunRequest | LabRequest;

/** Anything that such a run tells. */
export type LiveEvent = RunEvent | LabEvent;

export type ToWorker =
  | {
      readonly kind: "run";
      readonly id: number;
      readonly request: LiveRequest;
      readonly capability: Capability;
      /** The runtime's wasm, if an earlier worker has fetched it. */
      readonly binary: Blob | null;
      /** The last model arrived damaged: caches on the way may hold it. */
      readonly refetch: boolean;
    }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "hidden"; readonly hidden: boolean };

export type FromWorker =
  | { readonly kind: "event"; readonly id: number; readonly event: LiveEvent }
  | { readonly kind: "binary"; readonly id: number; readonly binary: Blob }
  | { readonly kind: "end"; readonly id: number }
  | {
      readonly kind: "error";
      readonly id: number;
      readonly reason: Reason;
      readonly message: string;
    };
