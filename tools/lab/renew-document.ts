import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { listFile, readMeasured } from "./lab-files.ts";
import { labTables, withTables } from "./lab-tables.ts";

const documentFile = path.resolve(import.meta.dirname, "../../docs/lab.md");

/** Puts what is measured into the tables of docs/lab.md. */
export function renewDocument(): void {
  const tables = labTables({
    family: readMeasured("family.json"),
    upcycling: readMeasured("upcycling.json"),
    shipped: JSON.parse(readFileSync(listFile, "utf8")),
    formats: readMeasured("formats.json"),
  });
  writeFileSync(documentFile, withTables(readFileSync(documentFile, "utf8"), tables));
}
