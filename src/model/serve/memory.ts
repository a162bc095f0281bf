import type { PoolUsage } from "./pool-usage.ts";
import type { Sequence } from "./request.ts";

/** Gives out the slots of a KV cache, one a token. */
export interface Memory {
  readonly slots: number;
  /** Whether a sequence that ends with so many tokens could be held by an empty pool. */
  canHold(sequence: Sequence): boolean;
  /**
   * Takes a sequence in, if there is room for all that it knows by now, and sets `computed` to what of
   * it was cached.
   * @returns the tokens, `budget` at most, that have room and are to be computed next; `null` without room
   */
  admit(sequence: Sequence, budget: number): number | null;
  /** Makes room up to its first `tokens` tokens; changes nothing where there is none. */
  grow(sequence: Sequence, tokens: number): boolean;
  /** What a step has computed is there now. */
  settle(sequence: Sequence): void;
  /** Lets a second sequence read what the first has. */
  fork(parent: Sequence, child: Sequence): void;
  release(sequence: Sequence): void;
  /** @param isWanted whether somebody waits for room: holes that do not suffice are not free then */
  usage(running: readonly Sequence[], isWanted: boolean): PoolUsage;
}
