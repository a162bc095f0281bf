import type { Backend } from "../../onnx/backend/backend.ts";
import { heldOutTexts } from "../held-out.ts";
import { judgeFormats } from "../judge-formats.ts";
import type { JudgeRequest } from "../protocol.ts";
import { runFormats } from "../run-formats.ts";
import type { LoadedModel } from "../shipped-model.ts";
import type { LabRun } from "./lab-run.ts";

/** Judges a model with its cache in one format after the other. */
export async function judge(
  { model, formats: names }: JudgeRequest,
  { task, shape, parameters }: LoadedModel,
  backend: Backend,
  { emit, breathe }: LabRun,
): Promise<void> {
  const held = await backend.hold("float32", [parameters.length], parameters);
  const judging = { shape, parameters: held, ...heldOutTexts(task) };
  const formats = names.map((name) => ({ name, ...runFormats[name] }));
  try {
    for await (const { format, quality } of judgeFormats(backend, judging, formats, breathe)) {
      emit({ kind: "format", model, format: format?.name ?? null, quality });
    }
  } finally {
    backend.free(held);
  }
}
