import type { Step } from "../model/derivation.ts";
import type { Deployment, EngineName } from "../model/engines/engine.ts";
import { deploymentDefaults } from "../model/engines/engine.ts";
import { capacityOf, type Engine } from "../model/engines/select.ts";
import { wrongUsage } from "./cli-error.ts";
import type { CliModel } from "./cli-model.ts";
import { blockNotes } from "./fit-notes.ts";
import { availableBytes, type Ranks, ranksOf } from "./gpu-budget.ts";
import { kvFormat } from "./kv-format.ts";
import { modelFacts } from "./model-facts.ts";
import type { Options } from "./parse-options.ts";
import { printedConcurrency } from "./printed-concurrency.ts";

/** An engine that fills a memory. */
export type FillingEngine = Engine & { readonly name: Exclude<EngineName, "llama.cpp"> };

/** What `headcount fit --json` prints for vLLM, SGLang and ideal. Bytes are of one GPU. */
export function fitBlocks(engine: FillingEngine, model: CliModel, options: Options) {
  const ranks = ranksOf(options);
  const { name, format } = kvFormat(options.text("kv-format"), model, engine);
  const available = availableBytes(options, model, ranks, engine.name);
  const plan: Deployment = {
    ...deploymentDefaults,
    layers: model.layers,
    draftLayers: model.draftLayers,
    format: { k: format, v: format },
    elementBytes: model.elementBytes,
    ...(model.nHeads === null ? {} : { nHeads: model.nHeads }),
    tp: attentionTp(engine, ranks),
    pp: ranks.pp,
    dcp: options.whole("dcp") ?? deploymentDefaults.dcp,
    availableBytes: available.bytes,
    maxModelLen: options.whole("max-model-len") ?? model.maxContext,
    maxBatchedTokens: options.whole("max-batched-tokens") ?? deploymentDefaults.maxBatchedTokens,
    blockSize: options.whole("block-size"),
    speculativeTokens: options.whole("speculative-tokens") ?? 0,
    stateMode: stateMode(options.text("state-mode")),
    hybrid: !options.flag("no-hybrid"),
  };
  const capacity = capacityOf(engine, plan);
  const { concurrency } = capacity;
  const steps: readonly Step[] = [...available.steps, ...capacity.steps];
  return {
    model: modelFacts(model),
    engine: engine.name,
    version: engine.version,
    kvFormat: name,
    ...ranks,
    dcp: plan.dcp,
    gpu: available.gpu,
    availableBytes: available.bytes,
    /** Terms of the memory that nobody gave. */
    assumed: available.assumed,
    /** What else to know of the engine's rules. */
    notes: blockNotes(engine, plan),
    maxModelLen: plan.maxModelLen,
    maxBatchedTokens: plan.maxBatchedTokens,
    bytesPerTokenPerGpu: capacity.bytesPerTokenPerGpu,
    blockSize: capacity.blockSize,
    blocks: capacity.blocks,
    /** As the engine prints them. */
    kvTokens: capacity.kvTokens,
    concurrency: concurrency === null ? null : printedConcurrency(concurrency),
    requests: capacity.requests,
    steps,
  };
}

/** SGLang splits the heads over the GPUs of one data parallel rank; vLLM's replicas are apart. */
function attentionTp(engine: FillingEngine, { tp, dp }: Ranks): number {
  if (engine.name !== "sglang" || dp === 1) return tp;
  if (tp % dp !== 0) throw wrongUsage("dp-not-divisor", { tp, dp });
  return tp / dp;
}

const stateModes = ["none", "align", "all"] as const;

function stateMode(text: string | null): Deployment["stateMode"] {
  const known = stateModes.find((mode) => mode === (text ?? "none"));
  if (known) return known;
  throw wrongUsage("unknown-choice", {
    option: "state-mode",
    found: text ?? "",
    known: stateModes.join(", "),
  });
}
