/** What two models differ by on the same tasks. */
export interface PairedDifference {
  /** Mean of `after − before`, in the unit of the scores. */
  readonly mean: number;
  /** Standard error of that mean. */
  readonly standardError: number;
  /** Tasks on which `after` is higher. */
  readonly wins: number;
  readonly tasks: number;
}

/**
 * The mean difference of two lists of scores of the same tasks, with the standard error of paired
 * differences, `s / √n`, `s` being their sample standard deviation. It says how far the mean depends
 * on the choice of tasks, and nothing of what another training run would give.
 * @throws RangeError on lists of different length, or of fewer than two scores.
 */
export function pairedDifference(
  before: readonly number[],
  after: readonly number[],
): PairedDifference {
  const tasks = before.length;
  if (tasks < 2 || after.length !== tasks) {
    throw new RangeError(`scores of the same two or more tasks: ${tasks} and ${after.length}`);
  }
  const differences = after.map((score, i) => score - (before[i] ?? 0));
  const mean = meanOf(differences);
  const squares = differences.reduce((sum, difference) => sum + (difference - mean) ** 2, 0);
  return {
    mean,
    standardError: Math.sqrt(squares / (tasks - 1) / tasks),
    wins: differences.filter((difference) => difference > 0).length,
    tasks,
  };
}

/**
 * The plain mean of scores, in their unit.
 * @throws RangeError on an empty list.
 */
export function meanOf(scores: readonly number[]): number {
  if (scores.length === 0) throw new RangeError("mean of no scores");
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
