import type { CacheLayer, LayerGroup } from "./layers.ts";

/**
 * A model's layers as a short text that a link can carry: `10(5*h16x128w1024,1*h16x128)` is ten
 * times five windowed layers and a full one. A layer is
 * - `h` n_kv `x` d_k, then `v` d_v, `w` window, `c` chunk where there are;
 * - `m` latent `+` RoPE key, then `g` latents, `i` indexer;
 * - `t` n_kv `x` d `+` RoPE key; `f` heads `x` d `r` rank_k `-` rank_v;
 * - `s` heads `x` d_k `x` d_v `k` channels `x` taps, then `g` groups `x` channels, `b` bytes;
 * - `o` another layer's cache; `n` none.
 */
export function layersToText(layers: readonly LayerGroup[]): string {
  const parts = layers.map(({ count, layer }) => `${count}*${layerToText(layer)}`);
  const period = periodOf(parts);
  if (period === null) return parts.join(",");
  const { length, times } = period;
  const rest = parts.slice(length * times);
  return [`${times}(${parts.slice(0, length).join(",")})`, ...rest].join(",");
}

/** The layers that a text stands for; `null` for any other text. */
export function layersFromText(text: string): readonly LayerGroup[] | null {
  const [, times, inside, rest] = /^(\d{1,5})\(([^()]*)\)(?:,(.+))?$/.exec(text) ?? [];
  const pattern = groupsFromText(inside ?? text);
  const after = rest === undefined ? [] : groupsFromText(rest);
  if (!pattern || !after) return null;
  const repeats = times === undefined ? 1 : Number(times);
  if (repeats < 1 || repeats * pattern.length > mostLayers) return null;
  const layers = [...Array.from({ length: repeats }, () => pattern).flat(), ...after];
  return layers.reduce((sum, { count }) => sum + count, 0) > mostLayers ? null : layers;
}

const mostLayers = 10_000;

/** The shortest list of groups that the text begins with at least twice, covering the most. */
function periodOf(parts: readonly string[]): { length: number; times: number } | null {
  let best: { length: number; times: number } | null = null;
  for (let length = 1; length <= parts.length / 2; length++) {
    let times = 1;
    while (parts.slice(0, length).every((part, i) => parts[times * length + i] === part)) times++;
    if (times > 1 && (best === null || times * length > best.times * best.length)) {
      best = { length, times };
    }
  }
  return best;
}

function layerToText(layer: CacheLayer): string {
  const option = (letter: string, value: number | undefined) =>
    value === undefined ? "" : `${letter}${value}`;
  switch (layer.kind) {
    case "heads":
      return [
        `h${layer.nKv}x${layer.headDim}`,
        option("v", layer.valueDim),
        option("w", layer.windowTokens),
        option("c", layer.chunkTokens),
      ].join("");
    case "latent":
      return [
        `m${layer.latentDim}+${layer.ropeDim}`,
        option("g", layer.latentHeads),
        option("i", layer.indexerDim),
      ].join("");
    case "tied":
      return `t${layer.nKv}x${layer.headDim}+${layer.ropeDim}`;
    case "factored":
      return `f${layer.nHeads}x${layer.headDim}r${layer.rankK}-${layer.rankV}`;
    case "state": {
      const { heads, keyDim, valueDim, convChannels, convTaps, convGroups } = layer;
      const groups = convGroups !== undefined ? `g${convGroups}x${layer.groupChannels ?? 0}` : "";
      const state = `s${heads}x${keyDim}x${valueDim}k${convChannels}x${convTaps}`;
      return `${state}${groups}${option("b", layer.stateElementBytes)}`;
    }
    case "shared":
      return "o";
    case "none":
      return "n";
  }
}

const n = "(\\d{1,7})";
const grammar: readonly (readonly [RegExp, (v: readonly (number | undefined)[]) => CacheLayer])[] =
  [
    [
      new RegExp(`^h${n}x${n}(?:v${n})?(?:w${n})?(?:c${n})?$`),
      ([nKv = 0, headDim = 0, valueDim, windowTokens, chunkTokens]) => ({
        kind: "heads",
        nKv,
        headDim,
        ...given({ valueDim, windowTokens, chunkTokens }),
      }),
    ],
    [
      new RegExp(`^m${n}\\+${n}(?:g${n})?(?:i${n})?$`),
      ([latentDim = 0, ropeDim = 0, latentHeads, indexerDim]) => ({
        kind: "latent",
        latentDim,
        ropeDim,
        ...given({ latentHeads, indexerDim }),
      }),
    ],
    [
      new RegExp(`^t${n}x${n}\\+${n}$`),
      ([nKv = 0, headDim = 0, ropeDim = 0]) => ({ kind: "tied", nKv, headDim, ropeDim }),
    ],
    [
      new RegExp(`^f${n}x${n}r${n}-${n}$`),
      ([nHeads = 0, headDim = 0, rankK = 0, rankV = 0]) => ({
        kind: "factored",
        nHeads,
        headDim,
        rankK,
        rankV,
      }),
    ],
    [
      new RegExp(`^s${n}x${n}x${n}k${n}x${n}(?:g${n}x${n})?(?:b([124]))?$`),
      ([heads = 0, keyDim = 0, valueDim = 0, convChannels = 0, convTaps = 0, ...rest]) => ({
        kind: "state",
        heads,
        keyDim,
        valueDim,
        convChannels,
        convTaps,
        ...given({ convGroups: rest[0], groupChannels: rest[1], stateElementBytes: rest[2] }),
      }),
    ],
    [/^o$/, () => ({ kind: "shared" })],
    [/^n$/, () => ({ kind: "none" })],
  ];

/** Only the entries that have a value. */
function given<Keys extends string>(
  values: Readonly<Record<Keys, number | undefined>>,
): Partial<Record<Keys, number>> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<Record<Keys, number>>;
}

function groupsFromText(text: string): readonly LayerGroup[] | null {
  const groups: LayerGroup[] = [];
  for (const part of text.split(",")) {
    const [, count, token = ""] = /^(\d{1,5})\*(.{1,80})$/.exec(part) ?? [];
    const layer = layerFromText(token);
    if (count === undefined || Number(count) === 0 || !layer) return null;
    groups.push({ count: Number(count), layer });
  }
  return groups;
}

function layerFromText(token: string): CacheLayer | null {
  for (const [pattern, read] of grammar) {
    const match = pattern.exec(token);
    if (!match) continue;
    const values = match.slice(1).map((text) => (text === undefined ? undefined : Number(text)));
    const tooLarge = values.some((value) => value !== undefined && value > 1_048_576 * 8);
    return tooLarge ? null : read(values);
  }
  return null;
}
