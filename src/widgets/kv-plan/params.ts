import { modelById } from "../../data/index.ts";
import { isModelPath, launchNames } from "../../model/plan/launch/launch.ts";
import { modelAt } from "../model-at.ts";
import type { Param, Values } from "../params.ts";
import { shapeFromText } from "../shape.ts";
import { gpuParam, modelParam } from "../shared-params.ts";
import { weightsParam } from "../step-load.ts";
import { modelFromText } from "./sizes.ts";

/** Pairs of formats, from the most bits to the fewest: weights, then cache. */
export const pairNames = [
  ...(["bf16-bf16", "bf16-fp8", "fp8-bf16", "fp8-fp8", "int4-bf16", "int4-fp8"] as const),
] as const;
export type PairName = (typeof pairNames)[number];

const most = (values: Values): number => Number(values.most);
const ownContext = ({ model, shape }: Values): number =>
  shape === "" ? (modelById(String(model)).maxContext ?? 8192) : 131_072;

/** What the search depends on; the rest is what becomes of its result. */
export const searched = [
  {
    ...modelParam,
    optionName: (id, values, t) => modelParam.optionName(id, { context: most(values) }, t),
  },
  {
    kind: "text",
    name: "shape",
    maxLength: 4000,
    default: "",
    follows: ["model"],
    valid: (text) => shapeFromText(text) !== null,
    holds: "layers as a short text, as reading a file sets it (docs/model.md)",
  },
  {
    kind: "text",
    name: "sizes",
    maxLength: 240,
    default: "",
    follows: ["model"],
    valid: (text) => /^[\d,]*$/.test(text),
    holds: "parameters and heads of these layers, as reading a file sets them",
  },
  gpuParam,
  { kind: "number", name: "rate", min: 0.1, max: 100, step: 0.5, precision: 0.1, default: 4 },
  {
    kind: "number",
    name: "most",
    min: 64,
    step: 1,
    scale: "powers",
    max: 131_072,
    default: (values) => Math.min(8192, ownContext(values)),
    follows: ["model"],
  },
  {
    kind: "number",
    name: "prompt",
    min: 16,
    step: 1,
    scale: "powers",
    max: (values) => most(values) - 2,
    default: (values) => Math.min(500, most(values) - 2),
  },
  {
    kind: "number",
    name: "output",
    min: 2,
    step: 1,
    scale: "powers",
    max: (values) => most(values) - Number(values.prompt),
    default: (values) => Math.min(1500, most(values) - Number(values.prompt)),
  },
  { kind: "number", name: "ttft", min: 0.1, max: 60, step: 0.1, default: 2 },
  { kind: "number", name: "tpot", min: 5, max: 1000, step: 5, default: 50 },
  { ...weightsParam, name: "least-weights", default: "fp8" },
  { kind: "choice", name: "least-kv", options: ["bf16", "fp8"], default: "fp8" },
  { kind: "number", name: "node", min: 1, max: 16, step: 1, scale: "powers", default: 8 },
  { kind: "number", name: "gpus", min: 1, max: 1024, step: 1, scale: "powers", default: 256 },
  { kind: "number", name: "split", min: 0, max: 50, step: 1, default: 10 },
  { kind: "number", name: "seed", min: 1, max: 99, step: 1, default: 1 },
] as const satisfies readonly Param[];

/** Where a model is, when nobody says. */
const usualPath = ({ model, shape, most }: Values): string =>
  `/models/${shape === "" ? modelAt(String(model), Number(most)).id : "model"}`;

export const params = [
  ...searched,
  { kind: "number", name: "price", min: 0, max: 1000, step: 0.1, precision: 0.01, default: 1 },
  { kind: "choice", name: "pick", options: ["cheapest", ...pairNames], default: "cheapest" },
  { kind: "choice", name: "launch", options: launchNames, default: "vllm" },
  {
    kind: "text",
    name: "path",
    typed: true,
    maxLength: 200,
    default: "",
    // What is no path is said below the field, and stays in it.
    valid: () => true,
    placeholder: usualPath,
    holds: "where the model is: a directory, or a name on the hub",
  },
] as const satisfies readonly Param[];

/** Where the model is: as the reader says, or in a directory of its id. */
export const pathOf = (values: Values): string =>
  isModelPath(String(values.path)) ? String(values.path) : usualPath(values);

/** Whether the text names a model of its own; with one wrong half it does not. */
export const isOwn = ({ shape, sizes }: Values): boolean =>
  modelFromText(String(shape), String(sizes)) !== null;
