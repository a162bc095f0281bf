import { type Derivation, derivation } from "../model/derivation.ts";
import { reportedBytes, usualTerms, vllmAvailableBytes } from "../model/engines/budget.ts";
import type { EngineName } from "../model/engines/engine.ts";
import { type WeightFormat, weightFormats } from "../model/formats.ts";
import { bytesPerGiB } from "../model/units.ts";
import { unusable, wrongUsage } from "./cli-error.ts";
import type { CliModel } from "./cli-model.ts";
import { findGpu } from "./find-gpu.ts";
import type { Options } from "./parse-options.ts";

/** GPUs by what they split. */
export interface Ranks {
  readonly tp: number;
  readonly pp: number;
  readonly dp: number;
}

/** A term of the budget, and whether it was given or is what Headcount assumes. */
export type AssumedTerm =
  | "utilization"
  | "weights"
  | "nonTorch"
  | "activation"
  | "cudaGraph"
  | "total";

export interface Available {
  readonly bytes: number;
  readonly steps: Derivation["steps"];
  readonly gpu: string | null;
  /** Terms that nobody gave. */
  readonly assumed: readonly AssumedTerm[];
}

/**
 * How the GPUs are used. Tensor parallel unless told: `--count` GPUs over the stages and replicas.
 * @throws CliError when the numbers do not multiply to the count.
 */
export function ranksOf(options: Options): Ranks {
  const pp = options.whole("pp") ?? 1;
  const dp = options.whole("dp") ?? 1;
  const count = options.whole("count");
  const tp = options.whole("tp") ?? (count === null ? 1 : count / (pp * dp));
  if (count !== null && (tp * pp * dp !== count || !Number.isInteger(tp))) {
    throw wrongUsage("count-not-product", { count, tp: Math.max(1, Math.floor(tp)), pp, dp });
  }
  return { tp, pp, dp };
}

/**
 * Bytes one GPU gives to the cache: `--available-gib`, or what is left of a GPU's memory.
 * @throws CliError on neither or both, an unknown GPU, or weights that nobody can count.
 */
export function availableBytes(
  options: Options,
  model: CliModel,
  ranks: Ranks,
  engine: EngineName,
): Available {
  const utilization = options.decimal("utilization");
  if (utilization !== null && utilization > 1) {
    throw wrongUsage("utilization-above-one", { found: utilization });
  }
  const given = options.decimal("available-gib");
  const gpu = options.text("gpu");
  const total = options.decimal("total-gib");
  if (given !== null) {
    if (gpu !== null || total !== null) throw wrongUsage("two-budgets");
    return { bytes: Math.floor(given * bytesPerGiB), steps: [], gpu: null, assumed: [] };
  }
  if (gpu === null && total === null) throw wrongUsage("needs-budget");
  const entry = gpu === null ? null : findGpu(gpu);
  const totalBytes = total === null ? reportedBytes(entry?.memoryBytes ?? 0) : toBytes(total);
  return budget(options, model, ranks, { engine, totalBytes, gpu: entry?.id ?? null });
}

const toBytes = (gib: number): number => Math.floor(gib * bytesPerGiB);

function budget(
  options: Options,
  model: CliModel,
  { tp, pp }: Ranks,
  { engine, totalBytes, gpu }: { engine: EngineName; totalBytes: number; gpu: string | null },
): Available {
  const d = derivation();
  const assumed: AssumedTerm[] = options.has("total-gib") ? [] : ["total"];
  const usual = usualTerms(engine, totalBytes, tp);
  const term = (
    name: "non-torch-gib" | "activation-gib" | "cuda-graph-gib",
    as: "nonTorch" | "activation" | "cudaGraph",
  ) => {
    const gib = options.decimal(name);
    if (gib !== null) return toBytes(gib);
    if (engine === "vllm") assumed.push(as);
    return usual[`${as}Bytes`];
  };
  const utilization = options.decimal("utilization");
  if (utilization === null) assumed.push("utilization");
  const terms = {
    totalBytes,
    utilization: utilization ?? usual.utilization,
    weightBytes: weights(options, model, tp * pp, d, assumed),
    nonTorchBytes: term("non-torch-gib", "nonTorch"),
    activationBytes: term("activation-gib", "activation"),
    cudaGraphBytes: term("cuda-graph-gib", "cudaGraph"),
  };
  const bytes = vllmAvailableBytes(terms, d);
  if (bytes === 0) {
    const taken =
      terms.weightBytes + terms.nonTorchBytes + terms.activationBytes + terms.cudaGraphBytes;
    throw unusable("no-memory-left", {
      usable: gib(Math.floor(totalBytes * terms.utilization)),
      taken: gib(taken),
    });
  }
  return { bytes, steps: d.steps, gpu, assumed };
}

const gib = (bytes: number): string => (bytes / bytesPerGiB).toFixed(2);

const bitsOf = (format: WeightFormat): number => weightFormats[format].bitsTimes4 / 4;

/** Bits of a weight by the name of its format. */
const namedBits: Readonly<Record<string, number>> = {
  bf16: bitsOf("bf16"),
  bfloat16: bitsOf("bf16"),
  fp16: bitsOf("bf16"),
  float16: bitsOf("bf16"),
  fp32: 32,
  float32: 32,
  fp8: bitsOf("fp8"),
  int8: bitsOf("fp8"),
  int4: bitsOf("int4"),
};

/** Weights of one GPU of `gpus` that split them. */
function weights(
  options: Options,
  model: CliModel,
  gpus: number,
  d: Derivation,
  assumed: AssumedTerm[],
): number {
  const given = options.decimal("weights-gib");
  if (given !== null) return toBytes(given);
  const { params } = model;
  if (params === null) throw unusable("no-parameters");
  const name = options.text("weights-format");
  if (name === null) assumed.push("weights");
  const bits = name === null ? ownBits(model) : bitsNamed(name);
  return d.add({
    name: "weight_bytes",
    unit: "B",
    formula: "ceil(ceil(parameters × bits / 8) / gpus)",
    terms: { parameters: params, bits, gpus },
    value: Math.ceil(Math.ceil((params * bits) / 8) / gpus),
  });
}

/** As the file says that they are quantized, else in the type that the model is loaded in. */
function ownBits({ weightBits, quantization, elementBytes }: CliModel): number {
  if (weightBits !== null) return weightBits;
  if (quantization !== null) throw wrongUsage("needs-weights-format", { found: quantization });
  return 8 * elementBytes;
}

function bitsNamed(name: string): number {
  const bits = Object.hasOwn(namedBits, name) ? namedBits[name] : undefined;
  if (bits !== undefined) return bits;
  throw wrongUsage("unknown-weights-format", {
    found: name,
    known: Object.keys(namedBits).join(", "),
  });
}
