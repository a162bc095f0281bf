import { runMessages } from "../run-messages.ts";
import { sharedMessages } from "../shared-params.ts";
import { en } from "./messages-en.ts";
import { ko } from "./messages-ko.ts";

export const messages = {
  ko: { ...sharedMessages.ko, ...runMessages.ko, ...ko },
  en: { ...sharedMessages.en, ...runMessages.en, ...en },
} as const;
