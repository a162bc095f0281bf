const bytesPerMiB = 2 ** 20;

/**
 * MiB with two decimals as C's `%.2f` prints them: a value half-way between two goes to the even
 * one, where JavaScript's `toFixed` goes up.
 * @param bytes a non-negative safe integer
 */
export function printedMib(bytes: number): number {
  const hundredths = (bytes % bytesPerMiB) * 100;
  let part = Math.floor(hundredths / bytesPerMiB);
  const twiceRest = (hundredths % bytesPerMiB) * 2;
  if (twiceRest > bytesPerMiB || (twiceRest === bytesPerMiB && part % 2 === 1)) part++;
  return (Math.floor(bytes / bytesPerMiB) * 100 + part) / 100;
}
