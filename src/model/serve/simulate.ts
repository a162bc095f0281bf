import { Checksum } from "./checksum.ts";
import { contiguousMemory } from "./contiguous-memory.ts";
import { Engine, type EngineEvent } from "./engine.ts";
import type { Memory } from "./memory.ts";
import { Metrics, type Spread, spreadOf, type UsageShares } from "./metrics.ts";
import { pagedMemory } from "./paged-memory.ts";
import { Sequence } from "./request.ts";
import type { MemoryPlan, Scenario } from "./scenario.ts";
import { ScenarioError } from "./scenario-error.ts";
import { scheduleOf } from "./schedules.ts";
import { type Bound, type StepWork, stepTimer } from "./step-time.ts";
import { countWork, padWork } from "./step-work.ts";
import { prefixBlockTokens, requestsOf } from "./workload.ts";

/** Looks on; the engine must be left as it is. */
export interface Watch {
  event?(kind: EngineEvent, sequence: Sequence, seconds: number): void;
  /** A step that is planned: from `seconds` on it takes `duration`. */
  step?(engine: Engine, seconds: number, duration: number): void;
}

/** What a simulation comes to. Times are simulated seconds. */
export interface Outcome {
  /** Over all events and steps: equal where two runs are. */
  readonly checksum: string;
  readonly steps: number;
  readonly seconds: number;
  readonly counts: Readonly<Record<EngineEvent, number>>;
  /** Neither finished nor turned away when it ended. */
  readonly unfinished: number;
  readonly tokens: {
    readonly prompt: number;
    readonly output: number;
    /** Computed once more after a preemption. */
    readonly recomputed: number;
    /** Of prompts, found in the cache; and all that were looked up. */
    readonly cached: number;
    readonly lookedUp: number;
  };
  /** A second: finished requests, those that met the goal, their tokens. */
  readonly rates: {
    readonly requests: number;
    readonly good: number;
    readonly outputTokens: number;
    readonly allTokens: number;
  };
  readonly ttft: Spread;
  readonly tpot: Spread;
  readonly itl: Spread;
  readonly latency: Spread;
  readonly normalized: Spread;
  readonly wait: Spread;
  /** Means over time. */
  readonly running: number;
  readonly waiting: number;
  readonly usage: UsageShares | null;
  /** Over the time in which somebody waited. */
  readonly usageWhileWaiting: UsageShares | null;
  /** Shares of the time of all steps. */
  readonly bound: Readonly<Record<Bound, number>>;
}

function memoryOf(plan: MemoryPlan, prefixTokens: number): Memory {
  if (!(plan.slots >= 1 && plan.slots < Infinity)) {
    throw new ScenarioError("no-memory", { slots: plan.slots });
  }
  if (plan.kind === "contiguous") {
    return contiguousMemory(plan.slots, plan.reservation, plan.maxTokens);
  }
  return pagedMemory({
    ...{ slots: plan.slots, blockTokens: plan.blockTokens },
    ...{ prefixCaching: plan.prefixCaching ?? false, prefixBlockTokens: prefixTokens },
    ...{ watermark: plan.watermark ?? 0, setApart: plan.setApart ?? 0 },
  });
}

/**
 * Serves the requests of a scenario step by step: admission, one step of the model, a token for each
 * sequence whose known tokens are computed. A function of scenario and seed alone.
 * @throws ScenarioError on a scenario that cannot be
 */
