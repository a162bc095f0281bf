import { type ModelEntry, modelById } from "../../data/index.ts";
import { derivation, type Step } from "../../model/derivation.ts";
import { vllmAvailableBytes } from "../../model/engines/budget.ts";
import { type Capacity, deploymentDefaults, EngineError } from "../../model/engines/engine.ts";
import { engineFormats } from "../../model/engines/engine-formats.ts";
import { type LlamaCppCache, llamaCppCache } from "../../model/engines/llama-cpp.ts";
import { capacityOf } from "../../model/engines/select.ts";
import { cacheFormat } from "../../model/formats.ts";
import { type LayerGroup, layerKinds } from "../../model/layers.ts";
import { bytesPerGiB } from "../../model/units.ts";
import type { ValuesOf } from "../params.ts";
import { type Shape, shapeFromText } from "../shape.ts";
import { availableGiB, type params } from "./params.ts";

export type ConfigValues = ValuesOf<typeof params>;

/** What the engine makes of it: a memory filled, buffers allocated, or a refusal. */
export type Answer =
  | { readonly kind: "capacity"; readonly capacity: Capacity }
  | { readonly kind: "buffers"; readonly cache: LlamaCppCache }
  | {
      readonly kind: "refused";
      readonly code: EngineError["code"] | "too-large" | "no-format" | "weights-unknown";
      readonly terms: Readonly<Record<string, number | string>>;
    };

export interface ConfigResult {
  /** The catalogue's model; `null` for layers that the reader brought. */
  readonly model: ModelEntry | null;
  readonly layers: readonly LayerGroup[];
  readonly draftLayers: readonly LayerGroup[];
  /** How the memory of the cache comes about; empty where it was set as such. */
  readonly budgetSteps: readonly Step[];
  readonly answer: Answer;
}

/** Everything the widget shows, from its parameters. */
export function compute(values: ConfigValues): ConfigResult {
  const brought = shapeFromText(values.shape);
  const entry = modelById(values.model);
  const layers = brought?.layers ?? entry.layers;
  const drafts = brought?.draftLayers ?? entry.draftLayers ?? [];
  const memory = memoryOf(values);
  return {
    model: brought ? null : entry,
    layers,
    draftLayers: drafts,
    budgetSteps: values.engine === "llama.cpp" ? [] : memory.steps,
    answer: answerOf(
      values,
      memory.bytes,
      { layers, draftLayers: drafts },
      brought ? undefined : expandedOf(entry),
      brought ? null : entry.nHeads,
    ),
  };
}

/** The heads that an MLA model has once its latent is expanded. */
function expandedOf({ expanded, nHeads }: ModelEntry) {
  return expanded && nHeads !== null ? { nHeads, ...expanded } : undefined;
}

function answerOf(
  values: ConfigValues,
  availableBytes: number,
  { layers, draftLayers }: Shape,
  expanded: { nHeads: number; dK: number; dV: number } | undefined,
  nHeads: number | null,
): Answer {
  try {
    const { engine } = values;
    if (engine === "llama.cpp") {
      const cache = llamaCppCache({
        layers,
        ctx: values.ctx,
        slots: values.slots,
        ubatch: values.ubatch,
        typeK: ggml(values["type-k"]),
        typeV: ggml(values["type-v"]),
        unified: values.unified,
        swaFull: values["swa-full"],
        ...(expanded ? { expanded } : {}),
      });
      return { kind: "buffers", cache };
    }
    const formats = engineFormats(engine, layers);
    if (formats && !formats.includes(values.kv)) {
      return { kind: "refused", code: "no-format", terms: { format: values.kv } };
    }
    if (weightsUnknown(values)) return { kind: "refused", code: "weights-unknown", terms: {} };
    const capacity = capacityOf(
      { name: engine, version: values.version },
      {
        ...deploymentDefaults,
        layers,
        draftLayers: draftLayers.length > 0 ? draftLayers : lastLayer(layers),
        format: cacheFormat(values.kv),
        tp: values.tp,
        pp: values.pp,
        dcp: values.dcp,
        availableBytes,
        maxModelLen: values["max-len"],
        maxBatchedTokens: values.batched,
        blockSize: values.block === "auto" ? null : Number(values.block),
        speculativeTokens: values.draft,
        stateMode: values["state-mode"],
        ...(nHeads === null ? {} : { nHeads }),
      },
    );
    return { kind: "capacity", capacity };
  } catch (error) {
    if (error instanceof EngineError) {
      return { kind: "refused", code: error.code, terms: error.terms };
    }
    if (error instanceof RangeError) return { kind: "refused", code: "too-large", terms: {} };
    throw error;
  }
}

/** Brought layers without weights, whose memory nobody gave: counting would leave too much. */
const weightsUnknown = (values: ConfigValues): boolean =>
  values.shape !== "" &&
  values["weights-gib"] === 0 &&
  values["available-gib"] === availableGiB(values);

/** A drafter nobody described is one more layer of the kind the model attends with. */
function lastLayer(layers: readonly LayerGroup[]): readonly LayerGroup[] {
  const kinds = layerKinds(layers).filter(({ layer }) =>
    ["heads", "latent", "tied", "factored"].includes(layer.kind),
  );
  const last = kinds.at(-1);
  return last ? [{ count: 1, layer: last.layer }] : [];
}

/** llama.cpp calls 16 and 32 bits otherwise. */
const ggml = (name: string): string => ({ fp16: "f16", fp32: "f32" })[name] ?? name;

/** The memory of the cache: counted from its terms, or as somebody gave it. */
function memoryOf(values: ConfigValues): {
  readonly bytes: number;
  readonly steps: readonly Step[];
} {
  if (values["available-gib"] !== availableGiB(values)) {
    return { bytes: Math.round(values["available-gib"] * bytesPerGiB), steps: [] };
  }
  const d = derivation();
  const bytes = (name: "total-gib" | "weights-gib" | "non-torch-gib" | "activation-gib") =>
    Math.round(values[name] * bytesPerGiB);
  const counted = vllmAvailableBytes(
    {
      totalBytes: bytes("total-gib"),
      utilization: values.utilization,
      weightBytes: bytes("weights-gib"),
      nonTorchBytes: bytes("non-torch-gib"),
      activationBytes: bytes("activation-gib"),
      cudaGraphBytes: 0,
    },
    d,
  );
  return { bytes: counted, steps: d.steps };
}
