import { pagedMemory } from "../model/serve/paged-memory.ts";
import { Sequence } from "../model/serve/request.ts";
import { compute } from "../widgets/kv-blocks/compute.ts";
import { params } from "../widgets/kv-blocks/params.ts";
import { parseValues } from "../widgets/params.ts";

const scene = (change: Readonly<Record<string, string>>) =>
  compute(parseValues(params, (name) => change[name])).all;

/** Blocks that a pool has given out to so many requests with a beginning in common. */
function blocksTaken(requests: number, promptTokens: number, shared: number): number {
  const paging = { slots: 2 ** 16, blockTokens: 16, prefixBlockTokens: 16 };
  const memory = pagedMemory({ ...paging, prefixCaching: true, watermark: 0, setApart: 0 });
  const prefix = Array.from({ length: shared / paging.blockTokens }, (_, i) => i);
  const before = memory.pool.free;
  for (let id = 0; id < requests; id++) {
    const sequence = new Sequence({ id, arrival: 0, promptTokens, outputTokens: 1, prefix });
    const planned = memory.admit(sequence, Infinity);
    if (planned === null) throw new RangeError("the pool is too small");
    sequence.computed += planned;
    memory.settle(sequence);
  }
  return before - memory.pool.free;
}

/** The answers to the checkpoints on paging. */
export const pagingAnswers = {
  "requests-reserving-maximum": () => scene({ scene: "sharegpt" })[0]?.now.held.length ?? 0,
  "empty-slots-of-last-block": () => 16 * blocksTaken(1, 499, 0) - 499,
  "requests-in-blocks-of-32": () => scene({ block: "32" })[3]?.now.held.length ?? 0,
  // Each has a token of its own after what all share, and a block for it.
  "blocks-of-shared-prefix": () => blocksTaken(30, 513, 512) - 30,
} as const;
