/** What the reader asks for. `auto` takes WebGPU where it is real hardware. */
export type Backend = "auto" | "webgpu" | "wasm";

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
  | "download" // the runtime did not arrive
  | "failed";

/** The GPU a browser offers, and why `auto` does not take it. */
export type Probe =
  | { readonly webgpu: null; readonly reason: Reason; readonly adapter: null }
  | { readonly webgpu: "hardware"; readonly reason: null; readonly adapter: string }
  | { readonly webgpu: "software"; readonly reason: "software"; readonly adapter: string };

/** And the build of the runtime this page downloads: see runtimeSize for its size. */
export type Capability = Probe & { readonly flavour: Flavour };

export interface AttentionRequest {
  readonly backend: Backend;
  readonly context: number;
  readonly nHeads: number;
  readonly headDim: number;
  /** Measured one after the other, in this order. */
  readonly nKvList: readonly number[];
  /** Timed runs for each nKv: at least 10; a slow device does fewer than asked, and says so. */
  readonly steps: number;
  readonly seed: number;
}

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
  readonly nKv: number;
  /** Bytes really held for K and V: of the GPU buffers, or of the typed arrays. */
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
  /** Largest absolute difference from the float64 reference. */
  readonly maxError: number;
  readonly bytesPerSecond: number;
}

export type AttentionEvent =
  | { readonly kind: "download"; readonly loaded: number; readonly total: number }
  | BackendEvent
  /** Copying on the same device: bytes read plus bytes written, per second. */
  | { readonly kind: "copy"; readonly bytes: number; readonly bytesPerSecond: number }
  | { readonly kind: "step"; readonly nKv: number; readonly done: number; readonly of: number }
  | ResultEvent;

export type ToWorker =
  | {
      readonly kind: "run";
      readonly id: number;
      readonly request: AttentionRequest;
      readonly capability: Capability;
      /** The runtime's wasm, if an earlier worker has fetched it. */
      readonly binary: Blob | null;
    }
  | { readonly kind: "cancel"; readonly id: number };

export type FromWorker =
  | { readonly kind: "event"; readonly id: number; readonly event: AttentionEvent }
  | { readonly kind: "binary"; readonly id: number; readonly binary: Blob }
  | { readonly kind: "end"; readonly id: number }
  | {
      readonly kind: "error";
      readonly id: number;
      readonly reason: Reason;
      readonly message: string;
    };
