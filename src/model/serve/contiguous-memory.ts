import { Buddy } from "./buddy.ts";
import type { Memory } from "./memory.ts";
import type { PoolUsage } from "./pool-usage.ts";
import type { Sequence } from "./request.ts";

/**
 * How many slots a request gets, once and for all: as many as any may have, its prompt and its output
 * rounded up to a power of two, or exactly what it will need.
 * @source https://arxiv.org/abs/2309.06180, section 6.1
 */
export type Reservation = "max" | "pow2" | "oracle";

/** One piece for each request, of the size that was reserved when it came, from a buddy allocator. */
export function contiguousMemory(
  slots: number,
  reservation: Reservation,
  maxTokens: number,
): Memory {
  const buddy = new Buddy(slots);
  const wanted = ({ request }: Sequence): number => {
    const { promptTokens, outputTokens } = request;
    if (reservation === "max") return maxTokens;
    const output = reservation === "pow2" ? Buddy.pieceFor(outputTokens) : outputTokens;
    return Math.min(promptTokens + output, Math.max(maxTokens, promptTokens + outputTokens));
  };
  return {
    slots,
    canHold: (sequence) => {
      const { promptTokens, outputTokens } = sequence.request;
      if (reservation === "max" && promptTokens + outputTokens > maxTokens) return false;
      return Buddy.pieceFor(wanted(sequence)) <= buddy.largestPiece;
    },
    admit(sequence, budget) {
      const asked = wanted(sequence);
      const address = buddy.take(asked);
      if (address === null) return null;
      sequence.address = address;
      sequence.asked = asked;
      sequence.taken = Buddy.pieceFor(asked);
      sequence.computed = 0;
      sequence.room = asked;
      return Math.min(sequence.known, budget);
    },
    grow: (sequence, tokens) => tokens <= sequence.asked,
    settle() {},
    fork() {
      throw new RangeError("samples share nothing in contiguous memory");
    },
    release(sequence) {
      buddy.give(sequence.address, sequence.asked);
      sequence.address = -1;
      sequence.taken = 0;
      sequence.room = 0;
    },
    usage(running, isWanted): PoolUsage {
      let [tokens, reserved, internal, rounding] = [0, 0, 0, 0];
      for (const sequence of running) {
        const { promptTokens, outputTokens } = sequence.request;
        const all = promptTokens + outputTokens;
        const held = sequence.computed + sequence.planned;
        tokens += held;
        reserved += all - held;
        internal += sequence.asked - all;
        rounding += sequence.taken - sequence.asked;
      }
      const holes = buddy.freeSize;
      const external = rounding + (isWanted ? holes : 0);
      return { tokens, reserved, internal, external, cached: 0, free: isWanted ? 0 : holes };
    },
  };
}
