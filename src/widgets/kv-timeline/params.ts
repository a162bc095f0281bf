import type { Param } from "../params.ts";

export const params = [
  { kind: "number", name: "places", min: 1, max: 8, step: 1, default: 4 },
  { kind: "number", name: "requests", min: 2, max: 16, step: 1, default: 9 },
  { kind: "number", name: "spread", min: 0, max: 1.5, step: 0.1, default: 0.9 },
  {
    kind: "number",
    name: "long",
    min: 256,
    max: 65_536,
    step: 1,
    scale: "powers",
    default: 8192,
  },
  { kind: "number", name: "budget", min: 64, max: 16_384, step: 1, scale: "powers", default: 512 },
  { kind: "number", name: "gap", min: 0, max: 2, step: 0.05, default: 0.1 },
  {
    kind: "number",
    name: "request",
    min: 0,
    max: (values) => Number(values.requests),
    step: 1,
    default: 2,
    follows: ["requests"],
  },
  { kind: "number", name: "seed", min: 1, max: 99, step: 1, default: 1 },
] as const satisfies readonly Param[];
