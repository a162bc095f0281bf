import type { ModelEntry } from "../../data/index.ts";
import { cacheFormat } from "../../model/formats.ts";
import { kvBytesPerSequence } from "../../model/kv.ts";
import type { LayerGroup } from "../../model/layers.ts";
import { type KindLayers, kindsOf } from "../layer-kinds.ts";
import { modelAt } from "../model-at.ts";
import type { ValuesOf } from "../params.ts";
import { contextParam } from "../shared-params.ts";
import { naiveLayers } from "./naive-layers.ts";
import type { params } from "./params.ts";

export type LayersValues = ValuesOf<typeof params>;

export interface KindBytes extends KindLayers {
  /** Of one request at the reader's context. */
  readonly bytes: number;
  /** The same layers counted as full attention. */
  readonly naiveBytes: number;
}

export interface LayersResult {
  readonly model: ModelEntry;
  readonly kinds: readonly KindBytes[];
  readonly naive: readonly LayerGroup[];
  readonly bytes: number;
  readonly naiveBytes: number;
  /** What the next token adds. */
  readonly nextTokenBytes: number;
  readonly naiveNextTokenBytes: number;
  /** First context at which the naive count is too high; `null` where it is at none. */
  readonly partsAt: number | null;
  /** Whether the naive count is too low before that: a state is there before any token is. */
  readonly crosses: boolean;
}

/** Everything the widget shows, from its parameters. */
export function compute(values: LayersValues): LayersResult {
  const model = modelAt(values.model, values.context);
  const { layers } = model;
  const naive = naiveLayers(model);
  const format = cacheFormat(values.kv);
  const bytesOf = (groups: readonly LayerGroup[], tokens: number = values.context) =>
    kvBytesPerSequence(groups, format, tokens);
  const naiveOf = new Map(layers.map((group, i) => [group, naive.slice(i, i + 1)]));
  const [bytes, naiveBytes] = [bytesOf(layers), bytesOf(naive)];
  return {
    model,
    kinds: kindsOf(layers).map((kind) => ({
      ...kind,
      bytes: bytesOf(kind.groups),
      naiveBytes: bytesOf(kind.groups.flatMap((group) => naiveOf.get(group) ?? [])),
    })),
    naive,
    bytes,
    naiveBytes,
    nextTokenBytes: bytesOf(layers, values.context + 1) - bytes,
    naiveNextTokenBytes: bytesOf(naive, values.context + 1) - naiveBytes,
    partsAt: firstWhere((tokens) => bytesOf(naive, tokens) > bytesOf(layers, tokens)),
    crosses: bytesOf(layers, 0) > bytesOf(naive, 0),
  };
}

/**
 * The fewest tokens for which `holds`, which from then on keeps holding: a window or a state only
 * falls further behind.
 */
function firstWhere(holds: (tokens: number) => boolean): number | null {
  let [below, above] = [0, contextParam.max as number];
  if (!holds(above)) return null;
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (holds(middle)) above = middle;
    else below = middle;
  }
  return above;
}
