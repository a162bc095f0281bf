import type { Derivation } from "./derivation.ts";
import { type CacheFormat, type ElementFormat, elementFormats, rowBytes } from "./formats.ts";
import { indexerBytes, layerBytesPerToken, stateBytes } from "./kv.ts";
import type { CacheLayer, StateLayer } from "./layers.ts";

type Terms = Record<string, number>;

/**
 * Adds the steps that give the bytes one layer keeps for one token on one GPU; their names end in
 * `suffix`. Returns the last step's value.
 */
export function tokenBytesSteps(
  d: Derivation,
  layer: CacheLayer,
  format: CacheFormat,
  tp: number,
  suffix = "",
): number {
  const value = layerBytesPerToken(layer, format, tp);
  const add = (name: string, formula: string, terms: Terms, value: number) =>
    d.add({ name: name + suffix, unit: "B", formula, terms, value });
  switch (layer.kind) {
    case "heads": {
      const k = rowStep(d, `k_row_bytes${suffix}`, format.k, layer.headDim);
      const v = rowStep(d, `v_row_bytes${suffix}`, format.v, layer.valueDim ?? layer.headDim);
      return add(
        "token_bytes",
        `ceil(n_kv / tp) × (k_row_bytes${suffix} + v_row_bytes${suffix})`,
        { n_kv: layer.nKv, tp, [`k_row_bytes${suffix}`]: k, [`v_row_bytes${suffix}`]: v },
        value,
      );
    }
    case "latent":
      return latentSteps(d, layer, format.k, tp, suffix, value);
    case "tied":
      return add(
        "token_bytes",
        layer.ropeDim ? "ceil(n_kv / tp) × row_bytes + rope_bytes" : "ceil(n_kv / tp) × row_bytes",
        {
          n_kv: layer.nKv,
          tp,
          row_bytes: rowBytes(format.k, layer.headDim),
          ...(layer.ropeDim ? { rope_bytes: rowBytes(format.k, layer.ropeDim) } : {}),
        },
        value,
      );
    case "factored": {
      const width = Math.ceil(layer.nHeads / tp) + layer.headDim;
      return add(
        "token_bytes",
        "rank_k × k_row_bytes + rank_v × v_row_bytes",
        {
          rank_k: layer.rankK,
          k_row_bytes: rowBytes(format.k, width),
          rank_v: layer.rankV,
          v_row_bytes: rowBytes(format.v, width),
        },
        value,
      );
    }
    default:
      return value;
  }
}

function latentSteps(
  d: Derivation,
  layer: Extract<CacheLayer, { kind: "latent" }>,
  format: ElementFormat,
  tp: number,
  suffix: string,
  value: number,
): number {
  const { latentDim, ropeDim, latentHeads, indexerDim } = layer;
  const indexer = indexerDim ? indexerBytes(indexerDim) : 0;
  const stored = indexerDim && format === elementFormats.fp8 ? elementFormats.fp8_ds_mla : format;
  const terms: Terms = {};
  let formula: string;
  if (stored.ropeBits === undefined) {
    const heads = latentHeads ? "ceil(latent_heads / tp) × d_c" : "d_c";
    if (latentHeads) Object.assign(terms, { latent_heads: latentHeads, tp });
    const width = Math.ceil((latentHeads ?? 1) / (latentHeads ? tp : 1)) * latentDim + ropeDim;
    Object.assign(terms, { d_c: latentDim, d_rope: ropeDim });
    formula = `ceil((${heads} + d_rope) × bits / 8)`;
    terms.bits = stored.bits;
    const scales = rowBytes(stored, width) - Math.ceil((width * stored.bits) / 8);
    if (scales > 0) {
      formula += " + scale_bytes";
      terms.scale_bytes = scales;
    }
  } else {
    Object.assign(terms, {
      d_c: Math.ceil((latentHeads ?? 1) / (latentHeads ? tp : 1)) * latentDim,
      d_rope: ropeDim,
      group: stored.groupValues ?? latentDim,
      group_bytes: stored.groupBytes ?? 0,
      rope_bits: stored.ropeBits,
      bits: stored.bits,
    });
    formula = "ceil(d_c × bits / 8) + ceil(d_c / group) × group_bytes + d_rope × rope_bits / 8";
  }
  if (indexer) {
    formula += " + indexer_bytes";
    terms.indexer_bytes = indexer;
  }
  return d.add({ name: `token_bytes${suffix}`, unit: "B", formula, terms, value });
}

function rowStep(d: Derivation, name: string, format: ElementFormat, dim: number): number {
  const { bits, groupValues, groupBytes, rowBytes: scale, perChannel } = format;
  const terms: Terms = { d: dim, bits };
  let formula = "ceil(d × bits / 8)";
  if (groupValues && perChannel) {
    // Its share of groups that run along tokens.
    formula = "ceil(d × (bits / 8 + group_bytes / group))";
    Object.assign(terms, { group: groupValues, group_bytes: groupBytes ?? 0 });
  } else if (groupValues) {
    formula += " + ceil(d / group) × group_bytes";
    Object.assign(terms, { group: groupValues, group_bytes: groupBytes ?? 0 });
  }
  if (scale) {
    formula += " + scale_bytes";
    terms.scale_bytes = scale;
  }
  return d.add({ name, unit: "B", formula, terms, value: rowBytes(format, dim) });
}

/** Adds the step that gives the bytes of one layer's state for one sequence on one GPU. */
export function stateBytesStep(
  d: Derivation,
  layer: StateLayer,
  tp: number,
  elementBytes: number,
  extraTaps: number,
  suffix = "",
): number {
  const groups = layer.convGroups ?? 0;
  const split = groups % tp === 0 ? groups : Math.max(tp, groups);
  const terms: Terms = {
    heads: layer.heads,
    tp,
    d_k: layer.keyDim,
    d_v: layer.valueDim,
    state_bytes_per_value: layer.stateElementBytes ?? elementBytes,
    channels: layer.convChannels + split * (layer.groupChannels ?? 0),
    taps: layer.convTaps === 0 ? 0 : layer.convTaps + extraTaps,
    bytes_per_value: elementBytes,
  };
  return d.add({
    name: `state_bytes${suffix}`,
    unit: "B",
    formula:
      "ceil(heads / tp) × d_k × d_v × state_bytes_per_value + ceil(channels / tp) × taps × bytes_per_value",
    terms,
    value: stateBytes(layer, tp, elementBytes, extraTaps),
  });
}
