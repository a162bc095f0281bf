import { stockOf } from "../data/plan-model.ts";
import { type FormatName, type WeightFormat, weightFormats } from "../model/formats.ts";
import { type Demand, demandOf } from "../model/plan/demand.ts";
import { type Found, findPlan, type PlanEvent } from "../model/plan/find-plan.ts";
import { isModelPath, type Launched, launchNames } from "../model/plan/launch/launch.ts";
import { launchPlan } from "../model/plan/launch/launch-plan.ts";
import { layoutsOf } from "../model/plan/layouts.ts";
import { cheapestOf, marginOf, planCost } from "../model/plan/plan-cost.ts";
import { type PlanRequest, servableWeights } from "../model/plan/plan-request.ts";
import { savingsOf } from "../model/plan/savings.ts";
import { unusable, wrongUsage } from "./cli-error.ts";
import type { CliModel } from "./cli-model.ts";
import { findGpu } from "./find-gpu.ts";
import { modelFacts } from "./model-facts.ts";
import type { Options } from "./parse-options.ts";

/** What `headcount plan --json` prints. Rates are requests a second, times seconds. */
export function planOf(model: CliModel, options: Options) {
  const request = requestOf(model, options);
  const path = pathOf(model, options);
  const emit = emitOf(options);
  const price = options.decimal("price");
  const demand = demandOf(request.traffic, request.seed);
  const pairs = layoutsOf(request, demand);
  const found = [...findPlan(request, pairs)].filter(
    (event): event is Extract<PlanEvent, { kind: "found" }> => event.kind === "found",
  );
  const best = cheapestOf(found.flatMap((one) => one.found ?? []));
  if (best === null) throw unusable("plan-none", { most: request.gpu.most });
  const { sized, replicas } = best;
  const { traffic, pace } = request;
  return {
    model: modelFacts(model),
    ...{ gpu: options.text("gpu"), traffic, pace },
    /** The cheapest of every pair of formats, and why some have none. */
    arrangements: found.map((one, i) => ({
      ...one.formats,
      problem: one.found ? null : (pairs[i]?.problem ?? ("pace" as const)),
      plan: one.found && factsOf(one.found, request, demand, price),
    })),
    best: { weights: best.weights, kv: best.kv, ...factsOf(best, request, demand, price) },
    savings: savingsOf(request, sized),
    launch: emit && launchOf(emit, { request, sized, replicas, model: path }),
  };
}

function factsOf(found: Found, request: PlanRequest, demand: Demand, price: number | null) {
  const { sized, replicas, gpus, upTo, measured } = found;
  return {
    ...{ tp: sized.tp, pp: sized.pp, replicas, gpus },
    /** Of one copy, as vLLM prints them. */
    kvTokens: sized.capacity.kvTokens,
    ...{ upTo, margin: marginOf(found, request) },
    ...{ ttftP90: measured.ttft, tpotP90: measured.tpot, running: measured.running },
    cost: price === null ? null : planCost(demand, request.traffic.rate, gpus, price),
  };
}

const chat = { prompt: 500, output: 500, ttft: 2000, tpot: 50 } as const;

function requestOf(model: CliModel, options: Options): PlanRequest {
  if (model.plan === null) throw unusable("no-parameters");
  const gpu = options.text("gpu");
  const rate = options.decimal("rate");
  if (gpu === null) throw wrongUsage("needs-gpu");
  if (rate === null || rate === 0) throw wrongUsage("needs-rate");
  const promptTokens = options.whole("prompt") ?? chat.prompt;
  const outputTokens = options.whole("output") ?? chat.output;
  const mostTokens = options.whole("max-model-len") ?? Math.min(model.maxContext ?? 8192, 8192);
  const { maxContext } = model;
  if (maxContext !== null && mostTokens > maxContext) {
    throw wrongUsage("most-above-context", { most: mostTokens, context: maxContext });
  }
  if (promptTokens + outputTokens > mostTokens) {
    throw wrongUsage("mean-above-most", { mean: promptTokens + outputTokens, most: mostTokens });
  }
  const loss = options.decimal("split-loss") ?? 10;
  if (loss >= 100) throw wrongUsage("loss-above-all", { found: loss });
  return {
    model: model.plan,
    gpu: {
      ...stockOf(findGpu(gpu), options.whole("per-node") ?? 8),
      most: options.whole("most-gpus") ?? 1024,
    },
    traffic: { rate, promptTokens, outputTokens, mostTokens },
    pace: {
      ttft: (options.whole("ttft-ms") ?? chat.ttft) / 1000,
      tpot: (options.whole("tpot-ms") ?? chat.tpot) / 1000,
    },
    weights: servableWeights(
      model.plan.stored,
      listOf(options, "weights-format", Object.keys(weightFormats) as WeightFormat[], [
        "bf16",
        "fp8",
      ]),
    ),
    kv: listOf(options, "kv-format", planCaches, planCaches),
    splitLoss: loss / 100,
    seed: options.whole("seed") ?? 1,
  };
}

const planCaches = ["bf16", "fp8"] as const satisfies readonly FormatName[];

/** Names with commas between them. */
function listOf<Name extends string>(
  options: Options,
  name: "weights-format" | "kv-format",
  known: readonly Name[],
  usual: readonly Name[],
): readonly Name[] {
  const text = options.text(name);
  if (text === null) return usual;
  const wanted = text.split(",").map((part) => part.trim());
  for (const found of wanted) {
    if (!known.some((one) => one === found)) {
      throw wrongUsage("unknown-choice", { option: name, found, known: known.join(", ") });
    }
  }
  return known.filter((one) => wanted.includes(one));
}

function emitOf(options: Options) {
  const found = options.text("emit");
  if (found === null) return null;
  const name = launchNames.find((one) => one === found);
  if (name) return name;
  throw wrongUsage("unknown-choice", { option: "emit", found, known: launchNames.join(", ") });
}

/** Where the model is: as it is told, as its file names it, or in a directory of its id. */
function pathOf({ from, id, name }: CliModel, options: Options): string {
  const found = options.text("path");
  if (found !== null && !isModelPath(found)) throw wrongUsage("path-not-plain", { found });
  if (found !== null) return found;
  const named = from === "config" && name?.includes("/") && isModelPath(name) ? name : null;
  return named ?? `/models/${from === "catalogue" ? id : "model"}`;
}

function launchOf(emit: (typeof launchNames)[number], launched: Launched) {
  const launch = launchPlan(emit, launched);
  if ("problem" in launch) throw unusable(`launch-${launch.problem}`, { engine: emit });
  return launch;
}
