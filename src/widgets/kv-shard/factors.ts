import { formatInteger, formatSignificant } from "../../i18n/format.ts";
import { cacheFormat } from "../../model/formats.ts";
import { kvValuesPerTokenPerLayer, layerBytesPerToken, perGpu } from "../../model/kv.ts";
import { type HeadsLayer, type LatentLayer, layerKinds } from "../../model/layers.ts";
import { oneShape } from "../../model/one-shape.ts";
import type { Factor } from "../formula.ts";
import type { Translate } from "../translate.ts";
import type { ShardResult, ShardValues } from "./compute.ts";

/**
 * Bytes of one token on the fullest GPU as a product: ⌈heads ÷ TP⌉, two rows of the head dimension,
 * layers, bytes a value. A latent has no TP in it. Layers of different shapes form a sum.
 */
export function shardFactors(
  { own }: ShardResult,
  values: ShardValues,
  t: Translate,
): readonly Factor[] {
  const int = (value: number) => formatInteger(value, t.lang);
  const result: Factor = {
    operator: "=",
    value: `${int(own.perGpu)}\u00a0B`,
    name: t("factor.per-gpu"),
    role: own.name,
  };
  const format = cacheFormat(values.kv);
  const kept = own.layers.filter(({ layer }) => layerBytesPerToken(layer, format) > 0);
  const shape = oneShape(kept, format);
  if (!shape) return [...sumOfKinds(own.layers, values, t), result];
  const { layer, full, windowed } = shape;
  const perValue = layerBytesPerToken(layer, format) / kvValuesPerTokenPerLayer(layer);
  return [
    ...(layer.kind === "heads" ? headFactors(layer, values, t) : latentFactors(layer, values, t)),
    { operator: "×", value: int(full + windowed), symbol: ["L"], name: t("factor.layers") },
    {
      operator: "×",
      value: `${formatSignificant(perValue, 7, t.lang)}\u00a0B`,
      symbol: ["b"],
      name: t("factor.kv"),
      param: "kv",
    },
    result,
  ];
}

function headFactors(layer: HeadsLayer, { tp }: ShardValues, t: Translate): readonly Factor[] {
  const int = (value: number) => formatInteger(value, t.lang);
  const { valueDim = layer.headDim } = layer;
  const differs = valueDim !== layer.headDim;
  const split: readonly Factor[] = [
    {
      operator: "⌈",
      value: int(layer.nKv),
      symbol: ["n", "kv"],
      name: t("factor.n-kv"),
      param: "heads",
    },
    { operator: "÷", value: int(tp), name: t("factor.tp"), param: "tp", after: "⌉" },
  ];
  if (!differs) {
    return [
      ...split,
      { operator: "×", value: "2", name: t("factor.pair") },
      {
        operator: "×",
        value: int(layer.headDim),
        symbol: ["d", "h"],
        name: t("factor.head-dim"),
      },
    ];
  }
  return [
    ...split,
    { operator: "× (", value: int(layer.headDim), symbol: ["d", "k"], name: t("factor.k-dim") },
    {
      operator: "+",
      value: int(valueDim),
      after: ")",
      symbol: ["d", "v"],
      name: t("factor.v-dim"),
    },
  ];
}

function latentFactors(layer: LatentLayer, { tp }: ShardValues, t: Translate): readonly Factor[] {
  const int = (value: number) => formatInteger(value, t.lang);
  const { latentHeads = 1 } = layer;
  const rope: Factor = {
    operator: "+",
    value: int(layer.ropeDim),
    after: ")",
    symbol: ["d", "R"],
    name: t("factor.rope-dim"),
  };
  const latent: Factor = {
    operator: "(",
    value: int(perGpu(latentHeads, tp) * layer.latentDim),
    symbol: ["d", "c"],
    name: t("factor.latent-dim"),
  };
  return [latent, rope];
}

/** ( layers × bytes on a GPU + … ), windows with full layers of the same shape. */
function sumOfKinds(
  layers: ShardResult["own"]["layers"],
  { kv, tp }: ShardValues,
  t: Translate,
): readonly Factor[] {
  const format = cacheFormat(kv);
  const counts = new Map<number, number>();
  for (const { count, layer } of layerKinds(layers)) {
    const bytes = layerBytesPerToken(layer, format, tp);
    if (bytes > 0) counts.set(bytes, (counts.get(bytes) ?? 0) + count);
  }
  const sums = [...counts];
  return sums.flatMap(([bytes, count], i): readonly Factor[] => [
    {
      ...(sums.length > 1 ? { operator: i === 0 ? "(" : "+" } : {}),
      value: formatInteger(count, t.lang),
      symbol: sums.length > 1 ? ["L", String(i + 1)] : ["L"],
      name: t("factor.layers"),
    },
    {
      operator: "×",
      value: `${formatInteger(bytes, t.lang)}\u00a0B`,
      name: t("factor.of-gpu"),
      param: "tp",
      ...(sums.length > 1 && i === sums.length - 1 ? { after: ")" } : {}),
    },
  ]);
}
