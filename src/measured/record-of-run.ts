import type { RunEvent } from "../onnx/protocol.ts";
import type { MeasuredStep, RunRecord } from "./run-record.ts";

/** What a run was asked, and where and when it was carried out. */
export interface RunPlace {
  readonly date: string;
  readonly commit: string | null;
  readonly host: string;
  readonly nHeads: number;
  readonly headDim: number;
  readonly dtype: RunRecord["dtype"];
}

/** A run's record from what it has yielded so far; `null` until something was measured. */
export function recordOfRun(events: readonly unknown[], place: RunPlace): RunRecord | null {
  const said = events as readonly RunEvent[];
  const backend = said.find((event) => event.kind === "backend");
  const copy = said.find((event) => event.kind === "copy");
  const steps = said.flatMap((event) => (event.kind === "result" ? [stepOf(event)] : []));
  if (!backend || steps.length === 0) return null;
  return {
    format: "headcount-run",
    version: 1,
    ...place,
    backend: backend.backend,
    adapter: backend.adapter,
    runtime: backend.runtimeVersion,
    copyBytesPerSecond: copy?.bytesPerSecond ?? null,
    steps,
  };
}

function stepOf(event: Extract<RunEvent, { kind: "result" }>): MeasuredStep {
  const { row, context, kvBytes, medianMs, lowerQuartileMs, upperQuartileMs } = event;
  const { runs, stepsPerRun, relativeError, sessionMs, firstRunMs } = event;
  const times = { medianMs, lowerQuartileMs, upperQuartileMs };
  return {
    row,
    context,
    kvBytes,
    ...times,
    runs,
    stepsPerRun,
    relativeError,
    sessionMs,
    firstRunMs,
  };
}

/** The browser's name and version, as far as it tells: "Chrome 141". */
export function hostName(agent = navigator.userAgent): string {
  const brands: readonly (readonly [name: string, pattern: RegExp])[] = [
    ["Edge", /Edg\/(\d+)/],
    ["Samsung Internet", /SamsungBrowser\/(\d+)/],
    ["Firefox", /Firefox\/(\d+)/],
    ["Chrome", /Chrom(?:e|ium)\/(\d+)/],
    ["Safari", /Version\/(\d+).*Safari/],
  ];
  for (const [name, pattern] of brands) {
    const version = pattern.exec(agent)?.[1];
    if (version) return `${name} ${version}`;
  }
  return "?";
}
