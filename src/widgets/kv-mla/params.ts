import type { Param } from "../params.ts";
import { backendParam } from "../run-controls.ts";
import { contextParam } from "../shared-params.ts";

export const mostQueries = 1024;

export const params = [
  { kind: "choice", name: "form", options: ["naive", "absorbed"], default: "absorbed" },
  { kind: "choice", name: "rope", options: ["decoupled", "latent"], default: "decoupled" },
  { kind: "choice", name: "dims", options: ["v2", "v2-lite", "toy"], default: "v2" },
  {
    kind: "number",
    name: "queries",
    min: 1,
    max: mostQueries,
    step: 1,
    scale: "powers",
    default: 1,
  },
  contextParam,
  { kind: "number", name: "tokens", min: 1, max: 16, step: 1, default: 12 },
  backendParam,
] as const satisfies readonly Param[];
