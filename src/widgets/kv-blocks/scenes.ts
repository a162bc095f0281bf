import { optOnA100, publishedLengths } from "../../model/serve/published.ts";
import type { Request } from "../../model/serve/request.ts";
import type { DrawnWorkload, MemoryPlan, Scenario } from "../../model/serve/scenario.ts";
import { type StepCosts, secondAStep } from "../../model/serve/step-time.ts";
import { requestsOf } from "../../model/serve/workload.ts";

export type SceneName = "small" | "sharegpt" | "alpaca";

export const managers = ["max", "pow2", "oracle", "paged"] as const;
export type Manager = (typeof managers)[number];

/** A pool and the people who want to be in it. */
export interface Scene {
  readonly slots: number;
  /** Tokens of the longest request, and so what is reserved where nothing else is known. */
  readonly maxTokens: number;
  readonly costs: StepCosts;
  readonly lengths: Pick<DrawnWorkload, "prompt" | "output" | "maxPrompt">;
  /** So many that somebody is waiting all the time. */
  readonly requests: number;
  readonly blockTokens: number;
  readonly largestBlock: number;
  readonly longestPrefix: number;
  /** The moment that is shown first, and the request that is followed then. */
  readonly opensAt: number;
  readonly follows: number;
}

const paper = {
  ...{ slots: optOnA100.slots, maxTokens: optOnA100.maxTokens, costs: optOnA100.costs },
  ...{ blockTokens: 16, largestBlock: 512, longestPrefix: 512, opensAt: 30 },
};

const scenes: Readonly<Record<SceneName, Scene>> = {
  small: {
    ...{ slots: 128, maxTokens: 32, costs: secondAStep, requests: 100 },
    lengths: {
      prompt: { kind: "quantiles", tokens: [2, 4, 6, 10] },
      output: { kind: "quantiles", tokens: [2, 5, 9, 20] },
      maxPrompt: 16,
    },
    ...{ blockTokens: 4, largestBlock: 32, longestPrefix: 12, opensAt: 14 },
    follows: 9,
  },
  sharegpt: {
    ...paper,
    lengths: publishedLengths.shareGpt,
    requests: 1000,
    follows: 73,
  },
  alpaca: {
    ...paper,
    lengths: publishedLengths.alpaca,
    requests: 4000,
    follows: 754,
  },
};

export const sceneOf = (name: SceneName): Scene => scenes[name];

/** What is set of a scene. */
export interface SceneChoice {
  readonly block: number;
  readonly prefix: number;
  readonly seed: number;
}

/**
 * One scenario for each memory. Everybody is there from the start, and the same people come to all of
 * them. With a prefix each prompt is so much longer; only blocks can share it.
 */
export function scenariosOf(
  scene: Scene,
  choice: SceneChoice,
  seconds: number,
): readonly Scenario[] {
  const requests = peopleOf(scene, choice);
  return managers.map((manager) => ({
    memory: memoryOf(scene, manager, choice.block, choice.prefix > 0),
    batching: { kind: "iteration", batch: Infinity, prompts: "mixed" },
    costs: scene.costs,
    workload: { kind: "trace", requests },
    ...{ seconds, drain: false },
  }));
}

function memoryOf(scene: Scene, manager: Manager, block: number, shares: boolean): MemoryPlan {
  const { slots, maxTokens } = scene;
  return manager === "paged"
    ? { kind: "paged", slots, blockTokens: block, prefixCaching: shares }
    : { kind: "contiguous", slots, reservation: manager, maxTokens };
}

function peopleOf(scene: Scene, { block, prefix, seed }: SceneChoice): readonly Request[] {
  const alone: Scenario = {
    memory: memoryOf(scene, "paged", 1, false),
    batching: { kind: "static", batch: 1 },
    costs: scene.costs,
    workload: {
      ...{ kind: "drawn", arrivals: { kind: "burst", requests: scene.requests } },
      ...{ ...scene.lengths, maxTokens: scene.maxTokens - prefix },
    },
  };
  const names = Array.from({ length: Math.floor(prefix / block) }, (_, i) => i);
  const requests: Request[] = [];
  const drawn = requestsOf(alone, seed);
  for (let next = drawn.next(); !next.done; next = drawn.next()) {
    const { value } = next;
    requests.push({ ...value, promptTokens: value.promptTokens + prefix, prefix: names });
  }
  return requests;
}
