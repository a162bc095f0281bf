import type { Param } from "../params.ts";
import { backendParam } from "../run-controls.ts";
import { ranks } from "./layers.ts";

export const params = [
  { kind: "choice", name: "dims", options: ["toy", "paper"], default: "toy" },
  { kind: "number", name: "alpha", min: 0, max: 1, step: 0.05, default: 0.5 },
  { kind: "number", name: "beta", min: 0, max: 0.6, step: 0.05, default: 0.3 },
  {
    kind: "number",
    name: "rank",
    min: 1,
    max: 8,
    step: 1,
    default: ({ dims }) => ranks[dims === "paper" ? "paper" : "toy"],
    follows: ["dims"],
  },
  {
    kind: "choice",
    name: "break",
    options: ["none", "norm-first", "silu", "untransposed"],
    default: "none",
  },
  backendParam,
] as const satisfies readonly Param[];
