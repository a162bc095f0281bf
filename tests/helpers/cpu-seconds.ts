/** Seconds of CPU that `work` takes; unlike the clock's, they do not grow while others run beside it. */
export function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
