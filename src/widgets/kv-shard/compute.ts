import { type ModelEntry, modelById } from "../../data/index.ts";
import { cacheFormat } from "../../model/formats.ts";
import { kvBytesPerToken, kvValuesPerTokenPerLayer } from "../../model/kv.ts";
import { keptTokens, type LayerGroup } from "../../model/layers.ts";
import {
  fullestShare,
  headShards,
  isEvenSplit,
  type Range,
  type ShardedBytes,
  shardedBytesPerToken,
} from "../../model/sharding.ts";
import type { ValuesOf } from "../params.ts";
import { mostTp, type params } from "./params.ts";
import {
  type DrawnLayers,
  drawnLayers,
  headCounts,
  type ShardRow,
  shardRows,
} from "./shard-rows.ts";

export type ShardValues = ValuesOf<typeof params>;

export interface ShardedRow extends ShardRow, ShardedBytes {
  /** The fewest and the most KV heads on one GPU; `null` for a latent. */
  readonly headsPerGpu: readonly [least: number, most: number] | null;
  /** GPUs that keep the same head, or the same latent. */
  readonly holders: readonly [least: number, most: number];
  /** Values of one token in one layer on the fullest GPU; `null` where layers differ. */
  readonly valuesPerLayer: number | null;
}

export interface ShardResult {
  readonly model: ModelEntry;
  readonly rows: readonly ShardedRow[];
  readonly own: ShardedRow;
  readonly drawn: DrawnLayers;
  /** Whether the reader has changed the number of KV heads. */
  readonly reshaped: boolean;
  /** Whether engines start with this split of the own row. */
  readonly starts: boolean;
  /** The first TP from which the own row and one with fewer heads take the same. */
  readonly meeting: { readonly tp: number; readonly other: ShardedRow } | null;
  /** The first TP at which heads take less than a latent: the own ones, or those of a GQA twin. */
  readonly belowLatent: { readonly tp: number; readonly heads: ShardedRow } | null;
}

/** Everything the widget shows, from its parameters. */
export function compute(values: ShardValues): ShardResult {
  const { tp, heads } = values;
  const model = modelById(values.model);
  const format = cacheFormat(values.kv);
  const rows = shardRows(model, heads).map(
    (row): ShardedRow => ({
      ...row,
      ...shardedBytesPerToken(row.layers, format, tp),
      ...spreadOf(row, tp),
      valuesPerLayer: valuesOf(row.layers, tp),
    }),
  );
  const own = rows.find((row) => row.own);
  if (!own) throw new RangeError(`no row is ${model.id}'s own`);
  const { nHeads } = model;
  const counts = headCounts(model.layers);
  return {
    model,
    rows,
    own,
    drawn: drawnLayers(own),
    reshaped: counts.length === 1 && counts[0] !== heads,
    starts: [...own.nKv, ...(own.nKv.length === 0 ? [null] : [])].every((nKv) =>
      isEvenSplit(nKv, nHeads, tp),
    ),
    meeting: meetingOf(rows, own, values),
    belowLatent: belowLatentOf(rows, own, values),
  };
}

/** Bytes of one token on one GPU of 1, 2, 3 and so on. */
export function bytesByTp({ layers }: ShardRow, { kv }: ShardValues): readonly number[] {
  const format = cacheFormat(kv);
  return Array.from({ length: mostTp }, (_, i) => kvBytesPerToken(layers, format, i + 1));
}

/** How many heads a GPU has and how many GPUs a head, over all layers. */
function spreadOf({ nKv }: ShardRow, tp: number): Pick<ShardedRow, "headsPerGpu" | "holders"> {
  if (nKv.length === 0) return { headsPerGpu: null, holders: [tp, tp] };
  const shards = nKv.map((count) => headShards(count, tp));
  const width = ({ from, to }: Range) => to - from;
  const onGpus = shards.flat().map(({ heads }) => width(heads));
  const holders = shards.flatMap((gpus, i) =>
    Array.from(
      { length: nKv[i] ?? 0 },
      (_, head) => gpus.filter(({ heads }) => heads.from <= head && head < heads.to).length,
    ),
  );
  return { headsPerGpu: endsOf(onGpus), holders: endsOf(holders) };
}

const endsOf = (counts: readonly number[]): readonly [number, number] => [
  Math.min(...counts),
  Math.max(...counts),
];

function valuesOf(layers: readonly LayerGroup[], tp: number): number | null {
  const found = layers
    .map(({ layer }) => kvValuesPerTokenPerLayer(fullestShare(layer, tp)))
    .filter((values) => values > 0);
  const [first = 0] = found;
  return found.every((values) => values === first) ? first : null;
}

/** With GQA 2; with MQA where the own has two heads or one. */
function meetingOf(
  rows: readonly ShardedRow[],
  own: ShardedRow,
  values: ShardValues,
): ShardResult["meeting"] {
  const fewer = rows.filter(({ nKv }) => Math.max(...nKv) < Math.max(...own.nKv));
  const other = fewer.find(({ nKv }) => nKv[0] === 2) ?? fewer.find(({ nKv }) => nKv[0] === 1);
  if (!other) return null;
  const [mine, others] = [bytesByTp(own, values), bytesByTp(other, values)];
  const apart = mine.findLastIndex((bytes, i) => bytes !== others[i]);
  // At index `apart` they still differ, which is TP `apart + 1`.
  return apart + 2 <= mostTp ? { tp: apart + 2, other } : null;
}

function belowLatentOf(
  rows: readonly ShardedRow[],
  own: ShardedRow,
  values: ShardValues,
): ShardResult["belowLatent"] {
  const latent = rows.find(({ name }) => name === "mla");
  const heads = own.name === "mla" ? rows.find(({ name }) => name === "gqa") : own;
  if (!latent || !heads) return null;
  const [others, mine] = [bytesByTp(latent, values), bytesByTp(heads, values)];
  const first = mine.findIndex((bytes, i) => bytes < (others[i] ?? 0));
  return first === -1 ? null : { tp: first + 1, heads };
}

/** Whether some layers keep a window of tokens only. */
export const isWindowed = ({ model }: ShardResult): boolean =>
  model.layers.some(({ layer }) => keptTokens(layer) !== Infinity);
