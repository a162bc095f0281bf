import type { Param, Values } from "../params.ts";
import { readPrompt } from "../prompt/prompt.ts";
import { longestPrompt, promptParam } from "../prompt/prompt-param.ts";
import { layers, nHeads, textShape } from "../prompt/text-models.ts";
import { backendParam } from "../run-controls.ts";
import { exampleChannels, exampleTokens, windowChannels, windowTokens } from "./example-size.ts";
import { inspectedVariants } from "./inspected-models.ts";

const ofModel = ({ source }: Values): boolean => source === "model";
/** fp8 has an exponent in each number, and no scale that others share. */
export const sharesScales = (format: string): boolean => !format.startsWith("fp8");
const isInteger = ({ format }: Values): boolean => String(format).startsWith("int");

/** Groups lie within a row of channels, or within the tokens there can be. */
const mostInGroup = ({ source, axis }: Values): number => {
  if (source !== "model") return axis === "token" ? exampleChannels : exampleTokens;
  return axis === "token" ? textShape("mha").headDim : longestPrompt;
};

/** Tokens that are drawn. */
export const shownTokens = ({ source, prompt }: Values): number =>
  source === "model" ? Math.max(1, readPrompt(String(prompt)).letters.length) : windowTokens;

export const params = [
  { kind: "choice", name: "source", options: ["outliers", "model"], default: "outliers" },
  promptParam("In the beginning God created the heavens and the earth."),
  {
    kind: "choice",
    name: "variant",
    options: inspectedVariants,
    when: (values) => ofModel(values) && inspectedVariants.length > 1,
    default: "mha",
  },
  { kind: "number", name: "layer", min: 1, max: layers, step: 1, when: ofModel, default: 1 },
  { kind: "number", name: "head", min: 1, max: nHeads, step: 1, when: ofModel, default: 1 },
  { kind: "choice", name: "part", options: ["k", "v"], default: "k" },
  {
    kind: "choice",
    name: "rope",
    options: ["before", "after"],
    when: ({ part }) => part === "k",
    default: "before",
  },
  {
    kind: "number",
    name: "loudness",
    min: 0,
    max: 2,
    step: 0.05,
    when: ({ source, part }) => source === "outliers" && part === "k",
    default: 1,
  },
  {
    kind: "choice",
    name: "format",
    options: ["int2", "int3", "int4", "int8", "nvfp4", "fp8", "fp8-e5m2"],
    default: "int2",
  },
  {
    kind: "choice",
    name: "axis",
    options: ["token", "channel"],
    when: ({ format }) => sharesScales(String(format)),
    default: "token",
  },
  {
    kind: "number",
    name: "group",
    min: 8,
    max: mostInGroup,
    step: 8,
    scale: "powers",
    when: isInteger,
    // The small models' own heads and latents have room for 8: kv-quant-run stores them so.
    default: (values) => (ofModel(values) ? 8 : 32),
  },
  { kind: "toggle", name: "symmetric", when: isInteger, default: false },
  { kind: "number", name: "token", min: 1, max: shownTokens, step: 1, default: 1 },
  {
    kind: "number",
    name: "channel",
    min: 1,
    max: ({ source }) => (source === "model" ? textShape("mha").headDim : windowChannels),
    step: 1,
    default: 3,
  },
  backendParam,
] as const satisfies readonly Param[];
