import type { Engine } from "./engine.ts";
import type { Batching } from "./scenario.ts";
import { ScenarioError } from "./scenario-error.ts";

/** Plans a step; plans nothing where nobody can be served now. */
export type Schedule = (engine: Engine) => void;

/** @throws ScenarioError on a batch or budget that holds nobody */
export function scheduleOf(batching: Batching): Schedule {
  const { batch } = batching;
  if (!(batch >= 1)) throw new ScenarioError("batch", { batch });
  switch (batching.kind) {
    case "static":
      return batchByBatch(batch, true);
    case "request":
      return batchByBatch(batch, false);
    case "iteration":
      return batching.prompts === "mixed"
        ? runningFirst(batch, budgetOf(batching.budget), false)
        : promptsFirst(batch, budgetOf(batching.budget));
    case "chunked":
      return runningFirst(batch, budgetOf(batching.budget), true);
  }
}

function budgetOf(budget = Infinity): number {
  if (!(budget >= 1)) throw new ScenarioError("budget", { budget });
  return budget;
}

/**
 * Every running request computes what it knows and has not computed, then those who wait come in, in
 * their order, until one does not fit. Nobody comes in when somebody has just had to leave.
 * @source https://docs.vllm.ai/en/latest/configuration/optimization/ (V1's scheduler)
 */
function runningFirst(batch: number, budget: number, isCut: boolean): Schedule {
  return (engine) => {
    const { running, waiting } = engine;
    const before = running.length;
    let left = budget;
    for (let i = 0; i < running.length && left > 0; i++) {
      const sequence = running[i];
      if (!sequence) break;
      const tokens = Math.min(sequence.known - sequence.computed, left);
      if (!engine.makeRoom(sequence, sequence.computed + tokens)) break;
      engine.plan(sequence, tokens);
      left -= tokens;
    }
    if (running.length < before) return;
    engine.swapIn(batch);
    while (waiting.first && running.length < batch && engine.swapped.length === 0) {
      const isFirst = engine.planned.length === 0;
      if (!isCut && !isFirst && waiting.first.known > left) return;
      const tokens = engine.admitFirst(isCut ? left : Infinity);
      if (tokens === null) return;
      left -= tokens;
    }
  };
}

/**
 * While prompts wait and fit, steps compute prompts alone; running requests stand still.
 * @source https://github.com/vllm-project/vllm/blob/v0.6.0/vllm/core/scheduler.py
 */
function promptsFirst(batch: number, budget: number): Schedule {
  return (engine) => {
    const { running, waiting } = engine;
    if (engine.swapped.length === 0) {
      let left = budget;
      while (waiting.first && running.length < batch) {
        if (engine.planned.length > 0 && waiting.first.known > left) break;
        const tokens = engine.admitFirst(Infinity);
        if (tokens === null) break;
        left -= tokens;
      }
      if (engine.planned.length > 0) return;
    }
    const before = running.length;
    for (let i = 0; i < running.length; i++) {
      const sequence = running[i];
      if (!sequence || !engine.makeRoom(sequence, sequence.known)) break;
      engine.plan(sequence, sequence.known - sequence.computed);
    }
    if (running.length === before) engine.swapIn(batch);
  };
}

/** A new batch only when the last one has ended to its last member. */
function batchByBatch(batch: number, waitsForAll: boolean): Schedule {
  return (engine) => {
    const { running, waiting } = engine;
    if (running.length > 0) {
      for (let i = 0; i < running.length; i++) {
        const sequence = running[i];
        if (!sequence || sequence.isDone) continue;
        if (!engine.makeRoom(sequence, sequence.known)) break;
        engine.plan(sequence, sequence.known - sequence.computed);
      }
      return;
    }
    engine.swapIn(batch);
    if (running.length > 0) return;
    if (waitsForAll && waiting.length < batch && engine.hasMore) return;
    while (running.length < batch && engine.admitFirst(Infinity) !== null);
  };
}
