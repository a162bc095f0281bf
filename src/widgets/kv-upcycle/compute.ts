import type { Variant } from "../../lab/family.ts";
import { poolings } from "../../lab/upcycle/pool-heads.ts";
import {
  endOf,
  type HeadPair,
  type Judged,
  layersOf,
  type MeasuredCurve,
  measuredCurve,
  pairsInGroups,
} from "./measured.ts";
import type { UpcycleValues } from "./params.ts";

export interface UpcycleResult {
  /** KV heads after pooling. */
  readonly nKv: number;
  /** Nothing is pooled, and no head drawn anew. */
  readonly isWhole: boolean;
  /** What a model of so many KV heads is called. */
  readonly variant: "mha" | "gqa" | "mqa";
  readonly layers: number;
  /** Every way of pooling that has been trained on. */
  readonly curves: readonly MeasuredCurve[];
  readonly own: MeasuredCurve | null;
  readonly source: Judged | null;
  /** The same arrangement, trained from scratch. */
  readonly scratch: Judged | null;
  readonly pairs: readonly HeadPair[] | null;
  /** After turning heads towards the first of their group. */
  readonly aligned: readonly HeadPair[] | null;
}

export const heads = 8;

/** Everything the widget shows without a run, from its parameters. */
export function compute({ task, pooling, diet, layer, ...values }: UpcycleValues): UpcycleResult {
  const nKv = Number(values["n-kv"]);
  const curves = poolings.flatMap((each) => measuredCurve(task, nKv, each, diet) ?? []);
  const siblings: Readonly<Record<number, Variant>> = { 2: "gqa", 1: "mqa" };
  const sibling = siblings[nKv];
  const pairs = (state: "trained" | "aligned") =>
    nKv === heads ? [] : pairsInGroups(task, layer - 1, nKv, state);
  return {
    nKv,
    isWhole: nKv === heads && pooling !== "random",
    variant: nKv === heads ? "mha" : nKv === 1 ? "mqa" : "gqa",
    layers: layersOf(task),
    curves,
    own: curves.find((curve) => curve.pooling === pooling) ?? null,
    source: endOf(task, "mha"),
    scratch: sibling ? endOf(task, sibling) : null,
    pairs: pairs("trained"),
    aligned: pooling === "aligned" ? pairs("aligned") : null,
  };
}
