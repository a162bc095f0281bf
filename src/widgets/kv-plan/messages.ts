import { sharedMessages } from "../shared-params.ts";
import { simulateMessages } from "../simulate-controls.ts";
import { stepMessages } from "../step-load.ts";
import { trafficMessages } from "../traffic-messages.ts";
import { en } from "./messages-en.ts";
import { ko } from "./messages-ko.ts";

export const messages = {
  ko: {
    ...sharedMessages.ko,
    ...stepMessages.ko,
    ...simulateMessages.ko,
    ...trafficMessages.ko,
    ...ko,
  },
  en: {
    ...sharedMessages.en,
    ...stepMessages.en,
    ...simulateMessages.en,
    ...trafficMessages.en,
    ...en,
  },
} as const;
