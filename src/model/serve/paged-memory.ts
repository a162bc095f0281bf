import { BlockPool } from "./block-pool.ts";
import type { Memory } from "./memory.ts";
import type { PoolUsage } from "./pool-usage.ts";
import type { Sequence } from "./request.ts";
import { ScenarioError } from "./scenario-error.ts";

export interface Paging {
  readonly slots: number;
  /** Tokens of a block. */
  readonly blockTokens: number;
  /** Keep full blocks by the prefix they end, and share them. */
  readonly prefixCaching: boolean;
  /** Tokens that a name of `Request.prefix` stands for. */
  readonly prefixBlockTokens: number;
  /** Share of all blocks that admission leaves free, as vLLM did before V1; else 0. */
  readonly watermark: number;
  /** Blocks that are never given out: vLLM V1 sets one apart. */
  readonly setApart: number;
}

export interface PagedMemory extends Memory {
  readonly pool: BlockPool;
}

/** Sequences have at most so many blocks, so that a name fits a Number. */
const mostBlocks = 2 ** 21;

/**
 * Blocks for each sequence as it grows, a block table each, counted references, and a copy when a
 * shared block is written to.
 * @throws ScenarioError on sizes that make no pool
 */
export function pagedMemory(paging: Paging): PagedMemory {
  const { slots, blockTokens, prefixCaching, prefixBlockTokens, setApart } = paging;
  const blocks = Math.floor(slots / blockTokens) - setApart;
  if (!Number.isSafeInteger(blockTokens) || blockTokens < 1 || blocks < 1) {
    throw new ScenarioError("blocks", { slots, blockTokens });
  }
  if (prefixCaching && prefixBlockTokens % blockTokens !== 0) {
    throw new ScenarioError("prefix-blocks", { prefixBlockTokens, blockTokens });
  }
  const perName = prefixBlockTokens / blockTokens;
  const pool = new BlockPool(blocks);
  const spared = Math.floor(paging.watermark * blocks);
  const blocksFor = (tokens: number) => Math.ceil(tokens / blockTokens);

  /** Of a full block, the same for all sequences that are the same up to its end. */
  const nameOf = ({ request: { id, prefix = [] }, sample }: Sequence, block: number): number => {
    const shared = prefix[Math.floor(block / perName)];
    if (shared !== undefined) return -1 - (shared * perName + (block % perName));
    return (id * 64 + sample) * mostBlocks + block;
  };

  /** Full blocks at its beginning that are there; at least one token is left to compute. */
  const hits = (sequence: Sequence): number[] => {
    if (!prefixCaching) return [];
    const most = Math.floor((sequence.known - 1) / blockTokens);
    const found: number[] = [];
    while (found.length < most) {
      const block = pool.find(nameOf(sequence, found.length));
      if (block === null) break;
      found.push(block);
    }
    return found;
  };

  /** Only samples of a prompt write to a block that somebody else reads. */
  let hasForked = false;
  const isCopied = ({ blocks: table, computed }: Sequence): boolean => {
    if (!hasForked) return false;
    const last = table[Math.floor(computed / blockTokens)];
    return last !== undefined && pool.referencesOf(last) > 1;
  };

  return {
    slots,
    pool,
    canHold: (sequence) => blocksFor(sequence.most) + spared <= blocks,
    admit(sequence, budget) {
      const found = hits(sequence);
      const idle = found.filter((block) => pool.referencesOf(block) === 0).length;
      const needed = blocksFor(sequence.known) - found.length;
      if (needed > pool.free - idle - spared) return null;
      for (const block of found) pool.share(block);
      sequence.blocks = found;
      sequence.named = found.length;
      sequence.computed = found.length * blockTokens;
      const tokens = Math.min(sequence.known - sequence.computed, budget);
      const target = blocksFor(sequence.computed + tokens);
      while (sequence.blocks.length < target) sequence.blocks.push(pool.take());
      sequence.room = target * blockTokens;
      return tokens;
    },
    grow(sequence, tokens) {
      const table = sequence.blocks;
      const isCopy = isCopied(sequence);
      if (!isCopy && tokens <= table.length * blockTokens) {
        sequence.room = table.length * blockTokens;
        return true;
      }
      const needed = Math.max(0, blocksFor(tokens) - table.length) + Number(isCopy);
      if (needed > pool.free) return false;
      if (isCopy) {
        const at = Math.floor(sequence.computed / blockTokens);
        const shared = table[at] as number;
        table[at] = pool.take();
        pool.release(shared);
      }
      while (table.length < blocksFor(tokens)) table.push(pool.take());
      sequence.room = table.length * blockTokens;
      return true;
    },
    settle(sequence) {
      if (!prefixCaching) return;
      const full = Math.floor(sequence.computed / blockTokens);
      for (; sequence.named < full; sequence.named++) {
        const block = sequence.blocks[sequence.named] as number;
        pool.name(block, nameOf(sequence, sequence.named));
      }
    },
    fork(parent, child) {
      hasForked = true;
      for (const block of parent.blocks) pool.share(block);
      // Neither may write to the last one before it has been looked at.
      parent.room = 0;
      child.blocks = [...parent.blocks];
      child.named = parent.named;
      child.computed = parent.computed;
    },
    release(sequence) {
      for (const block of sequence.blocks.reverse()) pool.release(block);
      sequence.blocks = [];
      sequence.room = 0;
      sequence.named = 0;
    },
    usage(running): PoolUsage {
      let [slack, reserved] = [0, 0];
      for (const sequence of running) {
        const held = sequence.computed + sequence.planned;
        const own = sequence.blocks.length * blockTokens - held;
        if (own === 0) continue;
        // Samples that share a block that is not full have filled it equally far.
        const readers = hasForked ? pool.referencesOf(sequence.blocks.at(-1) as number) : 1;
        slack += own / readers;
        reserved += Math.min(own, sequence.most - held) / readers;
      }
      return {
        tokens: (blocks - pool.free) * blockTokens - slack,
        reserved,
        internal: slack - reserved,
        external: slots - blocks * blockTokens,
        cached: pool.freeNamed * blockTokens,
        free: (pool.free - pool.freeNamed) * blockTokens,
      };
    },
  };
}
