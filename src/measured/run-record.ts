import type { DecodeRow } from "../onnx/decode/decode-case.ts";
import type { ResultEvent } from "../onnx/protocol.ts";

/** One row at one context length, as it was measured. */
export type MeasuredStep = Pick<
  ResultEvent,
  | "row"
  | "context"
  | "kvBytes"
  | "medianMs"
  | "lowerQuartileMs"
  | "upperQuartileMs"
  | "runs"
  | "stepsPerRun"
  | "relativeError"
  | "sessionMs"
  | "firstRunMs"
>;

/** What a run measured, and on what: the file that readers save, compare and send to each other. */
export interface RunRecord {
  readonly format: "headcount-run";
  readonly version: 1;
  /** ISO 8601, UTC */
  readonly date: string;
  /** Commit of this project that measured it; `null` where a reader did. */
  readonly commit: string | null;
  readonly backend: "webgpu" | "wasm";
  /** The GPU in the browser's words; `null` on WASM. */
  readonly adapter: string | null;
  /** Name and version of the browser, or of Node. */
  readonly host: string;
  /** Version of onnxruntime-web. */
  readonly runtime: string;
  readonly nHeads: number;
  readonly headDim: number;
  readonly dtype: "float32" | "float16";
  /** Bytes read plus bytes written a second by the same device's copy; `null` where it had no room. */
  readonly copyBytesPerSecond: number | null;
  readonly steps: readonly MeasuredStep[];
}

/** Tells rows apart, and puts the same ones of two records together. */
export const rowKey = (row: DecodeRow): string =>
  "nKv" in row ? `${row.form} ${row.nKv}` : row.form;

/** The bytes that are cached, read once a step, over the time of that step. */
export const bytesPerSecond = ({ kvBytes, medianMs }: MeasuredStep): number =>
  kvBytes / (medianMs / 1000);
