import type { TokenEvent } from "../../lab/protocol.ts";

interface Times {
  readonly early: number;
  readonly late: number;
}

/** Medians over the first steps after the prompt, and over the last. */
export interface TimesSeen {
  /** So many at either end. */
  readonly steps: number;
  readonly cached: Times;
  readonly uncached: Times;
}

const fewest = 4;

/** `null` where the steps are too few for a first and a last quarter. */
export function timesSeen(steps: readonly TokenEvent[]): TimesSeen | null {
  const decoded = steps.slice(1);
  const count = Math.floor(decoded.length / 4);
  if (count < fewest) return null;
  const times = (way: "cachedMs" | "uncachedMs"): Times => ({
    early: median(decoded.slice(0, count).map((step) => step[way])),
    late: median(decoded.slice(-count).map((step) => step[way])),
  });
  return { steps: count, cached: times("cachedMs"), uncached: times("uncachedMs") };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return ((sorted[low] ?? 0) + (sorted[high] ?? 0)) / 2;
}
