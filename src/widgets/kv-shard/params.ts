import { modelById } from "../../data/index.ts";
import type { Param, Values } from "../params.ts";
import { kvParam, modelParam } from "../shared-params.ts";
import { headCounts } from "./shard-rows.ts";

const modelOf = (values: Values) => modelById(String(values.model));

/** The most query heads of a model whose own number is not known. */
const mostHeads = 128;

/** More GPUs than a server has; the axis ends here. */
export const mostTp = 16;

/** Whether every layer with heads has as many KV heads as the others. */
const hasOneCount = (values: Values): boolean => headCounts(modelOf(values).layers).length === 1;

export const params = [
  modelParam,
  { kind: "number", name: "tp", min: 1, max: mostTp, step: 1, default: 8 },
  {
    kind: "number",
    name: "heads",
    min: 1,
    max: (values) => modelOf(values).nHeads ?? mostHeads,
    step: 1,
    scale: "powers",
    default: (values) => headCounts(modelOf(values).layers)[0] ?? 1,
    follows: ["model"],
    when: hasOneCount,
  },
  kvParam,
] as const satisfies readonly Param[];
