import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(fileURLToPath(import.meta.url), "../../..");

/** What is installed, built or drawn, and never checked in. */
const skipped = new Set(["node_modules", "dist", "build", "bench-results", "shots"]);
/** Beside these, files and folders that start with a dot belong to tools. */
const dotted = new Set([".ci", ".gitignore", ".npmrc", ".htmlvalidate.json"]);

/** Files below a folder of the repository, as paths from its root with forward slashes. */
export function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const { name } = entry;
    if (skipped.has(name) || (name.startsWith(".") && !dotted.has(name))) return [];
    const here = folder === "." ? name : `${folder}/${name}`;
    if (entry.isDirectory()) return filesBelow(here);
    return entry.isFile() ? [here] : [];
  });
}

export const sourceOf = (file: string): string => readFileSync(path.join(root, file), "utf8");
