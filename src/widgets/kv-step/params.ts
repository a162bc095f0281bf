import type { Param } from "../params.ts";
import {
  contextParam,
  countParam,
  gpuParam,
  kvParam,
  modelParam,
  unitParam,
} from "../shared-params.ts";
import { batchParam, weightsParam } from "../step-load.ts";

export const params = [
  modelParam,
  gpuParam,
  countParam,
  batchParam,
  contextParam,
  kvParam,
  weightsParam,
  unitParam,
] as const satisfies readonly Param[];
