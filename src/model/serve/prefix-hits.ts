import type { Request } from "./request.ts";

/** Blocks of prompts, and those that an earlier request had already, in a cache without end. */
export interface PrefixHits {
  readonly blocks: number;
  readonly hits: number;
}

/**
 * How much of a trace a cache that never forgets would find: a block is found when it and all before
 * it have been there. The last block of a prompt counts, though it may not be full.
 */
export function endlessPrefixHits(requests: readonly Request[]): PrefixHits {
  const seen = new Set<number>();
  let [blocks, hits] = [0, 0];
  for (const { prefix = [] } of requests) {
    const unknown = prefix.findIndex((name) => !seen.has(name));
    blocks += prefix.length;
    hits += unknown === -1 ? prefix.length : unknown;
    for (const name of prefix) seen.add(name);
  }
  return { blocks, hits };
}
