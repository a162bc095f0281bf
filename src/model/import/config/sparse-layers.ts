import { layerBounds, optional } from "./bounds.ts";
import { type Fields, wrongType } from "./fields.ts";

/**
 * Which layers of a model with experts have them. Without any field that says otherwise, all have.
 * @throws ConfigError on a rule that is nonsense.
 */
export function sparseLayers(fields: Fields): (layer: number) => boolean {
  const types = fields.list("mlp_layer_types");
  if (types) return (layer) => types.values[layer] !== "dense";
  const first = at(fields, ["first_k_dense_replace", "num_dense_layers", "dense_mlp_idx"]) ?? 0;
  const dense = new Set(fields.list("mlp_only_layers")?.values);
  const only = chosenLayers(fields);
  const follows = only ? (layer: number) => only.has(layer) : regularLayers(fields, first);
  return (layer) => layer >= first && !dense.has(layer) && follows(layer);
}

/** The layers with experts, where the file lists them. */
function chosenLayers(fields: Fields): ReadonlySet<unknown> | null {
  const found = fields.find("moe_layers_enum", "moe_layers");
  if (typeof found?.value === "string" && found.value !== "") {
    return new Set(found.value.slice(0, 100_000).split(",").map(Number));
  }
  if (!Array.isArray(found?.value) || found.value.length === 0) return null;
  return new Set(fields.list("moe_layers_enum", "moe_layers")?.values);
}

/** Every n-th layer, by the several ways of counting. */
function regularLayers(fields: Fields, first: number): (layer: number) => boolean {
  const names = ["moe_layer_freq", "moe_layer_frequency"];
  const frequency = fields.find(...names);
  if (frequency && Array.isArray(frequency.value)) {
    const list = frequency.value;
    return (layer) => {
      const value: unknown = list[layer];
      if (typeof value !== "number") throw wrongType(frequency, "[…]");
      return value !== 0;
    };
  }
  const every = at(fields, names) ?? 1;
  if (every > 1) return (layer) => layer >= first && layer % every === 0;
  const step = at(fields, ["decoder_sparse_step", "interleave_moe_layer_step"]) ?? 1;
  if (step > 1) return (layer) => (layer + 1) % step === 0;
  const period = at(fields, ["expert_layer_period"]) ?? 1;
  const offset = at(fields, ["expert_layer_offset"]) ?? 0;
  if (period > 1) return (layer) => layer % period === offset;
  const start = at(fields, ["moe_layer_start_index"]) ?? 0;
  const interval = Math.max(1, at(fields, ["moe_layer_interval"]) ?? 1);
  return (layer) => layer >= start && (layer + 1) % interval === 0;
}

const at = (fields: Fields, names: readonly string[]): number | null =>
  fields.count(names, optional(layerBounds));
