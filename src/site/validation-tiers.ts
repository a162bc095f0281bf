import type { ModelEntry } from "../data/index.ts";
import { ideal } from "../model/engines/ideal.ts";
import { llamaCppCache } from "../model/engines/llama-cpp.ts";
import type { CacheFormat } from "../model/formats.ts";
import { servedFormat } from "../model/import/compare/served-format.ts";
import { kvBytesPerSequence, stateBytes } from "../model/kv.ts";
import { keptTokens, keyOf, type LayerGroup, layerKinds } from "../model/layers.ts";
import {
  type BufferStart,
  type CapacityStart,
  isCapacityStart,
  type LoggedStart,
} from "../model/validation/logged-start.ts";
import { bufferPlan } from "../model/validation/validate-buffers.ts";
import {
  startBytes,
  startCapacity,
  startDeployment,
} from "../model/validation/validate-capacity.ts";
import { naiveLayers } from "../widgets/kv-layers/naive-layers.ts";
import { startedModel, type ValidatedRow } from "./validation-row.ts";

/** What was printed, and what three formulas make of the same start, in the same unit. */
export interface Tiers {
  readonly quantity: "concurrency" | "kvTokens" | "totalMib";
  readonly printed: number;
  /** Every layer keeps every token with the model's own heads. */
  readonly naive: number;
  /** Windows, states and latents as they are, without an engine. */
  readonly ideal: number;
  /** The engine's rules. */
  readonly ours: number;
}

/** A start and its tiers. */
export interface TierRow {
  readonly validated: ValidatedRow & { readonly model: ModelEntry };
  readonly tiers: Tiers;
}

/**
 * Starts of models whose layers are not all plain attention, one for each engine and shape of
 * layers, and only those that were neither fitted nor missed; what the naive formula counts most too
 * large first.
 */
export function tierRows(rows: readonly ValidatedRow[]): readonly TierRow[] {
  const seen = new Set<string>();
  const found: TierRow[] = [];
  for (const validated of rows) {
    const { row, model } = validated;
    if (model === null || row.fitted || row.exception || isPlain(model.layers)) continue;
    const shape = layerKinds(model.layers).map(({ layer }) => keyOf(layer));
    const key = [row.engine, ...shape].join(" ");
    const tiers = seen.has(key) ? null : tiersOf(row, model);
    if (tiers === null) continue;
    seen.add(key);
    found.push({ validated: { ...validated, model }, tiers });
  }
  const over = ({ tiers }: TierRow) => cacheRatio(tiers, tiers.naive);
  return found.sort((a, b) => over(b) - over(a));
}

const isPlain = (layers: readonly LayerGroup[]): boolean =>
  layers.every(({ layer }) => layer.kind === "heads" && keptTokens(layer) === Infinity);

/** The tiers of a start; null where it prints neither requests, tokens nor a whole cache. */
export function tiersOf(
  start: LoggedStart,
  model: Pick<ModelEntry, "layers" | "draftLayers" | "nHeads" | "headDim" | "expanded">,
): Tiers | null {
  return isCapacityStart(start) ? capacityTiers(start, model) : bufferTiers(start, model);
}

type Shape = Parameters<typeof tiersOf>[1];

function capacityTiers(start: CapacityStart, model: Shape): Tiers | null {
  const { concurrency, kvTokens } = start.printed;
  const printed = concurrency ?? kvTokens;
  if (printed === undefined) return null;
  const quantity = concurrency === undefined ? "kvTokens" : "concurrency";
  const started = startedModel(model as ModelEntry);
  const [low, high] = startBytes(start, started);
  const availableBytes = Math.floor((low + high) / 2);
  const plan = { ...startDeployment(start, started), availableBytes };
  const without = { ...plan, layers: naiveLayers(model), draftLayers: [] };
  return {
    quantity,
    printed,
    naive: ideal(without)[quantity] ?? Number.NaN,
    ideal: ideal(plan)[quantity] ?? Number.NaN,
    ours: startCapacity(start, started)(availableBytes)[quantity] ?? Number.NaN,
  };
}

const bytesPerMib = 2 ** 20;

function bufferTiers(start: BufferStart, model: Shape): Tiers | null {
  const { totalMib } = start.printed;
  const format = formatOf(start);
  if (totalMib === undefined || format === null) return null;
  const { ctx, slots = 1 } = start.settings;
  const bytes = (layers: readonly LayerGroup[]) =>
    layers.reduce((sum, { count, layer }) => {
      if (layer.kind === "state") return sum + slots * count * stateBytes(layer, 1, 4);
      const group = [{ count, layer }];
      return sum + slots * kvBytesPerSequence(group, format, Math.floor(ctx / slots));
    }, 0);
  const { totalBytes } = llamaCppCache(bufferPlan(start, startedModel(model as ModelEntry)));
  return {
    quantity: "totalMib",
    printed: totalMib,
    naive: bytes(naiveLayers(model)) / bytesPerMib,
    ideal: bytes(model.layers) / bytesPerMib,
    ours: totalBytes / bytesPerMib,
  };
}

function formatOf({ settings: { typeK = "f16", typeV = "f16" } }: BufferStart): CacheFormat | null {
  const owner = { elementBytes: 2, kvCacheFormat: null };
  const [k, v] = [typeK, typeV].map((name) => servedFormat(name, owner)?.format ?? null);
  return k && v ? { k, v } : null;
}

/**
 * How many times the cache of a request a formula counts: bytes against bytes, or what fits by the
 * log against what fits by the formula.
 */
export const cacheRatio = ({ quantity, printed }: Tiers, predicted: number): number =>
  quantity === "totalMib" ? predicted / printed : printed / predicted;
