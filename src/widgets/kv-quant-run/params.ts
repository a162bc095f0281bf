import { taskNames, variants } from "../../lab/family.ts";
import { runFormatNames } from "../../lab/run-formats.ts";
import type { Param, ValuesOf } from "../params.ts";
import { backendParam } from "../run-controls.ts";

export const params = [
  { kind: "choice", name: "task", options: taskNames, default: "recall" },
  { kind: "choice", name: "variant", options: variants, default: "gqa" },
  { kind: "choice", name: "format", options: runFormatNames, default: "int4" },
  {
    kind: "choice",
    name: "measure",
    options: ["loss", "accuracy", "divergence"],
    default: "loss",
  },
  backendParam,
] as const satisfies readonly Param[];

export type QuantRunValues = ValuesOf<typeof params>;
