import type { Param } from "../params.ts";
import { contextParam, countParam, gpuParam, kvParam, modelParam } from "../shared-params.ts";
import { batchParam, weightsParam } from "../step-load.ts";

/** Measured on a device, set by a run and not by hand; 0 while nothing is. */
const measured = { kind: "number", min: 0, step: 0.001, default: 0, when: () => false } as const;

export const params = [
  modelParam,
  gpuParam,
  countParam,
  batchParam,
  contextParam,
  kvParam,
  weightsParam,
  { ...measured, name: "own-intensity", max: 1e6 },
  { ...measured, name: "own-rate", max: 1e6 },
  { ...measured, name: "own-bandwidth", max: 1e5 },
] as const satisfies readonly Param[];
