import type { Backend } from "../../onnx/backend/backend.ts";
import { inspect } from "../inspect.ts";
import type { InspectRequest } from "../protocol.ts";
import type { LoadedModel } from "../shipped-model.ts";
import type { LabRun } from "./lab-run.ts";

/** Tells what every layer's attention works with. */
export async function lookInto(
  { text }: InspectRequest,
  { shape, parameters }: LoadedModel,
  backend: Backend,
  { emit, breathe }: LabRun,
): Promise<void> {
  const held = await backend.hold("float32", [parameters.length], parameters);
  try {
    await breathe();
    emit({ kind: "inspected", layers: await inspect(backend, shape, held, text) });
  } finally {
    backend.free(held);
  }
}
