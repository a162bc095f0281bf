import {
  absorbedMacsPerPair,
  absorbedMacsPerQuery,
  expandFromQueries,
  expansionMacsPerToken,
  type MlaShape,
  naiveMacsPerPair,
} from "../../model/cost/mla.ts";
import { attentionCost } from "../../model/cost-model.ts";
import { cacheFormat } from "../../model/formats.ts";
import { kvBytesPerSequence, kvBytesPerToken, kvValuesPerTokenPerLayer } from "../../model/kv.ts";
import type { CacheLayer } from "../../model/layers.ts";
import type { ValuesOf } from "../params.ts";
import { dimsOf, type MlaDims, withRope } from "./layers.ts";
import { mostQueries, type params } from "./params.ts";
import { runDims } from "./subjects.ts";

export type MlaValues = ValuesOf<typeof params>;
export type Form = MlaValues["form"];

/** One way to attend to the cached tokens: one layer, one request, one step. */
export interface Way {
  /** K and V expanded once and kept; expanded in every step; or never, with the ways up absorbed. */
  readonly of: "kept" | Form;
  readonly cacheBytesPerToken: number;
  readonly macsPerPair: number;
  /** For one cached token in one step; 0 where nothing is expanded. */
  readonly expansionMacs: number;
  /** Over all cached tokens, for all query tokens. */
  readonly macs: number;
  /** Of the cache, read once for all query tokens. */
  readonly bytesRead: number;
  /** FLOP per byte of the cache. */
  readonly intensity: number;
}

export interface MlaResult {
  /** `ropeDim` is 0 where RoPE turns the key that comes out of the latent. */
  readonly dims: MlaDims;
  readonly ways: readonly Way[];
  /** Bytes of the K and V that the naive form makes for a step. */
  readonly expandedBytes: number;
  /** Values kept of one token, and those of K and V of all heads that its latent stands for. */
  readonly cachedValues: number;
  readonly standsForValues: number;
  /** Work of a new token that is the same in both forms, in different places. */
  readonly ownMacs: number;
  /** From so many query tokens on, expanding is less work. */
  readonly expandFrom: number;
  /** Work of both forms over the number of query tokens. */
  readonly work: readonly {
    readonly queries: number;
    readonly macs: Readonly<Record<Form, number>>;
  }[];
  /** What a live run takes, and the bytes of its weights in fp32. */
  readonly live: { readonly dims: MlaDims; readonly weightBytes: number };
  /** The weights of the chosen layer's attention in fp32. */
  readonly weightBytes: number;
  /** A rotation that differs from token to token stands where the absorbed form has no place for it. */
  readonly isBroken: boolean;
}

const bf16 = cacheFormat("bf16");
const flopsPerMac = 2;
const bytesPerFp32 = 4;

/** Everything the widget shows before a run, from its parameters. */
export function compute(values: MlaValues): MlaResult {
  const { form, rope, queries, context } = values;
  const dims = withRope(dimsOf(values.dims), rope);
  const shape = shapeOf(dims);
  const live = withRope(runDims(values.dims), rope);
  const { query, output } = absorbedMacsPerQuery(shape);
  const ways = (["kept", "naive", "absorbed"] as const).map((of) =>
    wayOf(of, dims, { queries, context }),
  );
  return {
    dims,
    ways,
    expandedBytes: kvBytesPerSequence(layers(expandedLayer(dims)), bf16, context),
    cachedValues: kvValuesPerTokenPerLayer(latentLayer(dims)),
    standsForValues: kvValuesPerTokenPerLayer(expandedLayer({ ...dims, ropeDim: 0 })),
    ownMacs: query + output,
    expandFrom: expandFromQueries(shape),
    work: queryCounts.map((count) => ({
      queries: count,
      macs: {
        naive: wayOf("naive", dims, { queries: count, context }).macs,
        absorbed: wayOf("absorbed", dims, { queries: count, context }).macs,
      },
    })),
    live: { dims: live, weightBytes: weightBytes(live) },
    weightBytes: weightBytes(dims),
    isBroken: form === "absorbed" && rope === "latent",
  };
}

/** The way of a form, or of one of the two. */
export function wayIn({ ways }: Pick<MlaResult, "ways">, of: Way["of"]): Way {
  const found = ways.find((way) => way.of === of);
  if (!found) throw new RangeError(`no way ${of}`);
  return found;
}

/** What the layer keeps of a token. */
export const latentLayer = ({ latentDim, ropeDim }: MlaDims): CacheLayer => ({
  kind: "latent",
  latentDim,
  ropeDim,
});

/** K and V of all heads. */
const expandedLayer = ({ nHeads, nopeDim, ropeDim, valueDim }: MlaDims): CacheLayer => ({
  kind: "heads",
  nKv: nHeads,
  headDim: nopeDim + ropeDim,
  valueDim,
});

const layers = (layer: CacheLayer) => [{ count: 1, layer }];

const shapeOf = ({ nHeads, latentDim, nopeDim, ropeDim, valueDim }: MlaDims): MlaShape => ({
  ...{ nHeads, kvRank: latentDim, nopeDim, ropeDim, valueDim },
});

function wayOf(
  of: Way["of"],
  dims: MlaDims,
  { queries, context }: { readonly queries: number; readonly context: number },
): Way {
  const shape = shapeOf(dims);
  const kept = layers(of === "kept" ? expandedLayer(dims) : latentLayer(dims));
  const macsPerPair = of === "absorbed" ? absorbedMacsPerPair(shape) : naiveMacsPerPair(shape);
  const expansionMacs = of === "naive" ? expansionMacsPerToken(shape) : 0;
  const macs = context * (expansionMacs + queries * macsPerPair);
  const bytesRead = kvBytesPerSequence(kept, bf16, context);
  return {
    of,
    cacheBytesPerToken: kvBytesPerToken(kept, bf16),
    macsPerPair,
    expansionMacs,
    macs,
    bytesRead,
    intensity: (flopsPerMac * macs) / bytesRead,
  };
}

function weightBytes(dims: MlaDims): number {
  const { params } = attentionCost(
    { name: "mla-naive", ...shapeOf(dims), qRank: dims.qRank },
    dims.hidden,
  );
  return params * bytesPerFp32;
}

/** Whole numbers from 1 to the most, four to an octave. */
const queryCounts: readonly number[] = [
  ...new Set(
    Array.from({ length: 4 * Math.log2(mostQueries) + 1 }, (_, i) => Math.round(2 ** (i / 4))),
  ),
];
