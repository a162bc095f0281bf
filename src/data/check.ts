import { readFileSync } from "node:fs";
import { validateGpus, validateModels, validateUnlisted } from "./schema.ts";

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

/** Validates every data file. Throws with the file, the entry and the field of each mistake. */
export function checkData(): void {
  const models = validateModels(read("./models.json"), "src/data/models.json");
  validateGpus(read("./gpus.json"), "src/data/gpus.json");
  validateUnlisted(read("./unlisted.json"), "src/data/unlisted.json", models);
}
