import { type Box, boxHeight, tallBoxHeight } from "./flow-pieces.ts";

export interface MlaSizes {
  readonly hidden: number;
  readonly nHeads: number;
  readonly latentDim: number;
  readonly nopeDim: number;
  /** 0: no RoPE key stands apart. */
  readonly ropeDim: number;
  readonly valueDim: number;
}

/** Where everything of the picture stands. */
export interface MlaLayout {
  readonly narrow: boolean;
  /** Left ends and widths of the two lanes: the new token's and the cached tokens'. */
  readonly query: { readonly x: number; readonly width: number };
  readonly cache: { readonly x: number; readonly width: number };
  /** The way past K and V, at the left of the cache's lane. */
  readonly channel: number;
  /** px for one number, in both directions, of everything that is drawn to scale. */
  readonly scale: number;
  readonly x: Box;
  readonly cachedX: Box;
  readonly down: Box;
  readonly downRope: Box;
  readonly latent: Box;
  readonly ropeKey: Box;
  /** Right end of the lines that say what is cached, and the height between them. */
  readonly cachedText: readonly [x: number, y: number];
  readonly upK: Box;
  readonly upV: Box;
  readonly k: Box;
  readonly v: Box;
  /** Where RoPE turns the expanded keys. */
  readonly turn: Box;
  readonly attention: Box;
}

/** Two lines under K and under V. */
export const captions = 30;
const [arrow, stripRow, top, attentionHeight] = [14, 32, 20, 42] as const;
/** What the query's lane needs for six boxes and the arrows between them. */
const longestQuery = 5 * boxHeight + tallBoxHeight + 7 * 12;

/**
 * Lengths follow the sizes; everything else follows the room. Nothing follows the switches: what
 * they bring has its place in every state, so that the picture stays as tall as it is.
 */
export function mlaLayout(sizes: MlaSizes, width: number): MlaLayout {
  const narrow = width < 500;
  const [block, gap, channel] = narrow ? [84, 16, 24] : [128, 40, 40];
  const cacheWidth = channel + 2 * block + gap;
  const cache = { x: width - cacheWidth, width: cacheWidth };
  const query = { x: 0, width: narrow ? cache.x - 8 : 220 };
  const columns = Math.max(sizes.nopeDim, sizes.valueDim);
  const scale = block / columns;
  const left = cache.x + channel;
  const right = left + block + gap;
  const rows = Math.ceil(sizes.latentDim / columns);
  const downTop = top + boxHeight + arrow;
  const stripTop = downTop + tallBoxHeight + arrow;
  const stripHeight = rows * scale;
  const latentWidth = (sizes.latentDim / rows) * scale;
  const stripBottom = stripTop + Math.max(stripHeight, stripRow - arrow);
  const upTop = stripBottom + arrow;
  const blockTop = upTop + boxHeight + arrow;
  const blockHeight = sizes.nHeads * scale;
  const turnTop = blockTop + blockHeight + captions + arrow;
  const attentionTop = Math.max(turnTop + boxHeight + arrow, top + boxHeight + longestQuery);
  const at = (x: number, y: number, w: number, h: number): Box => ({ x, y, width: w, height: h });
  return {
    narrow,
    query,
    cache,
    channel: cache.x + channel / 2,
    scale,
    x: at(query.x, top, query.width, boxHeight),
    cachedX: at(cache.x, top, cacheWidth, boxHeight),
    down: at(cache.x, downTop, channel + block - 2, tallBoxHeight),
    downRope: at(left + block + 1, downTop, block + gap - 1, tallBoxHeight),
    latent: at(left, stripTop, latentWidth, stripHeight),
    ropeKey: at(left + latentWidth + 1, stripTop, (sizes.ropeDim / rows) * scale, stripHeight),
    cachedText: [width, stripTop + stripHeight / 2],
    upK: at(left, upTop, block, boxHeight),
    upV: at(right, upTop, block, boxHeight),
    k: at(left, blockTop, sizes.nopeDim * scale, blockHeight),
    v: at(right, blockTop, sizes.valueDim * scale, blockHeight),
    turn: at(left, turnTop, block, boxHeight),
    attention: at(0, attentionTop, width, attentionHeight),
  };
}
