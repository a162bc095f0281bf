/** Something whose steps can be timed: `settle` returns when all submitted steps are done. */
export interface Steps {
  step(): Promise<void>;
  settle(): Promise<void>;
}

export interface Clock {
  readonly now: () => number;
  /** The smallest difference this clock shows. Browsers round to 0.1 ms, some to 100 ms. */
  readonly tickMs: number;
  /** How long an empty queue takes to answer. Firefox looks only every 100 ms or so. */
  readonly queueMs: number;
  /** Whether something came between since this was last asked: then a run does not count. */
  readonly disturbed: () => boolean;
  /** Throws where the run was cancelled. */
  readonly cancelled: () => void;
}

export interface Timing {
  readonly medianMs: number;
  readonly lowerQuartileMs: number;
  readonly upperQuartileMs: number;
  readonly runs: number;
  readonly stepsPerRun: number;
}

export interface Plan {
  readonly runs: number;
  /** Time after which no more than `leastRuns` are made. */
  readonly budgetMs: number;
  /** Called after each timed run, outside the measured time. */
  readonly onRun: (done: number, of: number) => Promise<void>;
}

export const leastRuns = 10;
const ticksPerRun = 20;
const queueAnswersPerRun = 10;
const mostStepsPerRun = 4096;

export function clockTickMs(now: () => number): number {
  const ticks: number[] = [];
  let last = now();
  while (ticks.length < 3) {
    const time = now();
    if (time <= last) continue;
    ticks.push(time - last);
    last = time;
  }
  return Math.min(...ticks);
}

export async function queueMs(settle: () => Promise<void>, now: () => number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const start = now();
    await settle();
    times.push(now() - start);
  }
  return quantile(times, 0.5);
}

/**
 * Times one step: a warm-up, then batches just long enough for the clock and the queue, `plan.runs` of
 * them or as many as fit the budget, but never fewer than 10.
 */
export async function timeSteps(steps: Steps, clock: Clock, plan: Plan): Promise<Timing> {
  await runMs(steps, 1, clock); // compiles shaders
  const longEnoughMs = Math.max(ticksPerRun * clock.tickMs, queueAnswersPerRun * clock.queueMs);
  let stepsPerRun = 1;
  let lastMs = await quickerMs(steps, stepsPerRun, clock);
  while (lastMs - clock.queueMs < longEnoughMs && stepsPerRun < mostStepsPerRun) {
    stepsPerRun *= 2;
    lastMs = await quickerMs(steps, stepsPerRun, clock);
  }

  const affordable = Math.floor(plan.budgetMs / lastMs);
  const runs = Math.max(leastRuns, Math.min(plan.runs, affordable));
  const times: number[] = [];
  while (times.length < runs) {
    clock.disturbed();
    const elapsedMs = await runMs(steps, stepsPerRun, clock);
    if (!clock.disturbed()) {
      times.push(Math.max(clock.tickMs, elapsedMs - clock.queueMs) / stepsPerRun);
    }
    await plan.onRun(times.length, runs);
  }
  return {
    medianMs: quantile(times, 0.5),
    lowerQuartileMs: quantile(times, 0.25),
    upperQuartileMs: quantile(times, 0.75),
    runs,
    stepsPerRun,
  };
}

/** The quicker of two runs: one that was held up says nothing about how short a step is. */
async function quickerMs(steps: Steps, count: number, clock: Clock): Promise<number> {
  const first = await runMs(steps, count, clock);
  return Math.min(first, await runMs(steps, count, clock));
}

async function runMs(steps: Steps, count: number, { now, cancelled }: Clock): Promise<number> {
  const start = now();
  for (let i = 0; i < count; i++) {
    cancelled();
    await steps.step();
  }
  await steps.settle();
  return now() - start;
}

/** Linear between the two nearest values. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = fraction * (sorted.length - 1);
  const below = sorted[Math.floor(at)] as number;
  const above = sorted[Math.ceil(at)] as number;
  return below + (above - below) * (at - Math.floor(at));
}
