import { arrivalTimes } from "./arrivals.ts";
import { lengthRange, lengthSampler } from "./lengths.ts";
import { RandomSource } from "./random-source.ts";
import type { Request } from "./request.ts";
import type { DrawnWorkload, Scenario, TraceWorkload } from "./scenario.ts";
import { ScenarioError } from "./scenario-error.ts";

/** Draws before lengths are given up as impossible. */
const mostDraws = 10_000;
const streams = { arrivals: 1, prompt: 2, output: 3, prefix: 4 } as const;

/** Tokens of the blocks that prefixes are named by. */
export const prefixBlockTokens = ({ workload, memory }: Scenario): number => {
  const own = memory.kind === "paged" ? memory.blockTokens : 1;
  return workload.kind === "trace" ? (workload.prefixBlockTokens ?? own) : own;
};

/**
 * The requests of a scenario in the order of their arrival.
 * @throws ScenarioError on a workload that cannot be, or has no end
 */
export function requestsOf(scenario: Scenario, seed: number): Iterator<Request> {
  const { workload, seconds } = scenario;
  if (workload.kind === "trace") return traced(workload, seconds ?? Infinity);
  const isBurst = workload.arrivals.kind === "burst";
  if (seconds === undefined ? !isBurst : !(seconds > 0 && seconds < Infinity)) {
    throw new ScenarioError("no-end", { seconds: seconds ?? Infinity });
  }
  return drawn(workload, seed, seconds ?? Infinity, prefixBlockTokens(scenario));
}

function* traced({ requests, speed = 1 }: TraceWorkload, until: number): Generator<Request> {
  if (!(speed > 0 && speed < Infinity)) throw new ScenarioError("rate", { speed });
  for (const request of requests) {
    const arrival = request.arrival / speed;
    if (arrival > until) return;
    yield speed === 1 ? request : { ...request, arrival };
  }
}

function drawn(
  workload: DrawnWorkload,
  seed: number,
  until: number,
  blockTokens: number,
): Generator<Request> {
  const { maxPrompt = Infinity, maxTokens = Infinity, prefixes, samples } = workload;
  const random = (stream: keyof typeof streams) => new RandomSource(seed, streams[stream]);
  const promptOf = lengthSampler(workload.prompt, random("prompt"));
  const outputOf = lengthSampler(workload.output, random("output"));
  const [shortest] = lengthRange(workload.prompt);
  if (shortest > maxPrompt || shortest + lengthRange(workload.output)[0] > maxTokens) {
    throw new ScenarioError("lengths", { shortest, maxPrompt, maxTokens });
  }
  if (samples !== undefined && !(Number.isSafeInteger(samples) && samples >= 1 && samples <= 64)) {
    throw new ScenarioError("samples", { samples });
  }
  const group = random("prefix");
  const lengths = (): readonly [number, number] => {
    for (let draws = 0; draws < mostDraws; draws++) {
      const [prompt, output] = [promptOf(), outputOf()];
      if (prompt <= maxPrompt && prompt + output <= maxTokens) return [prompt, output];
    }
    throw new ScenarioError("lengths", { maxPrompt, maxTokens });
  };
  const times = arrivalTimes(workload.arrivals, random("arrivals"));
  return (function* () {
    let id = 0;
    for (const arrival of times) {
      if (arrival > until) return;
      const [promptTokens, outputTokens] = lengths();
      const prefix = prefixes && beginning(prefixes, promptTokens);
      yield {
        ...{ id, arrival, promptTokens, outputTokens },
        ...(prefix && { prefix }),
        ...(samples && { samples }),
      };
      id++;
    }
  })();

  /** Names of the full blocks of one of the texts, as far as the prompt goes. */
  function beginning(
    { groups, tokens }: { readonly groups: number; readonly tokens: number },
    promptTokens: number,
  ): readonly number[] {
    const text = Math.floor(group.uniform() * groups);
    const blocks = Math.floor(Math.min(tokens, promptTokens) / blockTokens);
    const perText = Math.ceil(tokens / blockTokens);
    return Array.from({ length: blocks }, (_, block) => text * perText + block);
  }
}
