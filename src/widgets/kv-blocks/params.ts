import type { Param, Values } from "../params.ts";
import { type SceneName, sceneOf } from "./scenes.ts";

const here = (values: Values) => sceneOf(values.scene as SceneName);

/** Moments that are kept, from the start on. */
export const lastFrame = 60;

const label = (name: string) => (values: Values) =>
  `param.${name}${values.scene === "small" ? "" : "-paper"}`;

export const params = [
  { kind: "choice", name: "scene", options: ["small", "sharegpt", "alpaca"], default: "small" },
  {
    kind: "number",
    name: "at",
    min: 0,
    max: lastFrame,
    step: 1,
    default: (values) => here(values).opensAt,
    follows: ["scene"],
    label: label("at"),
  },
  {
    kind: "number",
    name: "block",
    min: 1,
    max: (values) => here(values).largestBlock,
    step: 1,
    scale: "powers",
    default: (values) => here(values).blockTokens,
    follows: ["scene"],
  },
  {
    kind: "number",
    name: "prefix",
    min: 0,
    max: (values) => here(values).longestPrefix,
    step: 1,
    default: 0,
    follows: ["scene"],
  },
  {
    kind: "number",
    name: "request",
    min: 0,
    max: (values) => here(values).requests,
    step: 1,
    default: (values) => here(values).follows,
    follows: ["scene"],
  },
  { kind: "number", name: "seed", min: 1, max: 99, step: 1, default: 1 },
] as const satisfies readonly Param[];
