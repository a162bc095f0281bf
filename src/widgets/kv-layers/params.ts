import type { Param } from "../params.ts";
import { contextParam, kvParam, modelParam, unitParam } from "../shared-params.ts";

export const params = [
  { ...modelParam, default: "gemma-3-27b" },
  { ...contextParam, default: 131_072 },
  kvParam,
  unitParam,
] as const satisfies readonly Param[];
