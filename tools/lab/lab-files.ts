import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** The models that the site ships, and their list. */
export const modelFolder = path.join(root, "public/models");
export const listFile = path.join(root, "src/lab/shipped-models.json");

const measuredFolder = path.join(root, "src/measured/lab");

/** To five digits, which is finer than any seed's noise. */
export const short = (value: number): number => Number(value.toPrecision(5));

/** What is known of runs; nothing while the file is not there. */
export function readMeasured<T>(name: string): readonly T[] {
  const file = path.join(measuredFolder, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T[]) : [];
}

/** A list as a file, an entry a line. */
export function writeMeasured(name: string, entries: readonly unknown[]): void {
  mkdirSync(measuredFolder, { recursive: true });
  const lines = entries.map((entry) => JSON.stringify(entry));
  writeFileSync(path.join(measuredFolder, name), `[\n${lines.join(",\n")}\n]\n`);
}
