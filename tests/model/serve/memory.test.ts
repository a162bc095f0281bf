import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Buddy } from "../../../src/model/serve/buddy.ts";
import { contiguousMemory } from "../../../src/model/serve/contiguous-memory.ts";
import { pagedMemory } from "../../../src/model/serve/paged-memory.ts";
import { usageNames } from "../../../src/model/serve/pool-usage.ts";
import { RandomSource } from "../../../src/model/serve/random-source.ts";
import { Sequence } from "../../../src/model/serve/request.ts";

const sequence = (id: number, promptTokens: number, outputTokens = 64, prefix?: number[]) =>
  new Sequence({ id, arrival: 0, promptTokens, outputTokens, ...(prefix && { prefix }) });

describe("buddy allocation", () => {
  test("the paper's pool: 15,728 slots hold 7 requests of 2,048, and 8.85 % are nobody's", () => {
    const buddy = new Buddy(15_728);
    let held = 0;
    while (buddy.take(2048) !== null) held++;
    assert.equal(held, 7);
    assert.equal(buddy.freeSize, 15_728 - 7 * 2048);
    assert.equal((buddy.freeSize / 15_728).toFixed(4), "0.0885");
    assert.equal(Buddy.pieceFor(25), 32, "the paper's own example of rounding up");
  });

  test("pieces never overlap, and what is given back becomes whole again", () => {
    for (const size of [1, 7, 64, 1000, 15_728]) {
      const buddy = new Buddy(size);
      const random = new RandomSource(size, 0);
      const taken: { address: number; slots: number }[] = [];
      const owners = new Int32Array(size);
      for (let step = 0; step < 2000; step++) {
        if (random.uniform() < 0.55) {
          const slots = 1 + Math.floor(random.uniform() * (size / 3));
          const address = buddy.take(slots);
          if (address === null) continue;
          const piece = Buddy.pieceFor(slots);
          assert.ok(address >= 0 && address + piece <= size);
          for (let at = address; at < address + piece; at++) {
            assert.equal(owners[at], 0);
            owners[at] = 1;
          }
          taken.push({ address, slots });
        } else if (taken.length > 0) {
          const [gone] = taken.splice(Math.floor(random.uniform() * taken.length), 1);
          if (!gone) continue;
          buddy.give(gone.address, gone.slots);
          owners.fill(0, gone.address, gone.address + Buddy.pieceFor(gone.slots));
        }
        assert.equal(buddy.freeSize, owners.filter((owner) => owner === 0).length);
      }
      for (const { address, slots } of taken) buddy.give(address, slots);
      const fresh = new Buddy(size);
      assert.equal(buddy.take(buddy.largestPiece), fresh.take(fresh.largestPiece));
    }
  });
});

describe("contiguous memory", () => {
  const halfway = (reservation: "max" | "pow2" | "oracle") => {
    const memory = contiguousMemory(4096, reservation, 1024);
    const own = sequence(1, 100, 300);
    assert.ok(memory.admit(own, 100));
    own.computed = 150;
    return memory.usage([own], false);
  };

  test("what a request holds, will hold and never uses, by hand", () => {
    const rest = { external: 0, cached: 0 };
    assert.deepEqual(halfway("max"), {
      ...rest,
      tokens: 150,
      reserved: 250,
      internal: 624,
      free: 3072,
    });
    // 100 + 512 slots, taken as 1024
    assert.deepEqual(halfway("pow2"), {
      ...{ tokens: 150, reserved: 250, internal: 212, external: 412, cached: 0, free: 3072 },
    });
    // 400 slots, taken as 512
    assert.deepEqual(halfway("oracle"), {
      ...{ tokens: 150, reserved: 250, internal: 0, external: 112, cached: 0, free: 3584 },
    });
  });

  test("figure 3 of the paper: 2,038 of 2,048 and 507 of 512 slots are never used", () => {
    const never = (most: number, prompt: number, output: number) => {
      const memory = contiguousMemory(4096, "max", most);
      const own = sequence(1, prompt, output);
      assert.ok(memory.admit(own, prompt));
      own.computed = prompt;
      return memory.usage([own], false);
    };
    // "Four score and seven years ago our" and two more; "You only live" and two more
    assert.deepEqual([never(2048, 7, 3).reserved, never(2048, 7, 3).internal], [3, 2038]);
    assert.equal(never(512, 3, 2).internal, 507);
  });

  test("what can never fit is known beforehand", () => {
    const memory = contiguousMemory(3000, "oracle", 4096);
    assert.equal(memory.canHold(sequence(1, 1000, 1000)), true);
    assert.equal(memory.canHold(sequence(1, 1000, 1049)), false, "needs a piece of 4096");
    assert.equal(contiguousMemory(8192, "max", 1024).canHold(sequence(1, 1000, 100)), false);
  });
});

