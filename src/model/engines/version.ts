/** The numbers of a version: `v0.10.1.1` and `0.8.5.post1` alike; `null` when there are none. */
export function versionNumbers(text: string): readonly number[] | null {
  const numbers = /\d+(?:\.\d+)*/.exec(text)?.[0];
  return numbers ? numbers.split(".").map(Number) : null;
}

/** Whether `version` is `least` or later; an unknown version counts as the newest. */
export function isAtLeast(version: string | null, least: readonly number[]): boolean {
  const numbers = version === null ? null : versionNumbers(version);
  if (!numbers) return true;
  for (const [i, wanted] of least.entries()) {
    const found = numbers[i] ?? 0;
    if (found !== wanted) return found > wanted;
  }
  return true;
}
