import { formatInteger, formatSignificant } from "../i18n/format.ts";
import type { Lang } from "../i18n/locales.ts";
import type { CacheFormat } from "../model/formats.ts";
import {
  kvBytesPerSequence,
  kvValuesPerTokenPerLayer,
  layerBytesPerSequence,
  stateBytes,
} from "../model/kv.ts";
import { keptTokens, type LayerGroup, layerKinds, type StateLayer } from "../model/layers.ts";
import { oneShape } from "../model/one-shape.ts";
import type { Factor } from "./formula.ts";
import type { Messages, Translate } from "./translate.ts";

/**
 * The factors whose product is the cache of one request: per token per layer, layers, bytes a
 * value, tokens. Layers with a window form a sum with those without. Layers of different shapes
 * form a sum of layers × tokens × bytes per token. What newest tokens take beyond that, where they
 * wait in more bits, is added.
 * @param requestBytes of one request, where that is not what its last token leaves
 */
export function requestFactors(
  layers: readonly LayerGroup[],
  format: CacheFormat,
  contextTokens: number,
  t: Translate,
  requestBytes = kvBytesPerSequence(layers, format, contextTokens),
): readonly Factor[] {
  const settled = settledFactors(layers, format, contextTokens, t);
  const waiting = requestBytes - settledBytes(layers, format, contextTokens);
  if (waiting === 0) return settled;
  const newest: Factor = {
    operator: "+",
    value: `${formatInteger(waiting, t.lang)}\u00a0B`,
    after: ")",
    name: t("factor.newest"),
    param: "kv",
  };
  return settled
    .map((factor, i) =>
      i === 0 ? { ...factor, operator: `( ${factor.operator ?? ""}`.trim() } : factor,
    )
    .concat(newest);
}

function settledBytes(layers: readonly LayerGroup[], format: CacheFormat, tokens: number): number {
  return layers.reduce((sum, { count, layer }) => {
    if (layer.kind === "state") return sum + count * stateBytes(layer);
    const kept = Math.min(keptTokens(layer), tokens);
    return sum + count * kept * settledPerToken(layer, format);
  }, 0);
}

/** Bytes that a token comes to once it no longer waits: the mean over a block of them. */
function settledPerToken(layer: LayerGroup["layer"], format: CacheFormat): number {
  const block = Math.max(format.k.blockTokens ?? 1, format.v.newestTokens ?? 1);
  const unbounded = { ...layer, windowTokens: undefined, chunkTokens: undefined };
  const bytes = (tokens: number) =>
    layerBytesPerSequence(unbounded as LayerGroup["layer"], format, tokens);
  return (bytes(2 * block) - bytes(block)) / block;
}

