import { kvBytesReadPerStep } from "../../model/cost/kv-bytes-read.ts";
import { decodeAttentionFlops } from "../../model/flops.ts";
import { cacheFormat } from "../../model/formats.ts";
import { kvBytesPerToken } from "../../model/kv.ts";
import type { LayerGroup } from "../../model/layers.ts";
import type { ValuesOf } from "../params.ts";
import { nearestDivisor } from "./nearest-divisor.ts";
import type { params } from "./params.ts";

export type HeadsValues = ValuesOf<typeof params>;

/** Of Llama 3 and of most models with GQA. */
export const headDim = 128;

export type HeadsVariant = "mha" | "gqa" | "mqa";

/** One layer with so many KV heads. */
export interface HeadsRow {
  readonly name: HeadsVariant;
  readonly nKv: number;
  /** Query heads that share a KV head. */
  readonly perKv: number;
  readonly bytesPerToken: number;
  /** Of what MHA keeps. */
  readonly share: number;
  /** What a decode step of one request reads: its whole cache in this layer. */
  readonly stepBytes: number;
  /** FLOP per byte of attention in that step. */
  readonly intensity: number;
}

/** A query head, what it reads and who reads the same; all numbered from 1. */
export interface LitHead {
  readonly head: number;
  readonly kv: number;
  readonly others: readonly number[];
}

export interface HeadsResult {
  readonly heads: number;
  readonly groups: number;
  /** Whether the number of KV heads asked for does not divide the query heads. */
  readonly moved: boolean;
  /** MHA, the chosen one, MQA; at an end of the scale only two. */
  readonly rows: readonly HeadsRow[];
  readonly own: HeadsRow;
  readonly lit: LitHead | null;
}

/** Everything the widget shows but a run, from its parameters. */
export function compute(values: HeadsValues): HeadsResult {
  const heads = Number(values.heads);
  const groups = nearestDivisor(heads, values.groups);
  const counts = [...new Set([heads, groups, 1])];
  const rows = counts.map((nKv) => rowOf(heads, nKv, values));
  return {
    heads,
    groups,
    moved: groups !== values.groups,
    rows,
    own: rows[counts.indexOf(groups)] as HeadsRow,
    lit: litHead(values.head, heads, groups),
  };
}

/** What a query head shares and with whom; `null` for 0, which is none. */
export function litHead(head: number, heads: number, groups: number): LitHead | null {
  if (head < 1 || head > heads) return null;
  const perKv = heads / groups;
  const kv = Math.ceil(head / perKv);
  const first = (kv - 1) * perKv + 1;
  const group = Array.from({ length: perKv }, (_, i) => first + i);
  return { head, kv, others: group.filter((other) => other !== head) };
}

function rowOf(heads: number, nKv: number, { kv, context }: HeadsValues): HeadsRow {
  const format = cacheFormat(kv);
  const layers = oneLayer(nKv, headDim);
  const bytesPerToken = kvBytesPerToken(layers, format);
  const stepBytes = kvBytesReadPerStep(layers, format, context);
  return {
    name: nKv === heads ? "mha" : nKv === 1 ? "mqa" : "gqa",
    nKv,
    perKv: heads / nKv,
    bytesPerToken,
    share: bytesPerToken / kvBytesPerToken(oneLayer(heads, headDim), format),
    stepBytes,
    intensity: decodeAttentionFlops({ nHeads: heads, layers }, context) / stepBytes,
  };
}

export const oneLayer = (nKv: number, dim: number): readonly LayerGroup[] => [
  { count: 1, layer: { kind: "heads", nKv, headDim: dim } },
];
