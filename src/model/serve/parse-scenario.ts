import type { Arrivals } from "./arrivals.ts";
import { Fields } from "./fields.ts";
import type { Lengths } from "./lengths.ts";
import type { Trace } from "./parse-trace.ts";
import type { Batching, DrawnWorkload, MemoryPlan, Scenario } from "./scenario.ts";
import { ScenarioFileError } from "./scenario-file-error.ts";
import type { StepCosts } from "./step-time.ts";

/**
 * Reads a scenario from JSON: the fields of `Scenario`, a `batch` or `budget` without a limit left out.
 * @param trace what `workload` stands for where its kind is `trace`
 * @throws ScenarioFileError naming the field
 */
export function parseScenario(text: string, trace: Trace | null = null): Scenario {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    throw new ScenarioFileError("json", "", reason, "JSON");
  }
  const fields = new Fields(value);
  const scenario: Scenario = {
    memory: memoryPlan(fields.object("memory")),
    batching: batching(fields.object("batching")),
    costs: stepCosts(fields.object("costs")),
    workload: workload(fields, trace),
    ...fields.optional("seconds", () => fields.number("seconds", 0)),
    ...fields.optional("drain", () => fields.flag("drain")),
    ...fields.optional("mostWaiting", () => fields.whole("mostWaiting", 0)),
    ...fields.optional("goal", () => {
      const goal = fields.object("goal");
      const found = {
        ...goal.optional("ttft", () => goal.number("ttft", 0)),
        ...goal.optional("tpot", () => goal.number("tpot", 0)),
        ...goal.optional("latency", () => goal.number("latency", 0)),
      };
      goal.end();
      return found;
    }),
  };
  fields.end();
  return scenario;
}

const mostSlots = 2 ** 40;

function memoryPlan(fields: Fields): MemoryPlan {
  const kind = fields.choice("kind", ["paged", "contiguous"]);
  const slots = fields.whole("slots", 1, mostSlots);
  const plan: MemoryPlan =
    kind === "contiguous"
      ? {
          ...{ kind, slots },
          reservation: fields.choice("reservation", ["max", "pow2", "oracle"]),
          maxTokens: fields.whole("maxTokens", 1, mostSlots),
        }
      : {
          ...{ kind, slots, blockTokens: fields.whole("blockTokens", 1, 2 ** 20) },
          ...fields.optional("prefixCaching", () => fields.flag("prefixCaching")),
          ...fields.optional("watermark", () => fields.number("watermark", 0, 1)),
          ...fields.optional("setApart", () => fields.whole("setApart", 0)),
          ...fields.optional("pressure", () =>
            fields.choice("pressure", ["recompute", "swap", "reject"]),
          ),
          ...fields.optional("host", () => {
            const host = fields.object("host");
            const found = {
              slots: host.whole("slots", 0, mostSlots),
              bytesPerSecond: host.number("bytesPerSecond", 1),
            };
            host.end();
            return found;
          }),
        };
  fields.end();
  return plan;
}

function batching(fields: Fields): Batching {
  const kind = fields.choice("kind", ["static", "request", "iteration", "chunked"]);
  const batch = fields.has("batch") || kind === "static" ? fields.whole("batch", 1) : Infinity;
  const found: Batching =
    kind === "static" || kind === "request"
      ? { kind, batch }
      : kind === "chunked"
        ? { kind, batch, budget: fields.whole("budget", 1) }
        : {
            ...{ kind, batch, prompts: fields.choice("prompts", ["mixed", "first"]) },
            ...fields.optional("budget", () => fields.whole("budget", 1)),
          };
  fields.optional("batch", () => batch);
  fields.end();
  return found;
}

function stepCosts(fields: Fields): StepCosts {
  const found: StepCosts = {
    weightBytes: fields.number("weightBytes", 0),
    kvBytesPerToken: fields.number("kvBytesPerToken", 0),
    flopsPerToken: fields.number("flopsPerToken", 0),
    flopsPerPair: fields.has("flopsPerPair") ? fields.number("flopsPerPair", 0) : 0,
    bytesPerSecond: fields.number("bytesPerSecond", 1),
    flopsPerSecond: fields.number("flopsPerSecond", 1),
    secondsPerStep: fields.has("secondsPerStep") ? fields.number("secondsPerStep", 0) : 0,
    secondsPerSequence: fields.has("secondsPerSequence")
      ? fields.number("secondsPerSequence", 0)
      : 0,
    ...fields.optional("experts", () => {
      const experts = fields.object("experts");
      const count = experts.whole("count", 1);
      const found = {
        bytes: experts.number("bytes", 0),
        count,
        active: experts.whole("active", 1, count),
      };
      experts.end();
      return found;
    }),
  };
  for (const name of ["flopsPerPair", "secondsPerStep", "secondsPerSequence"]) {
    fields.optional(name, () => 0);
  }
  fields.end();
  return found;
}

function workload(scenario: Fields, trace: Trace | null): Scenario["workload"] {
  const fields = scenario.object("workload");
  const kind = fields.choice("kind", ["drawn", "trace"]);
  if (kind === "trace") {
    const speed = fields.optional("speed", () => fields.number("speed", 1e-6, 1e6));
    fields.end();
    if (!trace) {
      throw new ScenarioFileError("missing", "workload", { kind }, "--trace FILE");
    }
    const { requests, prefixBlockTokens } = trace;
    return { kind, requests, ...speed, ...(prefixBlockTokens && { prefixBlockTokens }) };
  }
  const found: DrawnWorkload = {
    kind,
    arrivals: arrivals(fields.object("arrivals")),
    prompt: lengths(fields.object("prompt")),
    output: lengths(fields.object("output")),
    ...fields.optional("maxPrompt", () => fields.whole("maxPrompt", 1)),
    ...fields.optional("maxTokens", () => fields.whole("maxTokens", 2)),
    ...fields.optional("samples", () => fields.whole("samples", 1, 64)),
    ...fields.optional("prefixes", () => {
      const prefixes = fields.object("prefixes");
      const found = { groups: prefixes.whole("groups", 1), tokens: prefixes.whole("tokens", 1) };
      prefixes.end();
      return found;
    }),
  };
  fields.end();
  return found;
}

function arrivals(fields: Fields): Arrivals {
  const kind = fields.choice("kind", ["burst", "fixed", "poisson", "gamma"]);
  const found: Arrivals =
    kind === "burst"
      ? { kind, requests: fields.whole("requests", 1) }
      : kind === "gamma"
        ? {
            ...{ kind, rate: fields.number("rate", 1e-9) },
            burstiness: fields.number("burstiness", 0.01, 1000),
          }
        : { kind, rate: fields.number("rate", 1e-9) };
  fields.end();
  return found;
}

function lengths(fields: Fields): Lengths {
  const kind = fields.choice("kind", ["fixed", "quantiles", "exponential", "lognormal", "zipf"]);
  const found = ((): Lengths => {
    switch (kind) {
      case "fixed":
        return { kind, tokens: fields.whole("tokens", 1) };
      case "quantiles":
        return { kind, tokens: fields.numbers("tokens") };
      case "exponential":
        return { kind, mean: fields.number("mean", 1e-3) };
      case "lognormal":
        return {
          ...{ kind, median: fields.number("median", 1e-3) },
          spread: fields.number("spread", 0, 5),
        };
      case "zipf":
        return {
          ...{ kind, from: fields.whole("from", 1), to: fields.whole("to", 1) },
          exponent: fields.number("exponent", 0, 10),
        };
    }
  })();
  fields.end();
  return found;
}
