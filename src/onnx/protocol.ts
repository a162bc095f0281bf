import type { FloatType } from "./backend/backend.ts";
import type { DecodeRow } from "./decode/decode-case.ts";
import type { ProofEvent, ProofRequest } from "./proof/proof-request.ts";

export type { DecodeRow } from "./decode/decode-case.ts";
export type * from "./proof/proof-request.ts";

/** What the reader asks for. `auto` takes WebGPU where it is real hardware. */
export type BackendChoice = "auto" | "webgpu" | "wasm";

/** The build of the runtime a page downloads; the first two hold both backends. */
export type Flavour = "jspi" | "asyncify" | "wasm";

/** Why WebGPU is not what runs, or why a run ended early. */
export type Reason =
  | "insecure" // plain http: the browser hides WebGPU
  | "no-api" // the browser has no WebGPU, or none in workers
  | "no-adapter" // WebGPU is there, but no GPU
  | "software" // the GPU is emulated on the CPU, slower than WASM
  | "lost" // the device went away during the run
  | "out-of-memory"
  | "no-fp16" // the GPU has no 16-bit numbers
  | "no-wasm" // the browser has WebAssembly turned off
  | "unfit" // the GPU failed at a tiny attention, or got it wrong
  | "download" // the runtime or a model did not arrive
  | "damaged" // a model's file is not the one that the site lists
  | "failed";

/** The GPU a browser offers, and why `auto` does not take it. */
export type Probe =
  | { readonly webgpu: null; readonly reason: Reason; readonly adapter: null; readonly fp16: false }
  | {
      readonly webgpu: "hardware";
      readonly reason: null;
      readonly adapter: string;
      readonly fp16: boolean;
    }
  | {
      readonly webgpu: "software";
      readonly reason: "software";
      readonly adapter: string;
      readonly fp16: boolean;
    };

/** And the build of the runtime this page downloads: see runtimeSize for its size. */
export type Capability = Probe & { readonly flavour: Flavour };

/** One decode step, timed: every row at every context length, on one backend. */
export interface MeasureRequest {
  readonly kind: "measure";
  readonly backend: BackendChoice;
  readonly dtype: FloatType;
  readonly nHeads: number;
  readonly headDim: number;
  /** Measured one after the other, in this order, for each context length. */
  readonly rows: readonly DecodeRow[];
  readonly contexts: readonly number[];
  /** Timed runs of each: at least 10; a slow device does fewer than asked, and says so. */
  readonly runs: number;
  readonly seed: number;
}

export type RunRequest = MeasureRequest | ProofRequest;

export interface BackendEvent {
  readonly kind: "backend";
  readonly backend: "webgpu" | "wasm";
  readonly reason: Reason | null;
  /** The GPU in the browser's words; null on WASM. */
  readonly adapter: string | null;
  readonly flavour: Flavour;
  /** Version of onnxruntime-web, as it reports it. */
  readonly runtimeVersion: string;
  /** Whether the runtime was told to refuse any operator off the GPU, and accepted the graph. */
  readonly allOperatorsOnGpu: boolean;
}

export interface ResultEvent {
  readonly kind: "result";
  readonly row: DecodeRow;
  readonly context: number;
  readonly dtype: FloatType;
  readonly nHeads: number;
  readonly headDim: number;
  /** Bytes really held for the cache: of the GPU buffers, or of the typed arrays. */
  readonly kvBytes: number;
  readonly medianMs: number;
  readonly lowerQuartileMs: number;
  readonly upperQuartileMs: number;
  readonly runs: number;
  /** More than 1 where one step is too short for this browser's clock or queue. */
  readonly stepsPerRun: number;
  /** Resolution of the clock, and what an empty queue takes to answer (subtracted from each run). */
  readonly clockTickMs: number;
  readonly queueMs: number;
  /** What it takes to have the graph accepted, and to run it for the first time. */
  readonly sessionMs: number;
  readonly firstRunMs: number;
  /** Largest absolute difference from the float64 reference. */
  readonly relativeError: number;
  readonly bytesPerSecond: number;
}

export type RunEvent =
  | { readonly kind: "download"; readonly loaded: number; readonly total: number }
  | BackendEvent
  /** Copying on the same device: bytes read plus bytes written, per second. */
  | { readonly kind: "copy"; readonly bytes: number; readonly bytesPerSecond: number }
  | {
      readonly kind: "step";
      readonly row: DecodeRow;
      readonly context: number;
      readonly done: number;
      readonly of: number;
    }
  /** The page is hidden: nothing is measured until it is looked at again. */
  | { readonly kind: "paused"; readonly paused: boolean }
  | ResultEvent
  | ProofEvent;
