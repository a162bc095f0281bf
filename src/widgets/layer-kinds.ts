import type { LayerKind } from "../charts/layer-kind-style.ts";
import type { LayerMapData } from "../charts/layer-map.ts";
import { formatInteger } from "../i18n/format.ts";
import type { Lang } from "../i18n/locales.ts";
import type { CacheFormat } from "../model/formats.ts";
import { layerBytesPerSequence, layerBytesPerToken } from "../model/kv.ts";
import { type CacheLayer, keptTokens, type LayerGroup } from "../model/layers.ts";
import type { Messages, Translate } from "./translate.ts";

/** All layers of one kind, wherever they stand. */
export interface KindLayers {
  readonly kind: LayerKind;
  readonly count: number;
  readonly groups: readonly LayerGroup[];
}

/** What a layer's cache keeps, by kind. */
export function kindOf(layer: CacheLayer): LayerKind {
  if (layer.kind === "latent") return layer.indexerDim ? "indexed" : "latent";
  if (layer.kind !== "heads") return layer.kind;
  if (layer.windowTokens !== undefined) return "window";
  return layer.chunkTokens === undefined ? "full" : "chunk";
}

/** A model's layers by kind, in the order of each kind's first layer. */
export function kindsOf(layers: readonly LayerGroup[]): readonly KindLayers[] {
  const kinds = new Set(layers.filter(({ count }) => count > 0).map(({ layer }) => kindOf(layer)));
  return [...kinds].map((kind) => {
    const groups = layers.filter(({ layer }) => kindOf(layer) === kind);
    return { kind, count: groups.reduce((sum, group) => sum + group.count, 0), groups };
  });
}

/** "sliding window, 52 layers" */
export const kindName = ({ kind, count }: KindLayers, t: Translate): string =>
  t("kind-count", { kind: t(`kind.${kind}`), n: formatInteger(count, t.lang) });

/** What each layer of a kind keeps: tokens and bytes per token, or bytes per sequence. */
export function keepsText({ kind, groups }: KindLayers, format: CacheFormat, t: Translate): string {
  const of = (quantity: (layer: CacheLayer) => number) =>
    rangeText(
      groups.map(({ layer }) => quantity(layer)),
      t.lang,
    );
  const bytes =
    kind === "state"
      ? of((layer) => layerBytesPerSequence(layer, format, 0))
      : of((layer) => layerBytesPerToken(layer, format));
  return t(`keeps.${keepsKey[kind]}`, { bytes, tokens: of(keptOr0) });
}

const keepsKey = {
  full: "all",
  window: "window",
  chunk: "chunk",
  latent: "all",
  indexed: "all",
  state: "state",
  tied: "all",
  factored: "all",
  shared: "shared",
  none: "none",
} as const satisfies Readonly<Record<LayerKind, string>>;

const keptOr0 = (layer: CacheLayer): number => {
  const kept = keptTokens(layer);
  return Number.isFinite(kept) ? kept : 0;
};

/** "1,024", or "512–1,024" where layers of one kind differ. */
function rangeText(values: readonly number[], lang: Lang): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const text = (value: number) => formatInteger(value, lang);
  return least === most ? text(least) : `${text(least)}–${text(most)}`;
}

/** The map of any model's layers. */
export function layerMapData(
  layers: readonly LayerGroup[],
  format: CacheFormat,
  t: Translate,
): LayerMapData {
  const kinds = kindsOf(layers);
  const n = formatInteger(
    kinds.reduce((sum, { count }) => sum + count, 0),
    t.lang,
  );
  return {
    groups: layers.map(({ count, layer }) => ({ kind: kindOf(layer), count })),
    kinds: kinds.map((of) => ({
      kind: of.kind,
      name: kindName(of, t),
      keeps: keepsText(of, format, t),
    })),
    caption: t("map-caption", { n }),
    label: t("map-label", { n, kinds: kinds.map((of) => kindName(of, t)).join("; ") }),
  };
}

/** Names of the kinds, and what they keep. */
export const layerKindMessages = {
  ko: {
    "kind.full": "온전한 어텐션",
    "kind.window": "슬라이딩 윈도",
    "kind.chunk": "청크 어텐션",
    "kind.latent": "잠재 벡터(MLA)",
    "kind.indexed": "잠재 벡터와 인덱서",
    "kind.state": "상태(선형, SSM)",
    "kind.tied": "K와 V를 하나로",
    "kind.factored": "K와 V를 인수로",
    "kind.shared": "앞 층의 캐시를 함께 씀",
    "kind.none": "캐시 없음",
    "kind-count": "{kind} {n}층",
    "keeps.all": "모든 토큰, 토큰마다 {bytes} B",
    "keeps.window": "최근 {tokens}토큰, 토큰마다 {bytes} B",
    "keeps.chunk": "{tokens}토큰 청크 하나, 토큰마다 {bytes} B",
    "keeps.state": "길이와 상관없이 요청마다 {bytes} B",
    "keeps.shared": "따로 보관하는 것 없음",
    "keeps.none": "보관하는 것 없음",
    "map-caption": "{n}개 층, 첫 층부터 차례로",
    "map-label": "{n}개 층의 지도. {kinds}.",
  },
  en: {
    "kind.full": "Full attention",
    "kind.window": "Sliding window",
    "kind.chunk": "Chunked",
    "kind.latent": "Latent (MLA)",
    "kind.indexed": "Latent with an indexer",
    "kind.state": "State (linear, SSM)",
    "kind.tied": "K and V tied",
    "kind.factored": "K and V factored",
    "kind.shared": "Shares an earlier cache",
    "kind.none": "No cache",
    "kind-count": "{kind}, {n} {n|layer|layers}",
    "keeps.all": "all tokens, {bytes} B each",
    "keeps.window": "the last {tokens} tokens, {bytes} B each",
    "keeps.chunk": "a chunk of {tokens} tokens, {bytes} B each",
    "keeps.state": "{bytes} B per request, however long",
    "keeps.shared": "nothing of its own",
    "keeps.none": "nothing",
    "map-caption": "{n} {n|layer|layers}, from first to last",
    "map-label": "Map of {n} {n|layer|layers}. {kinds}.",
  },
} as const satisfies Readonly<Record<Lang, Messages>>;
