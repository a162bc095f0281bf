import type { MessageKey, Terms } from "./messages/text.ts";

/** Ends a command with a sentence: exit 2 for a command written wrong, 1 for unusable input. */
export class CliError extends Error {
  readonly exit: 1 | 2;
  readonly key: MessageKey;
  readonly terms: Terms;

  constructor(exit: 1 | 2, key: MessageKey, terms: Terms = {}) {
    super(key);
    this.name = "CliError";
    this.exit = exit;
    this.key = key;
    this.terms = terms;
  }
}

/** A command written wrong. */
export const wrongUsage = (key: MessageKey, terms?: Terms) => new CliError(2, key, terms);

/** Input that cannot be used. */
export const unusable = (key: MessageKey, terms?: Terms) => new CliError(1, key, terms);
