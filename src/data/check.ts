import { readFileSync } from "node:fs";
import { validateGpus, validateModels, validateNotes, validateUnlisted } from "./schema.ts";
import {
  validateConflict,
  validatePapers,
  validateVha,
  validateVhaScores,
} from "./schema-quality.ts";
import { validateQuantized } from "./schema-quantized.ts";
import { validateStarts } from "./schema-validation.ts";

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

/** Validates every data file. Throws with the file, the entry and the field of each mistake. */
export function checkData(): void {
  const models = validateModels(read("./models.json"), "src/data/models.json");
  validateNotes(read("./notes.json"), "src/data/notes.json", models);
  validateStarts(read("./validation.json"), "src/data/validation.json", models);
  validateGpus(read("./gpus.json"), "src/data/gpus.json");
  validateUnlisted(read("./unlisted.json"), "src/data/unlisted.json", models);
  const papers = validatePapers(read("./quality.json"), "src/data/quality.json");
  validateConflict(read("./quality-conflict.json"), "src/data/quality-conflict.json", papers);
  validateVha(read("./quality-vha.json"), "src/data/quality-vha.json");
  validateVhaScores(read("./vha-scores.json"), "src/data/vha-scores.json");
  validateQuantized(read("./quantized-quality.json"), "src/data/quantized-quality.json");
}
