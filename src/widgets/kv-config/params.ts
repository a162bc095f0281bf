import { example, gpuById, modelById } from "../../data/index.ts";
import { reportedBytes, usualTerms } from "../../model/engines/budget.ts";
import { type EngineName, engineNames } from "../../model/engines/engine.ts";
import { type FormatName, weightBytes } from "../../model/formats.ts";
import { bytesPerGiB } from "../../model/units.ts";
import type { Param, Values } from "../params.ts";
import { shapeFromText } from "../shape.ts";
import { gpuParam, kvParam, modelParam } from "../shared-params.ts";

const is =
  (...engines: readonly string[]) =>
  (values: Values): boolean =>
    engines.includes(String(values.engine));
const fills = is("vllm", "sglang", "ideal");
const hasBlocks = is("vllm", "sglang");
const allocates = is("llama.cpp");

const gib = (bytes: number): number => Math.round((bytes / bytesPerGiB) * 100) / 100;
const number = (values: Values, name: string): number => Number(values[name]);

const totalGiB = (values: Values): number =>
  gib(reportedBytes(gpuById(String(values.gpu)).memoryBytes));

/** Of layers that were brought nobody knows the weights; 0 until they are given. */
const modelGiB = (values: Values): number =>
  values.shape === "" ? gib(weightBytes(modelById(String(values.model)).params, "bf16")) : 0;

/** An equal share of the model's weights. */
const weightsGiB = (values: Values): number =>
  Math.round((number(values, "model-gib") * 100) / (number(values, "tp") * number(values, "pp"))) /
  100;

const usual = (values: Values) =>
  usualTerms(
    String(values.engine) as EngineName,
    number(values, "total-gib") * bytesPerGiB,
    number(values, "tp"),
  );

/** What is left when everything else has its place; floored to what a log prints. */
export const availableGiB = (values: Values): number => {
  const taken = ["weights-gib", "non-torch-gib", "activation-gib"].reduce(
    (sum, name) => sum + number(values, name),
    0,
  );
  const given = number(values, "total-gib") * number(values, "utilization");
  return Math.max(0, Math.floor((given - taken) * 100) / 100);
};

const hasStates = (values: Values): boolean => {
  const brought = shapeFromText(String(values.shape));
  const layers = brought?.layers ?? modelById(String(values.model)).layers;
  return layers.some(({ layer }) => layer.kind === "state");
};

const contextOf = (values: Values): number => modelById(String(values.model)).maxContext ?? 8192;

/** A slider's end: a card's memory, or what the model needs of it where that is more. */
const mostGiB = (values: Values): number =>
  Math.max(64, Math.ceil(Math.max(number(values, "total-gib"), weightsGiB(values)) / 64) * 64);

const follow = ["tp", "gpu", "total-gib", "engine"];

const gibParam = <const Name extends string>(
  name: Name,
  max: number | ((values: Values) => number),
) => ({ kind: "number", name, min: 0, max, step: 0.01, when: fills }) as const;

const parallel = <const Name extends string>(
  name: Name,
  start: number,
  when: (values: Values) => boolean,
) =>
  ({
    kind: "number",
    name,
    min: 1,
    max: 64,
    step: 1,
    scale: "powers",
    default: start,
    when,
  }) as const;

/** llama.cpp's own types of K and of V. */
const ggmlTypes = [
  "fp16",
  "bf16",
  "fp32",
  "q8_0",
  "q5_1",
  "q5_0",
  "q4_1",
  "q4_0",
  "iq4_nl",
] as const;
const ggmlParam = <const Name extends string>(name: Name) =>
  ({
    kind: "choice",
    name,
    options: ggmlTypes satisfies readonly FormatName[],
    default: "fp16",
    when: allocates,
  }) as const;

const tokens = <const Name extends string>(
  name: Name,
  max: number,
  when: (values: Values) => boolean,
) => ({ kind: "number", name, min: 1, max, step: 1, scale: "powers", when }) as const;

export const params = [
  modelParam,
  {
    kind: "text",
    name: "shape",
    maxLength: 4000,
    valid: (text) => shapeFromText(text) !== null,
    holds: "layers as a short text, as reading a file sets it (docs/model.md)",
    default: "",
    follows: ["model"],
  },
  { kind: "choice", name: "engine", options: engineNames, default: "vllm" },
  {
    kind: "choice",
    name: "version",
    options: ["0.6", "0.8", "0.11", "0.24"],
    default: "0.24",
    when: is("vllm"),
  },
  parallel("tp", example.count, fills),
  parallel("pp", 1, fills),
  parallel("dcp", 1, is("vllm", "ideal")),
  { ...gpuParam, when: fills },
  { ...gibParam("total-gib", 512), default: totalGiB, follows: ["gpu"] },
  {
    kind: "number",
    name: "utilization",
    min: 0.05,
    max: 1,
    step: 0.01,
    default: (values: Values) => usual(values).utilization,
    follows: ["engine"],
    when: fills,
  },
  { ...gibParam("model-gib", 8192), default: modelGiB, follows: ["model", "shape"] },
  {
    ...gibParam("weights-gib", mostGiB),
    default: weightsGiB,
    follows: ["model", "shape", "model-gib", "tp", "pp"],
  },
  {
    ...gibParam("non-torch-gib", 64),
    default: (values: Values) => gib(usual(values).nonTorchBytes),
    follows: follow,
  },
  {
    ...gibParam("activation-gib", 256),
    default: (values: Values) => gib(usual(values).activationBytes),
    follows: follow,
  },
  {
    ...gibParam("available-gib", mostGiB),
    default: availableGiB,
    follows: [
      "engine",
      "gpu",
      "total-gib",
      "utilization",
      "model",
      "shape",
      "model-gib",
      "tp",
      "pp",
      "weights-gib",
      "non-torch-gib",
      "activation-gib",
    ],
  },
  { ...tokens("max-len", 2 ** 24, fills), default: contextOf, follows: ["model"] },
  { ...tokens("batched", 2 ** 17, is("vllm")), default: 8192 },
  {
    kind: "choice",
    name: "block",
    options: ["auto", "1", "16", "32", "64", "128", "256"],
    default: "auto",
    when: hasBlocks,
  },
  { ...kvParam, when: fills },
  { kind: "number", name: "draft", min: 0, max: 16, step: 1, default: 0, when: hasBlocks },
  {
    kind: "choice",
    name: "state-mode",
    options: ["none", "align", "all"],
    default: "none",
    when: (values) => values.engine === "vllm" && hasStates(values),
  },
  { ...tokens("ctx", 2 ** 24, allocates), default: 8192 },
  { ...tokens("slots", 256, allocates), default: 1 },
  { ...tokens("ubatch", 2 ** 14, allocates), default: 512 },
  ggmlParam("type-k"),
  ggmlParam("type-v"),
  { kind: "toggle", name: "unified", default: false, when: allocates },
  { kind: "toggle", name: "swa-full", default: false, when: allocates },
] as const satisfies readonly Param[];
