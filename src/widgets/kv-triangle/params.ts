import type { NumberParam, Param } from "../params.ts";
import { contextParam } from "../shared-params.ts";
import { mfaNames, scaleNames } from "./scales.ts";

const tp = {
  kind: "number",
  name: "tp",
  min: 1,
  max: 16,
  step: 1,
  scale: "powers",
  default: 1,
} as const satisfies NumberParam;

export const params = [
  { kind: "choice", name: "scale", options: scaleNames, default: "1.7b" },
  { ...contextParam, default: 4096 },
  tp,
  { kind: "choice", name: "attention", options: ["causal", "full"], default: "causal" },
  { kind: "choice", name: "head", options: ["none", "151936", "103424"], default: "103424" },
  { kind: "choice", name: "served", options: ["trained", "absorbed"], default: "trained" },
  // Served, the mixes are part of other matrices.
  {
    kind: "toggle",
    name: "mixes",
    default: false,
    when: ({ served }) => served === "trained",
  },
  { kind: "choice", name: "mfa", options: mfaNames, default: "m32-r256" },
  { kind: "choice", name: "mla", options: ["naive", "absorbed"], default: "naive" },
] as const satisfies readonly Param[];
