import { perTokenFormatNames } from "../../lab/run-formats.ts";
import type { Param } from "../params.ts";
import { readPrompt } from "../prompt/prompt.ts";
import { promptParam } from "../prompt/prompt-param.ts";
import { context, layers, letters, nHeads, shippedVariants } from "../prompt/text-models.ts";
import { backendParam } from "../run-controls.ts";

const mostAdded = 96;

export const params = [
  promptParam("In the beginning God"),
  {
    kind: "choice",
    name: "variant",
    options: shippedVariants,
    when: () => shippedVariants.length > 1,
    default: "mha",
  },
  {
    kind: "choice",
    name: "format",
    options: ["fp32", ...perTokenFormatNames],
    default: "fp32",
  },
  {
    kind: "number",
    name: "tokens",
    min: 2,
    // The last token that is added is not read.
    max: ({ prompt }) =>
      Math.min(mostAdded, context + 1 - readPrompt(String(prompt)).letters.length),
    step: 1,
    default: 24,
  },
  { kind: "number", name: "temperature", min: 0, max: 2, step: 0.1, default: 0.7 },
  { kind: "number", name: "top-k", min: 1, max: letters.length, step: 1, default: 10 },
  { kind: "number", name: "seed", min: 1, max: 100, step: 1, default: 1 },
  { kind: "number", name: "layer", min: 1, max: layers, step: 1, default: 1 },
  { kind: "number", name: "head", min: 1, max: nHeads, step: 1, default: 1 },
  backendParam,
] as const satisfies readonly Param[];
