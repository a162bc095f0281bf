import { parseRecord } from "./parse-record.ts";
import swiftshader from "./recorded/swiftshader.json" with { type: "json" };
import wasm from "./recorded/wasm.json" with { type: "json" };
import type { RunRecord } from "./run-record.ts";

const recorded = (file: unknown): RunRecord => parseRecord(JSON.stringify(file));

/** What `npm run bench` has measured; each file names its device, its date and its commit. */
export const recordedRuns = {
  wasm: recorded(wasm),
  swiftshader: recorded(swiftshader),
} as const satisfies Readonly<Record<string, RunRecord>>;

export type RecordedRuns = typeof recordedRuns;