function settledFactors(
  layers: readonly LayerGroup[],
  format: CacheFormat,
  contextTokens: number,
  t: Translate,
): readonly Factor[] {
  const int = (value: number) => formatInteger(value, t.lang);
  const shape = oneShape(layers, format);
  if (!shape) return sumOfKinds(layers, format, contextTokens, t);
  const { layer, full, windowed, window } = shape;
  const values = kvValuesPerTokenPerLayer(layer);
  const bytes: Factor = {
    operator: "×",
    value: `${formatSignificant(settledPerToken(layer, format) / values, 7, t.lang)}\u00a0B`,
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
  const perLayer = layer.kind === "latent" ? latent(layer, int, t) : heads(layer, int, t);
  if (window === null) {
    return [...perLayer, layerCount("×", full, "layers"), bytes, tokens("×")];
  }
  const kept: Factor = {
    operator: "×",
    value: int(Math.min(window, contextTokens)),
    after: ")",
    name: t("factor.window"),
    param: "window",
  };
  const sum =
    full > 0
      ? [
          layerCount("× (", full, "full-layers"),
          tokens("×"),
          layerCount("+", windowed, "window-layers"),
        ]
      : [layerCount("× (", windowed, "window-layers")];
  return [...perLayer, bytes, ...sum, kept];
}

/** ( layers × tokens × bytes + … ), a state layer with the bytes of its state. */
function sumOfKinds(
  layers: readonly LayerGroup[],
  format: CacheFormat,
  contextTokens: number,
  t: Translate,
): readonly Factor[] {
  const int = (value: number) => formatInteger(value, t.lang);
  const kinds = layerKinds(layers).filter(({ layer }) => isCached(layer.kind));
  return kinds.flatMap(({ count, layer }, i): readonly Factor[] => {
    const last = i === kinds.length - 1 ? { after: ")" } : {};
    const number: Factor = {
      operator: i === 0 ? "(" : "+",
      value: int(count),
      symbol: ["L", String(i + 1)],
      name: t(`factor.kind-${kindName(layer)}`),
    };
    if (layer.kind === "state") {
      const bytes = `${int(stateBytes(layer as StateLayer))}\u00a0B`;
      return [number, { operator: "×", value: bytes, name: t("factor.state"), ...last }];
    }
    const window = keptTokens(layer);
    const kept: Factor = {
      operator: "×",
      value: int(Math.min(window, contextTokens)),
      name: t(keptNames[kindName(layer)] ?? "factor.context"),
      param: "context",
    };
    const perToken = `${formatSignificant(settledPerToken(layer, format), 9, t.lang)}\u00a0B`;
    return [
      number,
      kept,
      { operator: "×", value: perToken, name: t("factor.per-token"), param: "kv", ...last },
    ];
  });
}

const isCached = (kind: string): boolean => kind !== "shared" && kind !== "none";

const kindName = (layer: LayerGroup["layer"]): string => {
  if (layer.kind === "state") return "state";
  if (layer.kind === "latent") return "latent";
  if (layer.kind === "heads" && layer.chunkTokens !== undefined) return "chunked";
  return keptTokens(layer) === Infinity ? "full" : "windowed";
};

/** What a layer that forgets keeps. */
const keptNames: Readonly<Record<string, string>> = {
  windowed: "factor.window",
  chunked: "factor.chunk",
};

type Int = (value: number) => string;

function heads(
  layer: { nKv: number; headDim: number; valueDim?: number },
  int: Int,
  t: Translate,
): Factor[] {
  const nKv: Factor = {
    value: int(layer.nKv),
    symbol: ["n", "kv"],
    name: t("factor.n-kv"),
    param: "n-kv",
  };
  const differs = layer.valueDim !== undefined && layer.valueDim !== layer.headDim;
  if (differs) {
    return [
      nKv,
      { operator: "× (", value: int(layer.headDim), symbol: ["d", "k"], name: t("factor.k-dim") },
      {
        operator: "+",
        value: int(layer.valueDim ?? 0),
        after: ")",
        symbol: ["d", "v"],
        name: t("factor.v-dim"),
      },
    ];
  }
  return [
    { value: "2", name: t("factor.pair") },
    { ...nKv, operator: "×" },
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
    "factor.chunk": "청크 안 토큰",
    "factor.kv": "숫자 하나",
    "factor.newest": "최근 토큰이 더 차지하는 몫",
    "factor.context": "문맥 길이",
    "factor.latent-dim": "잠재 벡터",
    "factor.rope-dim": "RoPE 키",
    "factor.k-dim": "K 차원",
    "factor.v-dim": "V 차원",
    "factor.kind-full": "온전한 층",
    "factor.kind-windowed": "윈도 층",
    "factor.kind-chunked": "청크 층",
    "factor.kind-latent": "잠재 벡터 층",
    "factor.kind-state": "상태 층",
    "factor.state": "상태 하나",
    "factor.per-token": "토큰당",
  },
  en: {
    "factor.pair": "K and V",
    "factor.n-kv": "KV heads",
    "factor.head-dim": "head dim.",
    "factor.layers": "layers",
    "factor.full-layers": "full layers",
    "factor.window-layers": "windowed layers",
    "factor.window": "tokens in the window",
    "factor.chunk": "tokens in the chunk",
    "factor.kv": "per number",
    "factor.newest": "what the newest tokens take beyond that",
    "factor.context": "context",
    "factor.latent-dim": "latent",
    "factor.rope-dim": "RoPE key",
    "factor.k-dim": "K dim.",
    "factor.v-dim": "V dim.",
    "factor.kind-full": "full layers",
    "factor.kind-windowed": "windowed layers",
    "factor.kind-chunked": "chunked layers",
    "factor.kind-latent": "latent layers",
    "factor.kind-state": "state layers",
    "factor.state": "one state",
    "factor.per-token": "per token",
  },
} as const satisfies Readonly<Record<Lang, Messages>>;
