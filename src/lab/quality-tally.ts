import type { Quality } from "./evaluator.ts";
import type { Batch } from "./tasks/task.ts";

/** Sums what an evaluation graph says of the targets that count. */
export class QualityTally {
  #loss = 0;
  #right = 0;
  #answers = 0;
  #divergence = 0;

  /** @param apart divergences from the exact model, where the graph has them */
  add(
    { counts }: Batch,
    entropy: ArrayLike<number>,
    lead: ArrayLike<number>,
    apart: ArrayLike<number> | null = null,
  ): void {
    for (const [at, weight] of counts.entries()) {
      if (weight === 0) continue;
      this.#answers++;
      this.#loss += entropy[at] as number;
      this.#divergence += apart?.[at] ?? 0;
      if (lead[at] === 0) this.#right++;
    }
  }

  get quality(): Quality {
    const answers = this.#answers;
    return { loss: this.#loss / answers, accuracy: this.#right / answers, answers };
  }

  /** Mean over all that count, in nats. */
  get divergence(): number {
    return this.#divergence / this.#answers;
  }
}
