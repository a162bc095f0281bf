import { Histogram } from "./histogram.ts";
import { type PoolUsage, usageNames } from "./pool-usage.ts";
import type { Sequence } from "./request.ts";
import type { ServiceGoal } from "./scenario.ts";
import type { Bound } from "./step-time.ts";

/** Seconds, over requests or tokens. */
export interface Spread {
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

/** Mean shares of the pool over time. */
export type UsageShares = PoolUsage;

/** Means over simulated time, and counts. */
export class Metrics {
  /** Time to first token. */
  readonly ttft = new Histogram();
  /** Time per output token after the first, of a request: `(latency − TTFT) / (output − 1)`. */
  readonly tpot = new Histogram();
  /** Time between two tokens of a request, over tokens. */
  readonly itl = new Histogram();
  readonly latency = new Histogram();
  /** Latency over output tokens, of a request. */
  readonly normalized = new Histogram();
  /** Until a request first runs. */
  readonly wait = new Histogram();
  good = 0;
  promptTokens = 0;
  outputTokens = 0;
  readonly bound: Record<Bound, number> = { memory: 0, compute: 0 };
  readonly #goal: ServiceGoal;
  readonly #usage = { all: emptyUsage(), wanted: emptyUsage() };
  #seconds = 0;
  #wantedSeconds = 0;
  #running = 0;
  #waiting = 0;

  constructor(goal: ServiceGoal = {}) {
    this.#goal = goal;
  }

  /** A stretch of time in which nothing changes. */
  pass(seconds: number, usage: PoolUsage, running: number, waiting: number): void {
    this.#seconds += seconds;
    this.#running += running * seconds;
    this.#waiting += waiting * seconds;
    addUsage(this.#usage.all, usage, seconds);
    if (waiting === 0) return;
    this.#wantedSeconds += seconds;
    addUsage(this.#usage.wanted, usage, seconds);
  }

  /** A request that has got its last token. */
  finish({ request, firstTokenAt, lastTokenAt }: Sequence): void {
    const { arrival, outputTokens } = request;
    const ttft = firstTokenAt - arrival;
    const latency = lastTokenAt - arrival;
    const tpot = outputTokens > 1 ? (lastTokenAt - firstTokenAt) / (outputTokens - 1) : 0;
    this.ttft.add(ttft);
    this.latency.add(latency);
    this.normalized.add(latency / outputTokens);
    if (outputTokens > 1) this.tpot.add(tpot);
    const goal = this.#goal;
    const isGood =
      ttft <= (goal.ttft ?? Infinity) &&
      tpot <= (goal.tpot ?? Infinity) &&
      latency <= (goal.latency ?? Infinity);
    if (isGood) this.good++;
  }

  get meanRunning(): number {
    return this.#running / this.#seconds;
  }

  get meanWaiting(): number {
    return this.#waiting / this.#seconds;
  }

  /** Of the pool, over all time, or over the time in which somebody waited; `null` if nobody did. */
  shares(slots: number, when: "all" | "wanted"): UsageShares | null {
    const seconds = when === "all" ? this.#seconds : this.#wantedSeconds;
    if (seconds === 0) return null;
    const sums = this.#usage[when];
    const shares = emptyUsage();
    for (const name of usageNames) shares[name] = sums[name] / (seconds * slots);
    return shares;
  }
}

export const spreadOf = (histogram: Histogram): Spread => ({
  mean: histogram.mean,
  p50: histogram.quantile(0.5),
  p90: histogram.quantile(0.9),
  p99: histogram.quantile(0.99),
});

type Sums = Record<keyof PoolUsage, number>;

const emptyUsage = (): Sums => ({
  ...{ tokens: 0, reserved: 0, internal: 0, external: 0, cached: 0, free: 0 },
});

function addUsage(sums: Sums, usage: PoolUsage, seconds: number): void {
  sums.tokens += usage.tokens * seconds;
  sums.reserved += usage.reserved * seconds;
  sums.internal += usage.internal * seconds;
  sums.external += usage.external * seconds;
  sums.cached += usage.cached * seconds;
  sums.free += usage.free * seconds;
}
