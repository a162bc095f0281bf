import type { CacheOrder } from "../layer-graph.ts";
import type { Steps } from "../measure.ts";
import type { Bytes } from "../wire.ts";

export type FloatType = "float32" | "float16";

/** A tensor that stays where the backend computes, from run to run. */
export interface Held {
  readonly dtype: FloatType;
  readonly dims: readonly number[];
  readonly bytes: number;
}

export type Tensors = Readonly<Record<string, Held>>;

/** A graph the runtime has accepted. */
export interface Session {
  /** Runs it once; outputs that are not named are thrown away. */
  run(inputs: Tensors, outputs: Tensors): Promise<void>;
}

/** What is held at the moment. */
export interface Live {
  readonly tensors: number;
  readonly bytes: number;
  readonly sessions: number;
}

/** One way to compute: the reader's GPU through WebGPU, or the CPU through WASM. */
export interface Backend {
  readonly name: "webgpu" | "wasm";
  /** The session of a graph: created once for each key, and kept for later runs. */
  session(key: string, model: Bytes): Promise<Session>;
  /** Takes values in. @throws RunError "out-of-memory" where there is no room */
  hold(dtype: FloatType, dims: readonly number[], values: ArrayLike<number>): Promise<Held>;
  /** Room without values. */
  room(dtype: FloatType, dims: readonly number[]): Promise<Held>;
  write(held: Held, values: ArrayLike<number>): void;
  read(held: Held): Promise<Float32Array>;
  free(...held: readonly Held[]): void;
  /** Puts new tokens into a cache at token `at`, in place. */
  append(cache: Held, fresh: Held, order: CacheOrder, at: number): void;
  /** Copying `bytes` from one place of its memory to another: the device's own yardstick. */
  copy(bytes: number): Promise<Steps & { dispose(): void }>;
  /** Waits for all submitted work. */
  settle(): Promise<void>;
  live(): Live;
}

export const elements = (dims: readonly number[]): number => dims.reduce((a, b) => a * b, 1);

export const elementBytes = { float32: 4, float16: 2 } as const;

/**
 * Heads × rows of a tensor that grows along one axis, as [outer, tokens, inner]: columns have the
 * tokens last, rows before the last.
 */
export function appendSpans(dims: readonly number[], order: CacheOrder) {
  const [heads = 1, second = 1, third = 1] = dims;
  return order === "columns"
    ? { outer: heads * second, tokens: third, inner: 1 }
    : { outer: heads, tokens: second, inner: third };
}
