import { poolings } from "../../lab/upcycle/pool-heads.ts";
import type { Param, ValuesOf } from "../params.ts";
import { backendParam } from "../run-controls.ts";

export const params = [
  { kind: "choice", name: "n-kv", options: ["8", "4", "2", "1"], default: "2" },
  { kind: "choice", name: "pooling", options: poolings, default: "mean" },
  { kind: "choice", name: "task", options: ["recall", "text"], default: "recall" },
  {
    kind: "number",
    name: "layer",
    min: 1,
    max: ({ task }) => (task === "text" ? 4 : 2),
    step: 1,
    default: 1,
    follows: ["task"],
  },
  { kind: "choice", name: "measure", options: ["loss", "accuracy"], default: "loss" },
  { kind: "choice", name: "diet", options: ["same", "other"], default: "same" },
  { kind: "number", name: "steps", min: 5, max: 70, step: 5, default: 35 },
  backendParam,
] as const satisfies readonly Param[];

export type UpcycleValues = ValuesOf<typeof params>;
