/** Kinds of layers by what their cache keeps. */
export type LayerKind =
  | "full"
  | "window"
  | "chunk"
  | "latent"
  | "indexed"
  | "state"
  | "tied"
  | "factored"
  | "shared"
  | "none";

interface KindStyle {
  readonly fill: string;
  readonly text: string;
  readonly dash: string;
}

const latent = { fill: "var(--mla)", text: "var(--mla-text)" };
const tied = { fill: "var(--tied)", text: "var(--tied)" };
const nothing = { fill: "var(--edge)", text: "var(--muted)", dash: "none" };

/** Hue and dash of each kind; kinds of one hue differ in their mark, as all do in grey print. */
export const layerKindStyle: Readonly<Record<LayerKind, KindStyle>> = {
  full: { fill: "var(--kv)", text: "var(--kv-text)", dash: "none" },
  window: { fill: "var(--window)", text: "var(--window)", dash: "8 3" },
  chunk: { fill: "var(--window)", text: "var(--window)", dash: "8 3 2 3" },
  latent: { ...latent, dash: "10 4" },
  indexed: { ...latent, dash: "10 3 2 3" },
  state: { fill: "var(--state)", text: "var(--state-text)", dash: "2 3" },
  tied: { ...tied, dash: "6 3" },
  factored: { ...tied, dash: "3 3" },
  shared: nothing,
  none: nothing,
};

/**
 * A layer's mark inside a square: tokens run to the right, bytes of a token upwards, and what is
 * filled is kept. A path.
 */
export function layerMark(kind: LayerKind, left: number, top: number, size: number): string {
  const box = ([x, y, width, height]: readonly [number, number, number, number]): string =>
    `M${px(left + x * size)} ${px(top + y * size)}h${px(width * size)}v${px(height * size)}h${px(-width * size)}z`;
  if (kind === "state") return circle(left + size / 2, top + size / 2, size * 0.28);
  if (kind === "tied") return `M${px(left)} ${px(top)}v${px(size)}h${px(size)}z`;
  if (kind === "shared") return arrow(left, top, size);
  return boxes[kind].map(box).join("");
}

/** In parts of the square: x, y, width, height. */
const boxes = {
  full: [[0, 0, 1, 1]],
  window: [[0.58, 0, 0.42, 1]],
  chunk: [
    [0, 0, 0.5, 0.5],
    [0.5, 0.5, 0.5, 0.5],
  ],
  latent: [[0, 0.66, 1, 0.34]],
  indexed: [
    [0, 0.66, 1, 0.34],
    [0.1, 0.24, 0.2, 0.2],
    [0.4, 0.24, 0.2, 0.2],
    [0.7, 0.24, 0.2, 0.2],
  ],
  factored: [
    [0, 0, 0.28, 1],
    [0.28, 0.72, 0.72, 0.28],
  ],
  none: [[0.3, 0.44, 0.4, 0.12]],
} as const satisfies Readonly<
  Partial<Record<LayerKind, readonly (readonly [number, number, number, number])[]>>
>;

/** To the left: the cache is an earlier layer's. */
const arrow = (left: number, top: number, size: number): string =>
  `M${px(left + 0.2 * size)} ${px(top + size / 2)}l${px(0.42 * size)} ${px(-0.26 * size)}v${px(0.52 * size)}z`;

const circle = (x: number, y: number, r: number): string =>
  `M${px(x - r)} ${px(y)}a${px(r)} ${px(r)} 0 1 1 ${px(2 * r)} 0a${px(r)} ${px(r)} 0 1 1 ${px(-2 * r)} 0z`;

const px = (value: number): string => String(Math.round(value * 100) / 100);
