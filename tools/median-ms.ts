const repeats = 7;

/** How long some work takes on this thread, once it has run before: the median of seven times. */
export function medianMs(work: () => void): number {
  work();
  const times = Array.from({ length: repeats }, () => {
    const before = performance.now();
    work();
    return performance.now() - before;
  });
  return times.sort((a, b) => a - b)[repeats >> 1] as number;
}
