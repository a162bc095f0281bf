import { runMessages } from "../run-messages.ts";
import { en } from "./messages-en.ts";
import { ko } from "./messages-ko.ts";

export const messages = {
  ko: { ...runMessages.ko, ...ko },
  en: { ...runMessages.en, ...en },
} as const;
