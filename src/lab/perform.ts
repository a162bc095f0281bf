import type { Backend } from "../onnx/backend/backend.ts";
import type { LabRequest } from "./protocol.ts";
import { decode } from "./runs/decode.ts";
import { judge } from "./runs/judge.ts";
import type { LabRun } from "./runs/lab-run.ts";
import { lookInto } from "./runs/look-into.ts";
import { uptrain } from "./runs/uptrain.ts";
import type { LoadedModel } from "./shipped-model.ts";

/** Carries out a request with a model that has been loaded. */
export const performLab = (
  request: LabRequest,
  model: LoadedModel,
  backend: Backend,
  run: LabRun,
): Promise<void> => {
  if (request.kind === "decode") return decode(request, model, backend, run);
  if (request.kind === "uptrain") return uptrain(request, model, backend, run);
  if (request.kind === "judge") return judge(request, model, backend, run);
  return lookInto(request, model, backend, run);
};
