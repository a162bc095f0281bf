import type { Param } from "../params.ts";
import { backendParam } from "../run-controls.ts";
import { contextParam, kvParam, unitParam } from "../shared-params.ts";

/** Powers of two: each has all smaller ones as divisors, and a slider of powers stops at them. */
const headCounts = ["4", "8", "16", "32", "64"] as const;

export const params = [
  { kind: "choice", name: "heads", options: headCounts, default: "8" },
  {
    kind: "number",
    name: "groups",
    min: 1,
    max: (values) => Number(values.heads),
    step: 1,
    scale: "powers",
    default: 2,
  },
  {
    // The query head that is lit, from 1; 0 for none. The figure itself is its control.
    kind: "number",
    name: "head",
    min: 0,
    max: (values) => Number(values.heads),
    step: 1,
    default: 0,
    follows: ["heads"],
    when: () => false,
  },
  contextParam,
  kvParam,
  unitParam,
  backendParam,
] as const satisfies readonly Param[];
