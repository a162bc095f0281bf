import { readFileSync } from "node:fs";
import path from "node:path";
import { heldOutTexts } from "../../src/lab/held-out.ts";
import { judgeFormats } from "../../src/lab/judge-formats.ts";
import { formatsOf, runFormats, storedBytesPerToken } from "../../src/lab/run-formats.ts";
import { openModel, type ShippedModel } from "../../src/lab/shipped-model.ts";
import type { FormatScore } from "../../src/measured/lab-runs.ts";
import type { Backend } from "../../src/onnx/backend/backend.ts";
import { listFile, modelFolder, short, writeMeasured } from "./lab-files.ts";

/** Judges the shipped models with their caches in every format, as the site does it in the browser. */
export async function judgeShipped(backend: Backend): Promise<void> {
  const models = JSON.parse(readFileSync(listFile, "utf8")) as readonly ShippedModel[];
  const scores: FormatScore[] = [];
  for (const model of models) {
    const { name, task, variant } = model;
    const file = new Uint8Array(readFileSync(path.join(modelFolder, `${name}.bin`)));
    const { shape, parameters } = openModel(model, file);
    const held = await backend.hold("float32", [parameters.length], parameters);
    const formats = formatsOf(shape).map((own) => ({ name: own, ...runFormats[own] }));
    const judging = { shape, parameters: held, ...heldOutTexts(task) };
    for await (const { format, quality } of judgeFormats(backend, judging, formats)) {
      const { loss, accuracy, divergence, answers } = quality;
      scores.push({
        ...{ task, variant, format: format?.name ?? null },
        bytesPerToken: format
          ? Math.round(10 * storedBytesPerToken(shape, format.name)) / 10
          : null,
        loss: short(loss),
        accuracy: short(accuracy),
        divergence: short(divergence),
        answers,
      });
    }
    backend.free(held);
  }
  writeMeasured("formats.json", scores);
}
