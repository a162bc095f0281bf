import { writeFileSync } from "node:fs";
import path from "node:path";
import type { RunRecord } from "../src/measured/run-record.ts";

/** Renews what the site shows as recorded: one file a back end. */
export function keepRecords(records: readonly RunRecord[]): void {
  const folder = path.resolve(import.meta.dirname, "../src/measured/recorded");
  for (const record of records) {
    const text = `${JSON.stringify(record, null, 2)}\n`;
    writeFileSync(path.join(folder, `${nameOf(record)}.json`), text);
  }
}

function nameOf({ backend, adapter }: RunRecord): string {
  if (backend === "wasm") return "wasm";
  return /swiftshader/i.test(adapter ?? "") ? "swiftshader" : "gpu";
}
