import type { Lang } from "../../i18n/locales.ts";

/** Words of the part that is loaded when something is brought. */
export const words = {
  ko: {
    neither:
      "config.json도 아니고 엔진의 시작 로그도 아니에요. 중괄호로 시작하는 설정이나, 캐시 크기가 찍힌 vLLM, SGLang, llama.cpp의 로그를 붙여 주세요.",
    "no-memory":
      "이 로그에는 캐시에 남은 메모리가 찍혀 있지 않아요. 그래서 맨 위의 문장과 아래 표는 아래에 적힌 메모리로 계산한 값이에요.",
    "which-model":
      "이 로그가 어느 모델의 것인지 확실하지 않아서 아직 견주지 않았어요. 아래 목록에서 고르거나 그 모델의 config.json을 붙여 넣으면 예측을 나란히 보여 줘요.",
  },
  en: {
    neither:
      "Neither a config.json nor a start-up log was recognized. Paste a configuration, which begins with a brace, or a log of vLLM, SGLang or llama.cpp with the size of the cache in it.",
    "no-memory":
      "The log does not print the memory left for the cache: the sentence at the top and the table below count with the memory set below.",
    "which-model":
      "Which model this log is of is not certain, so nothing is compared yet. Choose it from the list below, or paste its config.json, and the prediction stands beside the log.",
  },
} as const satisfies Readonly<Record<Lang, Readonly<Record<string, string>>>>;
