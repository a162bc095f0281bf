import { example, gpuById, gpuIds, modelById, modelIds } from "../data/index.ts";
import type { Lang } from "../i18n/locales.ts";
import type { FormatName } from "../model/formats.ts";
import { modelAt } from "./model-at.ts";
import type { ChoiceParam, NumberParam } from "./params.ts";
import type { Messages } from "./translate.ts";

// The running example: every widget that has these parameters names them so, and links carry them.

export const modelParam = {
  kind: "choice",
  name: "model",
  options: modelIds,
  group: (id) => modelById(id).organization,
  optionName: (id, values, t) => {
    const shown = modelAt(id, Number(values.context));
    return shown.id === id
      ? null
      : t("option-twin", { model: shown.name, chosen: modelById(id).name });
  },
  default: example.model,
} as const satisfies ChoiceParam;

export const gpuParam = {
  kind: "choice",
  name: "gpu",
  options: gpuIds,
  group: (id) => gpuById(id).vendor,
  default: example.gpu,
} as const satisfies ChoiceParam;

export const countParam = {
  kind: "number",
  name: "count",
  min: 1,
  max: 1024,
  step: 1,
  scale: "powers",
  default: example.count,
} as const satisfies NumberParam;

export const contextParam = {
  kind: "number",
  name: "context",
  min: 256,
  max: 2 ** 20,
  step: 1,
  scale: "powers",
  default: example.context,
} as const satisfies NumberParam;

/** Formats on offer: those an engine runs, and the 4 and 2 bits that papers speak of. */
const cacheFormats = [
  "bf16",
  "fp8",
  "fp8_per_token_head",
  "int8",
  "int4",
  "int2",
  "nvfp4",
  "mxfp4",
  "q8_0",
  "q5_1",
  "q5_0",
  "q4_1",
  "q4_0",
] as const satisfies readonly FormatName[];

export const kvParam = {
  kind: "choice",
  name: "kv",
  options: cacheFormats,
  group: (format) => (format.startsWith("q") ? "llama.cpp" : ""),
  default: example.kv,
} as const satisfies ChoiceParam;

/** With those whose newest tokens wait in 16 bits: where a whole cache is counted, token by token. */
const wholeCacheFormats = [
  ...cacheFormats,
  "kivi-4",
  "kivi-2",
] as const satisfies readonly FormatName[];

export const wholeCacheParam = {
  ...kvParam,
  options: wholeCacheFormats,
  group: (format) => {
    if (format.startsWith("kivi")) return "KIVI";
    return format.startsWith("q") ? "llama.cpp" : "";
  },
} as const satisfies ChoiceParam;

export const unitParam = {
  kind: "choice",
  name: "unit",
  options: ["GB", "GiB"],
  default: "GB",
} as const satisfies ChoiceParam;

const names: Messages = {
  ...Object.fromEntries(modelIds.map((id) => [`option.model.${id}`, modelById(id).name])),
  ...Object.fromEntries(gpuIds.map((id) => [`option.gpu.${id}`, gpuById(id).name])),
  ...Object.fromEntries(wholeCacheFormats.map((format) => [`option.kv.${format}`, format])),
  "option.unit.GB": "GB",
  "option.unit.GiB": "GiB",
};

/** Names of these parameters, their units and their options. */
export const sharedMessages = {
  ko: {
    ...names,
    "param.model": "모델",
    "param.gpu": "GPU",
    "param.count": "GPU 수",
    "unit.count": "개",
    "param.context": "문맥 길이",
    "unit.context": "토큰",
    "param.kv": "캐시 정밀도",
    "option.kv.fp8_per_token_head": "fp8, 토큰과 헤드마다 눈금값",
    "option.kv.int8": "int8, 128개 묶음",
    "option.kv.int4": "int4, 32개 묶음",
    "option.kv.int2": "int2, 32개 묶음",
    "option.kv.kivi-4": "KIVI, 4비트",
    "option.kv.kivi-2": "KIVI, 2비트",
    "param.unit": "단위",
    "beyond-training": "{model}의 최대 문맥은 {most}토큰이에요. 그 너머는 식으로만 셌어요.",
    source: "{what}: {basis}, {checked} 확인.",
    "basis.config": "공개된 설정 파일에서 읽음",
    "basis.paper": "논문에서 옮김",
    "basis.class-default": "라이브러리의 기본값에서 옮김",
    "basis.metadata": "다른 목록에서 옮김",
    "option-twin": "{model} ({chosen}의 긴 문맥)",
    twin: "{most}토큰을 넘는 문맥은 모양이 같은 {model}로 셌어요.",
  },
  en: {
    ...names,
    "param.model": "Model",
    "param.gpu": "GPU",
    "param.count": "GPUs",
    "unit.count": "",
    "param.context": "Context",
    "unit.context": "tokens",
    "param.kv": "Cache precision",
    "option.kv.fp8_per_token_head": "fp8, a scale per token and head",
    "option.kv.int8": "int8, groups of 128",
    "option.kv.int4": "int4, groups of 32",
    "option.kv.int2": "int2, groups of 32",
    "option.kv.kivi-4": "KIVI, 4 bits",
    "option.kv.kivi-2": "KIVI, 2 bits",
    "param.unit": "Unit",
    "beyond-training":
      "{model} is made for {most} tokens at most. Beyond that, the size is what the formula says.",
    source: "{what}: {basis}, checked {checked}.",
    "basis.config": "read from the published configuration",
    "basis.paper": "taken from the paper",
    "basis.class-default": "taken from a library's defaults",
    "basis.metadata": "taken from another catalogue",
    "option-twin": "{model} (for {chosen})",
    twin: "Beyond {most} tokens this is {model}, which has the same shape.",
  },
} as const satisfies Readonly<Record<Lang, Messages>>;
