import type { Param } from "../params.ts";
import { countParam, gpuParam, kvParam, modelParam } from "../shared-params.ts";
import { weightsParam } from "../step-load.ts";

export const params = [
  {
    ...modelParam,
    optionName: (id, values, t) => modelParam.optionName(id, { context: Number(values.most) }, t),
  },
  gpuParam,
  countParam,
  kvParam,
  weightsParam,
  { kind: "number", name: "reserve", min: 0, max: 1024, step: 1, precision: 0.1, default: 20 },
  {
    kind: "number",
    name: "most",
    min: 64,
    max: 131_072,
    step: 1,
    scale: "powers",
    default: 8192,
  },
  {
    kind: "number",
    name: "prompt",
    min: 16,
    max: (values) => Number(values.most) - 2,
    step: 1,
    scale: "powers",
    default: (values) => Math.min(161, Number(values.most) - 2),
  },
  {
    kind: "number",
    name: "output",
    min: 2,
    max: (values) => Number(values.most) - Number(values.prompt),
    step: 1,
    scale: "powers",
    default: (values) => Math.min(338, Number(values.most) - Number(values.prompt)),
  },
  { kind: "number", name: "ttft", min: 0.1, max: 60, step: 0.1, default: 2 },
  { kind: "number", name: "tpot", min: 5, max: 1000, step: 5, default: 100 },
  { kind: "number", name: "seed", min: 1, max: 99, step: 1, default: 1 },
] as const satisfies readonly Param[];
