import type { Derivation } from "../derivation.ts";
import { exactCount } from "../exact.ts";
import { isAtLeast } from "./version.ts";

/** Blocks of one GPU, and how many groups of layers share them. */
interface Pool {
  readonly blocks: number;
  readonly groups: number;
  /** Tokens of a block on one GPU of `dcp`. */
  readonly blockSize: number;
  readonly dcp: number;
}

/** The longest request, and the blocks it needs. */
interface Longest {
  readonly len: number;
  readonly blocks: number;
}

/** What the log of V1 prints; without a longest request there is no concurrency. */
export interface Printed {
  readonly kvTokens: number;
  readonly concurrency: number | null;
}

/**
 * The two numbers of the log, whose meaning changed: before 0.21 the cache's size is the tokens of
 * one group's share of the blocks, since then concurrency × longest request. Before 0.9.2, which
 * brought the groups, concurrency is those tokens ÷ longest request, since then the blocks ÷ those
 * the longest request needs.
 * Source: vLLM `v1/core/kv_cache_utils.py`.
 */
export function printedNumbers(
  pool: Pool,
  longest: Longest | null,
  version: string | null,
  d: Derivation,
): Printed {
  if (longest === null) return { kvTokens: tokensOfPool(pool, d), concurrency: null };
  if (!isAtLeast(version, [0, 9, 2])) {
    const kvTokens = tokensOfPool(pool, d);
    const concurrency = d.add({
      name: "concurrency",
      unit: "requests",
      formula: "kv_tokens / max_model_len",
      terms: { kv_tokens: kvTokens, max_model_len: longest.len },
      value: kvTokens / longest.len,
    });
    return { kvTokens, concurrency };
  }
  const concurrency = d.add({
    name: "concurrency",
    unit: "requests",
    formula: "blocks / blocks_per_request",
    terms: { blocks: pool.blocks, blocks_per_request: longest.blocks },
    value: pool.blocks / longest.blocks,
  });
  if (!isAtLeast(version, [0, 21])) return { kvTokens: tokensOfPool(pool, d), concurrency };
  const kvTokens = d.add({
    name: "kv_tokens",
    unit: "tokens",
    formula: "floor(concurrency × max_model_len)",
    terms: { concurrency, max_model_len: longest.len },
    value: Math.floor(concurrency * longest.len),
  });
  return { kvTokens, concurrency };
}

const tokensOfPool = ({ blocks, groups, blockSize, dcp }: Pool, d: Derivation): number =>
  d.add({
    name: "kv_tokens",
    unit: "tokens",
    formula: "floor(blocks / groups) × block_size × dcp",
    terms: { blocks, groups, block_size: blockSize, dcp },
    value: exactCount(Math.floor(blocks / groups) * blockSize * dcp),
  });
