import type { TextParam } from "../params.ts";

/** Characters that a prompt may have. */
export const longestPrompt = 64;

/** What a small text model reads; what it cannot read, the widget says. */
export const promptParam = <const Text extends string>(text: Text) =>
  ({
    kind: "text",
    name: "prompt",
    typed: true,
    maxLength: longestPrompt,
    valid: () => true,
    holds: `a text of at most ${longestPrompt} characters`,
    default: text,
  }) as const satisfies TextParam;
