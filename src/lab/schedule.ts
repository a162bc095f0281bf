/** How the learning rate rises and falls over a run. */
export interface Schedule {
  readonly steps: number;
  readonly peak: number;
  /** Steps of rising in a straight line. */
  readonly warmUp: number;
  /** What is left of the peak at the end, after half a cosine. */
  readonly floor: number;
}

/** Learning rate of step 1, 2, …; a step after the last has the last one's. */
export function learningRate({ steps, peak, warmUp, floor }: Schedule, step: number): number {
  if (step < warmUp) return (peak * step) / warmUp;
  const done = Math.min(1, (step - warmUp) / Math.max(1, steps - warmUp));
  return peak * (floor + (1 - floor) * 0.5 * (1 + Math.cos(Math.PI * done)));
}
