import type { Derivation } from "../derivation.ts";
import { exactCount, exactProduct } from "../exact.ts";
import type { StateLayer } from "../layers.ts";
import type { BufferContent, CellRow } from "./llama-cpp-buffers.ts";

/** Adds the steps that give the bytes of one cell over all layers of a cache. */
export function cellBytes({ kind, parts }: BufferContent, d: Derivation): number {
  const terms: Record<string, number> = {};
  const summands: string[] = [];
  let value = 0;
  for (const [i, part] of parts.entries()) {
    const suffix = parts.length === 1 ? "" : `_${i + 1}`;
    const steps =
      part.kind === "state"
        ? [
            {
              name: `state_bytes${suffix}`,
              bytes: stateStep(part.layer, `state_bytes${suffix}`, d),
            },
          ]
        : part.rows.map((row) => {
            const name = `${kind}_${row.name}_bytes${suffix}`;
            return { name, bytes: rowStep(row, name, d) };
          });
    const names = steps.map(({ name }) => name).join(" + ");
    summands.push(`layers${suffix} × ${steps.length > 1 ? `(${names})` : names}`);
    terms[`layers${suffix}`] = part.count;
    for (const { name, bytes } of steps) {
      terms[name] = bytes;
      value += exactProduct(part.count, bytes);
    }
  }
  const formula = summands.join(" + ");
  return d.add({ name: `${kind}_cell_bytes`, unit: "B", formula, terms, value: exactCount(value) });
}

/** `heads` rows of `dim` values side by side, cut into the type's blocks (ggml `ggml_row_size`). */
function rowStep({ type, heads, dim }: CellRow, name: string, d: Derivation): number {
  const terms: Record<string, number> = { n_kv: heads, d: dim, block_bytes: type.blockBytes };
  let formula = "n_kv × d × block_bytes";
  if (type.blockValues > 1) {
    formula = "ceil(n_kv × d / block_values) × block_bytes";
    terms.block_values = type.blockValues;
  }
  if (type.rowBytes > 0) {
    formula += " + n_kv × row_bytes";
    terms.row_bytes = type.rowBytes;
  }
  const blocks = Math.ceil(exactProduct(heads, dim) / type.blockValues);
  const value = exactProduct(blocks, type.blockBytes) + exactProduct(heads, type.rowBytes);
  return d.add({ name, unit: "B", formula, terms, value: exactCount(value) });
}

/** A state and a convolution's inputs, both in fp32 whatever the model's own type is. */
function stateStep(layer: StateLayer, name: string, d: Derivation): number {
  const { heads, keyDim, valueDim, convTaps, convChannels } = layer;
  const channels = convChannels + exactProduct(layer.convGroups ?? 0, layer.groupChannels ?? 0);
  return d.add({
    name,
    unit: "B",
    formula: "(heads × d_k × d_v + channels × taps) × bytes_per_value",
    terms: { heads, d_k: keyDim, d_v: valueDim, channels, taps: convTaps, bytes_per_value: 4 },
    value: exactProduct(
      exactProduct(heads, keyDim, valueDim) + exactProduct(channels, convTaps),
      4,
    ),
  });
}
