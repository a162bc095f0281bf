import { decodeCase } from "../onnx/decode/decode-case.ts";
import { subjectOf } from "../onnx/proof/subject.ts";
import type { RunRequest } from "../onnx/protocol.ts";

/** @throws RangeError where a request's sizes make no attention, before anything is downloaded */
export function requireFit(request: RunRequest): void {
  if (request.kind === "measure") {
    const { rows, contexts, nHeads, headDim, dtype } = request;
    for (const row of rows) {
      for (const context of contexts) decodeCase(row, { nHeads, headDim, context }, dtype, 0);
    }
    return;
  }
  const { subjects, prefill, steps, dtype } = request;
  if (prefill + steps < 1) throw new RangeError("a proof of no tokens");
  for (const subject of subjects) {
    subjectOf(subject, 0).layer.graph({ dtype, tokens: 1, capacity: prefill + steps });
  }
}
