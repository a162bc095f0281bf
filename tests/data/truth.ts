import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const root = process.env.HEADCOUNT_TRUTH
  ? pathToFileURL(`${process.env.HEADCOUNT_TRUTH}/`)
  : new URL("../../../shared/truth/", import.meta.url);

/** Why tests against real inputs are skipped, or false where they are at hand. */
export const withoutTruth: string | false = existsSync(root)
  ? false
  : "the real inputs are not at hand: set HEADCOUNT_TRUTH to their folder";

/** A file of the real inputs, parsed; `fallback` where they are not at hand. */
export function readTruth<T>(name: string, fallback: T): T {
  if (withoutTruth) return fallback;
  const text = readFileSync(new URL(name, root), "utf8");
  // Python writes what JSON does not know.
  return JSON.parse(text.replace(/(?<=[\s[:,])Infinity(?=[\s\],}])/g, "null"));
}