export function simulate(scenario: Scenario, seed: number, watch: Watch = {}): Outcome {
  const { batching, costs, goal, mostWaiting = Infinity } = scenario;
  const until = scenario.drain === false ? (scenario.seconds ?? Infinity) : Infinity;
  const requests = requestsOf(scenario, seed);
  const memory = memoryOf(scenario.memory, prefixBlockTokens(scenario));
  const schedule = scheduleOf(batching);
  const duration = stepTimer(costs);
  const host = scenario.memory.kind === "paged" ? scenario.memory.host : undefined;
  const holdsTogether = batching.kind === "static" || batching.kind === "request";
  const metrics = new Metrics(goal);
  const checksum = new Checksum();
  const counts = noCounts();
  const sums = { recomputed: 0, cached: 0, lookedUp: 0 };
  let now = 0;
  let steps = 0;

  const tell = (kind: EngineEvent, sequence: Sequence): void => {
    counts[kind]++;
    checksum.add(eventCodes[kind]);
    checksum.add(sequence.request.id);
    if (kind === "admit") {
      sums.lookedUp += sequence.known;
      sums.cached += sequence.computed;
      if (sequence.recomputed === 0 && sequence.firstTokenAt < 0)
        metrics.wait.add(now - sequence.request.arrival);
    }
    if (kind === "preempt") sums.recomputed += sequence.computed;
    watch.event?.(kind, sequence, now);
  };
  const engine = new Engine(memory, scenario.memory, tell);
  let next = requests.next();

  const arrive = (): void => {
    while (!next.done && next.value.arrival <= now) {
      const sequence = new Sequence(next.value);
      tell("arrive", sequence);
      if (!memory.canHold(sequence)) tell("too-long", sequence);
      else if (engine.waiting.length >= mostWaiting) tell("turn-away", sequence);
      else engine.waiting.add(sequence);
      next = requests.next();
    }
    engine.hasMore = !next.done;
  };

  const finish = (sequence: Sequence): void => {
    metrics.finish(sequence);
    metrics.promptTokens += sequence.sample === 0 ? sequence.request.promptTokens : 0;
    metrics.outputTokens += sequence.request.outputTokens;
    tell("finish", sequence);
  };

  const emit = (sequence: Sequence, began: number, gaps: { count: number }): void => {
    sequence.generated++;
    if (sequence.firstTokenAt < 0) {
      sequence.firstTokenAt = now;
      tell("first-token", sequence);
    } else if (sequence.lastTokenAt === began) gaps.count++;
    else metrics.itl.add(now - sequence.lastTokenAt);
    sequence.lastTokenAt = now;
    if (sequence.isDone) finish(sequence);
  };

  const complete = (began: number): void => {
    const finished = counts.finish;
    const gaps = { count: 0 };
    const forked: Sequence[] = [];
    for (const sequence of engine.planned) {
      const isFirst = sequence.generated === 0;
      sequence.computed += sequence.planned;
      memory.settle(sequence);
      if (sequence.computed < sequence.known) continue;
      if (isFirst && sequence.sample === 0) {
        const { samples = 1 } = sequence.request;
        for (let sample = 1; sample < samples; sample++) {
          const child = new Sequence(sequence.request, sample);
          memory.fork(sequence, child);
          emit(child, began, gaps);
          forked.push(child);
        }
      }
      emit(sequence, began, gaps);
    }
    if (gaps.count > 0) metrics.itl.add(now - began, gaps.count);
    engine.running.push(...forked);
    if (counts.finish > finished) leave();
  };

  /** Those that are done make room; where a batch ends together, all of them at its end. */
  const leave = (): void => {
    const { running } = engine;
    if (holdsTogether && !running.every(({ isDone }) => isDone)) return;
    let kept = 0;
    for (const sequence of running) {
      if (sequence.isDone) memory.release(sequence);
      else running[kept++] = sequence;
    }
    running.length = kept;
  };

  const work: StepWork = { tokens: 0, sequences: 0, read: 0, pairs: 0 };
  const made = () => counts.preempt + counts["swap-out"] + counts["give-up"];
  for (;;) {
    arrive();
    engine.clear();
    const before = made();
    schedule(engine);
    if (engine.planned.length === 0) {
      // Whoever has just made way for others, and was the last, comes in again at once.
      if (made() > before) {
        leave();
        continue;
      }
      if (engine.running.length > 0) throw new Error("running requests without a plan");
      if (next.done || next.value.arrival > until) break;
      const idle = Math.max(now, next.value.arrival);
      metrics.pass(idle - now, memory.usage(engine.running, false), 0, engine.waiting.length);
      now = idle;
      continue;
    }
    if (holdsTogether) padWork(work, engine);
    else countWork(work, engine);
    const moving = host ? (engine.movedTokens * costs.kvBytesPerToken) / host.bytesPerSecond : 0;
    engine.movedTokens = 0;
    const { seconds, bound } = duration(work);
    const usage = memory.usage(engine.running, engine.waiting.length > 0);
    watch.step?.(engine, now, seconds + moving);
    metrics.pass(seconds + moving, usage, engine.running.length, engine.waiting.length);
    metrics.bound[bound] += seconds;
    const began = now;
    now += seconds + moving;
    steps++;
    checksum.add(work.tokens);
    checksum.add(Math.round(now * 1e6));
    complete(began);
    if (now >= until) break;
  }
  return outcome();

  function outcome(): Outcome {
    const running = engine.running.filter(({ isDone }) => !isDone).length;
    const left = engine.waiting.length + running + engine.swapped.length;
    const perSecond = (count: number) => (now > 0 ? count / now : 0);
    const stepSeconds = metrics.bound.memory + metrics.bound.compute;
    const share = (of: Bound) => (stepSeconds > 0 ? metrics.bound[of] / stepSeconds : 0);
    const { promptTokens, outputTokens } = metrics;
    return {
      ...{ checksum: checksum.text, steps, seconds: now, counts, unfinished: left },
      tokens: { prompt: promptTokens, output: outputTokens, ...sums },
      rates: {
        requests: perSecond(counts.finish),
        good: perSecond(metrics.good),
        outputTokens: perSecond(outputTokens),
        allTokens: perSecond(promptTokens + outputTokens),
      },
      ...{ ttft: spreadOf(metrics.ttft), tpot: spreadOf(metrics.tpot), itl: spreadOf(metrics.itl) },
      latency: spreadOf(metrics.latency),
      normalized: spreadOf(metrics.normalized),
      wait: spreadOf(metrics.wait),
      ...{ running: metrics.meanRunning, waiting: metrics.meanWaiting },
      usage: metrics.shares(memory.slots, "all"),
      usageWhileWaiting: metrics.shares(memory.slots, "wanted"),
      bound: { memory: share("memory"), compute: share("compute") },
    };
  }
}

const eventCodes: Readonly<Record<EngineEvent, number>> = {
  ...{ arrive: 1, admit: 2, "first-token": 3, finish: 4, preempt: 5 },
  ...{ "swap-out": 6, "swap-in": 7, "give-up": 8, "turn-away": 9, "too-long": 10 },
};

const noCounts = (): Record<EngineEvent, number> => ({
  ...{ arrive: 0, admit: 0, "first-token": 0, finish: 0, preempt: 0 },
  ...{ "swap-out": 0, "swap-in": 0, "give-up": 0, "turn-away": 0, "too-long": 0 },
});