describe("blocks", () => {
  const paging = {
    ...{ slots: 40, blockTokens: 4, prefixCaching: true, prefixBlockTokens: 4 },
    ...{ watermark: 0, setApart: 0 },
  };
  const compute = (memory: ReturnType<typeof pagedMemory>, own: Sequence, tokens: number) => {
    assert.ok(memory.grow(own, tokens));
    own.computed = tokens;
    memory.settle(own);
  };

  /** https://docs.vllm.ai/en/latest/design/prefix_caching/, its example with 10 blocks of 4 tokens */
  test("vLLM's own example of prefix caching, block by block", () => {
    const memory = pagedMemory(paging);
    const { pool } = memory;
    const first = sequence(0, 15, 8, [0, 1, 2]);
    assert.ok(memory.admit(first, 15));
    compute(memory, first, 15);
    assert.deepEqual(first.blocks, [0, 1, 2, 3]);
    first.generated = 2;
    compute(memory, first, 16);
    compute(memory, first, 17);
    assert.deepEqual(first.blocks, [0, 1, 2, 3, 4]);
    const second = sequence(1, 14, 8, [0, 1]);
    assert.equal(memory.admit(second, 14), 6);
    assert.equal(second.computed, 8);
    assert.deepEqual(second.blocks, [0, 1, 5, 6]);
    assert.deepEqual([pool.referencesOf(0), pool.referencesOf(1), pool.referencesOf(5)], [2, 2, 1]);
    compute(memory, second, 14);
    memory.release(first);
    assert.deepEqual(pool.freeQueue(), [7, 8, 9, 4, 3, 2]);
    memory.release(second);
    assert.deepEqual(pool.freeQueue(), [7, 8, 9, 4, 3, 2, 6, 5, 1, 0]);
    const third = sequence(2, 29, 8, [0, 1, 2]);
    assert.ok(memory.admit(third, 29));
    assert.deepEqual(third.blocks, [0, 1, 2, 7, 8, 9, 4, 3]);
    assert.deepEqual(pool.freeQueue(), [6, 5]);
    assert.equal(third.computed, 12);
  });

  test("of a prompt that is cached whole the last block is computed again", () => {
    const memory = pagedMemory(paging);
    const first = sequence(0, 8, 8, [0, 1]);
    assert.ok(memory.admit(first, 8));
    compute(memory, first, 8);
    assert.equal(memory.admit(sequence(1, 8, 8, [0, 1]), 100), 4);
    assert.equal(memory.admit(sequence(2, 9, 8, [0, 1]), 100), 1);
  });

  test("two samples share a prompt, and the block they both write to is copied once", () => {
    const memory = pagedMemory({ ...paging, prefixCaching: false });
    const first = sequence(0, 6, 8);
    assert.ok(memory.admit(first, 6));
    first.computed = 6;
    const second = new Sequence(first.request, 1);
    memory.fork(first, second);
    assert.deepEqual(second.blocks, [0, 1]);
    const both = [first, second];
    assert.equal(memory.usage(both, false).tokens, 6, "one token is one, whoever reads it");
    assert.ok(memory.grow(first, 7));
    assert.deepEqual(
      [first.blocks, second.blocks],
      [
        [0, 2],
        [0, 1],
      ],
    );
    assert.ok(memory.grow(second, 7));
    assert.deepEqual(second.blocks, [0, 1], "the last reader keeps it");
    memory.release(first);
    memory.release(second);
    assert.equal(memory.pool.free, 10);
  });

  test("together, the parts of a pool are the pool", () => {
    const memory = pagedMemory({ ...paging, slots: 43 });
    const own = sequence(0, 6, 3);
    assert.ok(memory.admit(own, 6));
    own.computed = 6;
    const usage = memory.usage([own], false);
    assert.deepEqual(usage, {
      ...{ tokens: 6, reserved: 2, internal: 0, external: 3, cached: 0, free: 32 },
    });
    assert.equal(
      usageNames.reduce((sum, name) => sum + usage[name], 0),
      43,
    );
  });

  test("pools and blocks that cannot be are refused", () => {
    assert.throws(() => pagedMemory({ ...paging, slots: 3 }), /blocks/);
    assert.throws(() => pagedMemory({ ...paging, blockTokens: 0 }), /blocks/);
    assert.throws(() => pagedMemory({ ...paging, prefixBlockTokens: 6 }), /prefix-blocks/);
  });
});
