import type { Lang } from "../i18n/locales.ts";
import type { Messages } from "./translate.ts";

/** Words that every widget shows. */
export const commonMessages: Readonly<Record<Lang, Messages>> = {
  ko: {
    reset: "처음으로",
    share: "공유",
    export: "내보내기",
    copied: "이 상태의 링크를 복사했어요.",
    "copy-by-hand": "자동으로 복사하지 못했어요. 이 링크를 직접 복사해 주세요.",
    "reset-done": "처음 값으로 돌렸어요.",
    exported: "{file} 파일을 만들었어요.",
    "export-failed": "그림을 만들지 못했어요. 다른 형식을 골라 주세요.",
    "not-a-number": "숫자로 읽을 수 없어요. {min}에서 {max} 사이의 수를 적어 주세요.",
    "out-of-range": "{min}에서 {max} 사이의 수만 쓸 수 있어요.",
    typed: "{name}, 직접 입력",
    table: "표로 보기",
    "export-png": "PNG 그림",
    "export-svg": "SVG 그림",
    "export-csv": "CSV 표",
    "unit-switch": "단위",
    still: "지금 쓰는 값: {value}.",
    "too-long":
      "{length}글자는 너무 길어요. {most}글자까지 쓸 수 있어요. 줄이기 전까지는 바로 전에 적은 글로 계산해요.",
  },
  en: {
    reset: "Reset",
    share: "Share",
    export: "Export",
    copied: "A link to this state is on the clipboard.",
    "copy-by-hand": "The clipboard is closed to this page. Copy the link from here.",
    "reset-done": "Back to the first values.",
    exported: "Saved {file}.",
    "export-failed": "The picture could not be made. Try another format.",
    "not-a-number": "That is not a number. Type one from {min} to {max}.",
    "out-of-range": "It has to be a number from {min} to {max}.",
    typed: "{name}, typed",
    table: "As a table",
    "export-png": "PNG picture",
    "export-svg": "SVG picture",
    "export-csv": "CSV table",
    "unit-switch": "Unit",
    still: "Still counting with {value}.",
    "too-long":
      "{length} characters are too many: at most {most} fit. Until it is shorter, the text before counts.",
  },
};
