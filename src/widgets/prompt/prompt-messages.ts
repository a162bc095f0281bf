import type { Lang } from "../../i18n/locales.ts";
import type { Messages } from "../translate.ts";

/** Of a text that a shipped model is to read, and of the models. */
export const promptMessages = {
  ko: {
    "option.variant.mha": "MHA, KV 헤드 8개",
    "option.variant.gqa": "GQA, KV 헤드 2개",
    "option.variant.mqa": "MQA, KV 헤드 1개",
    "option.variant.mla": "MLA, 잠재 벡터 24차원",
    "option.variant.vha": "VHA, KV 헤드 2개",
    starts: "시작할 글",
    "prompt-empty": "한 글자라도 적어 주세요. 모델은 읽은 글에 이어서 써요.",
    unknown: "모델이 모르는 글자가 {n}가지 있어요. 괄호 안은 몇 번째 글자인지 나타내요.",
    "unknown-letter": "{letter}({places})",
    "unknown-more": "그 밖에 {n}가지가 더 있어요.",
    "no-hangul": "영어 글만 읽고 배운 모델이라 글자표에 한글이 없어요.",
    alphabet:
      "아는 글자는 A–Z, a–z, 0–9, 빈칸, 줄바꿈, ! \" ' ( ) , - . : ; ? 이렇게 {count}자예요.",
    instead: "바꿔 쓰기: “{text}”",
    "instead-cut": "앞 {most}글자만 바꿔 쓰기: “{text}”",
    translated: "영어로 바꿔 쓰기: “{text}”",
    "model-loading": "모델을 내려받는 중, {percent}%",
    about:
      "작은 모델이에요. 4층에 매개변수가 {parameters}개이고, 이 페이지를 위해 퍼블릭 도메인인 영어 성경 World English Bible 한 권으로 학습했어요. 토큰 하나가 글자 하나예요. 낱말의 철자를 맞추고 몇 낱말쯤 말투를 이어 가요. 하지만 나온 말에는 뜻이 없으니 인용으로 읽지는 마세요. 글자표에는 {count}자가 있고 한글은 없어요. 이만한 길이의 한국어 글은 영어가 섞인 기술 문서밖에 찾지 못했거든요. 행렬은 8비트로 내려받아 fp32로 계산해요.",
  },
  en: {
    "option.variant.mha": "MHA, 8 KV heads",
    "option.variant.gqa": "GQA, 2 KV heads",
    "option.variant.mqa": "MQA, 1 KV head",
    "option.variant.mla": "MLA, latent of 24",
    "option.variant.vha": "VHA, 2 KV heads",
    starts: "Start from",
    "prompt-empty": "Write at least one character: the model goes on from what it has read.",
    unknown:
      "{n} {n|character is|characters are} not in the model's alphabet. In brackets, where each stands:",
    "unknown-letter": "{letter} ({places})",
    "unknown-more": "and {n} more.",
    "no-hangul": "It was trained on an English text, so its alphabet has no Hangul.",
    alphabet:
      "Its {count} characters are A to Z, a to z, 0 to 9, space, line break and ! \" ' ( ) , - . : ; ?",
    instead: "Write “{text}”",
    "instead-cut": "Write its first {most} characters, “{text}”",
    translated: "Start from the English, “{text}”",
    "model-loading": "Downloading the model, {percent}%",
    about:
      "The model is small: {parameters} parameters in 4 layers, trained for this page on one book, the World English Bible, in the public domain. A token is a character. It spells, and keeps up the tone for a few words. What it writes means nothing; do not take it for a quotation. Its alphabet has {count} characters and no Hangul: the Korean texts of such a length that we found are technical documents, mixed with English. The matrices come in 8 bits and run in fp32.",
  },
} as const satisfies Readonly<Record<Lang, Messages>>;
