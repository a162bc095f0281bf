import type { DecodeRow } from "../onnx/decode/decode-case.ts";
import type { MeasuredStep, RunRecord } from "./run-record.ts";

/** Why a file is no record: what was wrong, and in which field. */
export type RecordMistake = "too-large" | "not-json" | "not-a-run" | "version" | "field";

export class RecordError extends Error {
  override readonly name = "RecordError";
  readonly code: RecordMistake;
  readonly field: string;

  constructor(code: RecordMistake, field = "") {
    super(`${code} ${field}`);
    this.code = code;
    this.field = field;
  }
}

const mostLetters = 2 ** 20;
const mostSteps = 500;
/** An hour: nobody waits longer for a step. */
const mostMs = 3_600_000;

/**
 * A record from a file of anybody's: everything is checked, nothing is taken over that is not named.
 * @throws RecordError
 */
export function parseRecord(text: string): RunRecord {
  if (text.length > mostLetters) throw new RecordError("too-large");
  const file = objectOf(parsed(text), "");
  if (file.format !== "headcount-run") throw new RecordError("not-a-run");
  if (file.version !== 1) throw new RecordError("version", shortText(file.version));
  const steps = file.steps;
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > mostSteps) {
    throw new RecordError("field", "steps");
  }
  return {
    format: "headcount-run",
    version: 1,
    date: dateOf(file.date),
    commit: file.commit === null ? null : textOf(file.commit, "commit"),
    backend: oneOf(file.backend, ["webgpu", "wasm"] as const, "backend"),
    adapter: file.adapter === null ? null : textOf(file.adapter, "adapter"),
    host: textOf(file.host, "host"),
    runtime: textOf(file.runtime, "runtime"),
    nHeads: count(file.nHeads, "nHeads", 1024),
    headDim: count(file.headDim, "headDim", 4096),
    dtype: oneOf(file.dtype, ["float32", "float16"] as const, "dtype"),
    copyBytesPerSecond:
      file.copyBytesPerSecond === null
        ? null
        : positive(file.copyBytesPerSecond, "copyBytesPerSecond"),
    steps: steps.map((step, i) => stepOf(step, count(file.nHeads, "nHeads", 1024), `steps[${i}]`)),
  };
}

function stepOf(value: unknown, nHeads: number, at: string): MeasuredStep {
  const step = objectOf(value, at);
  const field = (name: keyof MeasuredStep) => `${at}.${name}`;
  const time = (name: keyof MeasuredStep) => {
    const value = notNegative(step[name], field(name));
    if (value <= mostMs) return value;
    throw new RecordError("field", field(name));
  };
  const [lower, median, upper] = [
    time("lowerQuartileMs"),
    time("medianMs"),
    time("upperQuartileMs"),
  ];
  if (median === 0 || lower > median) throw new RecordError("field", field("medianMs"));
  if (median > upper) throw new RecordError("field", field("upperQuartileMs"));
  return {
    row: rowOf(step.row, nHeads, field("row")),
    context: count(step.context, field("context"), 2 ** 24),
    kvBytes: count(step.kvBytes, field("kvBytes"), Number.MAX_SAFE_INTEGER),
    medianMs: median,
    lowerQuartileMs: lower,
    upperQuartileMs: upper,
    runs: count(step.runs, field("runs"), 1e6),
    stepsPerRun: count(step.stepsPerRun, field("stepsPerRun"), 1e6),
    relativeError: notNegative(step.relativeError, field("relativeError")),
    sessionMs: time("sessionMs"),
    firstRunMs: time("firstRunMs"),
  };
}

function rowOf(value: unknown, nHeads: number, at: string): DecodeRow {
  const row = objectOf(value, at);
  const form = oneOf(
    row.form,
    ["grouped", "expanded", "mla-absorbed", "mla-naive", "vha"] as const,
    `${at}.form`,
  );
  if (form !== "grouped" && form !== "expanded") return { form };
  const nKv = count(row.nKv, `${at}.nKv`, nHeads);
  if (nHeads % nKv === 0) return { form, nKv };
  throw new RecordError("field", `${at}.nKv`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RecordError("not-json");
  }
}

/** What stands where a number should, for a message. */
const shortText = (value: unknown): string => (JSON.stringify(value) ?? "?").slice(0, 20);

type Fields = Readonly<Record<string, unknown>>;

function objectOf(value: unknown, field: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw field === "" ? new RecordError("not-a-run") : new RecordError("field", field);
}

function textOf(value: unknown, field: string): string {
  if (typeof value === "string" && value.length <= 200) return value;
  throw new RecordError("field", field);
}

function oneOf<const Option>(value: unknown, options: readonly Option[], field: string): Option {
  if ((options as readonly unknown[]).includes(value)) return value as Option;
  throw new RecordError("field", field);
}

function notNegative(value: unknown, field: string): number {
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  throw new RecordError("field", field);
}

function positive(value: unknown, field: string): number {
  if (notNegative(value, field) > 0) return value as number;
  throw new RecordError("field", field);
}

function count(value: unknown, field: string, most: number): number {
  if (Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= most) {
    return value as number;
  }
  throw new RecordError("field", field);
}

function dateOf(value: unknown): string {
  const date = textOf(value, "date");
  if (!Number.isNaN(Date.parse(date)) && /^\d{4}-\d\d-\d\dT/.test(date)) return date;
  throw new RecordError("field", "date");
}
