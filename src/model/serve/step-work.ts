import type { Engine } from "./engine.ts";
import type { StepWork } from "./step-time.ts";

/** What a step computes: what is planned, and no more. Written into `work`, which is there already. */
export function countWork(work: StepWork, { planned }: Engine): void {
  work.tokens = 0;
  work.read = 0;
  work.pairs = 0;
  work.sequences = planned.length;
  for (const { computed, planned: tokens } of planned) {
    work.tokens += tokens;
    work.read += computed + tokens;
    work.pairs += tokens * computed + (tokens * (tokens + 1)) / 2;
  }
}

/** Every place of the batch does as much as the longest, whether it still needs to or not. */
export function padWork(work: StepWork, { planned, running }: Engine): void {
  const width = running.length;
  let [longest, tokens] = [0, 0];
  for (const sequence of planned) {
    longest = Math.max(longest, sequence.computed + sequence.planned);
    tokens = Math.max(tokens, sequence.planned);
  }
  work.sequences = width;
  work.tokens = width * tokens;
  work.read = width * longest;
  work.pairs = width * (tokens * (longest - tokens) + (tokens * (tokens + 1)) / 2);
}
