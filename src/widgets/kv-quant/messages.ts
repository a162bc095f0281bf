import { promptMessages } from "../prompt/prompt-messages.ts";
import { runMessages } from "../run-messages.ts";
import { en } from "./messages-en.ts";
import { ko } from "./messages-ko.ts";

export const messages = {
  ko: { ...runMessages.ko, ...promptMessages.ko, ...ko },
  en: { ...runMessages.en, ...promptMessages.en, ...en },
} as const;
