import { formatInteger } from "../i18n/format.ts";
import type { Lang } from "../i18n/locales.ts";
import { windowOf } from "../model/kv.ts";
import type { LayerGroup } from "../model/layers.ts";
import type { Factor } from "./formula.ts";
import type { Messages, Translate } from "./translate.ts";

/**
 * The factors whose product is the cache of one request: per token per layer, layers, bytes a
 * value, tokens. Layers with a window form a sum with those without.
 */
export function requestFactors(
  layers: readonly LayerGroup[],
  elementBytes: number,
  contextTokens: number,
  t: Translate,
): readonly Factor[] {
  const int = (value: number) => formatInteger(value, t.lang);
  const bytes: Factor = {
    operator: "×",
    value: `${elementBytes}\u00a0B`,
    symbol: ["b"],
    name: t("factor.kv"),
    param: "kv",
  };
  const tokens = (operator: string): Factor => ({
    operator,
    value: int(contextTokens),
    symbol: ["S"],
    name: t("factor.context"),
    param: "context",
  });
  const layerCount = (operator: string, count: number, which: string): Factor => ({
    operator,
    value: int(count),
    symbol: which === "window-layers" ? ["L", "w"] : ["L"],
    name: t(`factor.${which}`),
    param: which === "window-layers" ? which : "layers",
  });
  const first = layers[0]?.layer;
  if (!first) return [];
  const perLayer = first.kind === "latent" ? latent(first, int, t) : heads(first, int, t);
  const windowed = layers.find(({ layer }) => windowOf(layer) !== Infinity);
  if (!windowed) {
    return [...perLayer, layerCount("×", layers[0]?.count ?? 0, "layers"), bytes, tokens("×")];
  }
  const full = layers.find(({ layer }) => windowOf(layer) === Infinity);
  const window = windowOf(windowed.layer);
  const kept: Factor = {
    operator: "×",
    value: int(Math.min(window, contextTokens)),
    after: ")",
    name: t("factor.window"),
    param: "window",
  };
  const sum = full
    ? [
        layerCount("× (", full.count, "full-layers"),
        tokens("×"),
        layerCount("+", windowed.count, "window-layers"),
      ]
    : [layerCount("× (", windowed.count, "window-layers")];
  return [...perLayer, bytes, ...sum, kept];
}

type Int = (value: number) => string;

function heads(layer: { nKv: number; headDim: number }, int: Int, t: Translate): Factor[] {
  return [
    { value: "2", name: t("factor.pair") },
    {
      operator: "×",
      value: int(layer.nKv),
      symbol: ["n", "kv"],
      name: t("factor.n-kv"),
      param: "n-kv",
    },
    {
      operator: "×",
      value: int(layer.headDim),
      symbol: ["d", "h"],
      name: t("factor.head-dim"),
      param: "head-dim",
    },
  ];
}

function latent(layer: { latentDim: number; ropeDim: number }, int: Int, t: Translate): Factor[] {
  return [
    {
      operator: "(",
      value: int(layer.latentDim),
      symbol: ["d", "c"],
      name: t("factor.latent-dim"),
      param: "latent-dim",
    },
    {
      operator: "+",
      value: int(layer.ropeDim),
      after: ")",
      symbol: ["d", "R"],
      name: t("factor.rope-dim"),
      param: "rope-dim",
    },
  ];
}

/** Names of the factors. */
export const factorMessages = {
  ko: {
    "factor.pair": "K와 V",
    "factor.n-kv": "KV 헤드",
    "factor.head-dim": "헤드 차원",
    "factor.layers": "층",
    "factor.full-layers": "온전한 층",
    "factor.window-layers": "윈도 층",
    "factor.window": "윈도 안 토큰",
    "factor.kv": "숫자 하나",
    "factor.context": "문맥 길이",
    "factor.latent-dim": "잠재 벡터",
    "factor.rope-dim": "RoPE 키",
  },
  en: {
    "factor.pair": "K and V",
    "factor.n-kv": "KV heads",
    "factor.head-dim": "head dim.",
    "factor.layers": "layers",
    "factor.full-layers": "full layers",
    "factor.window-layers": "windowed layers",
    "factor.window": "tokens in the window",
    "factor.kv": "per number",
    "factor.context": "context",
    "factor.latent-dim": "latent",
    "factor.rope-dim": "RoPE key",
  },
} as const satisfies Readonly<Record<Lang, Messages>>;
