import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { type LayerKind, layerKindStyle, layerMark } from "./layer-kind-style.ts";

export interface LayerMapData {
  /** From the first layer to the last. */
  readonly groups: readonly { readonly kind: LayerKind; readonly count: number }[];
  /** The kinds that occur, with their number of layers and what each layer keeps. */
  readonly kinds: readonly {
    readonly kind: LayerKind;
    readonly name: string;
    readonly keeps: string;
  }[];
  /** Above the cells: how many layers, and which way they run. */
  readonly caption: string;
  readonly label: string;
}

const gap = 3;
/** Left of the cells: the number of each row's first layer. */
const numberRoom = 28;
const headHeight = 22;
/** Two lines for each kind, name and what it keeps. */
const kindHeight = 40;
const markSize = 16;
/** In a narrow drawing, which its place may make smaller still. */
const smallText = { wide: 11, narrow: 12 } as const;
/** More layers than this get small cells. */
const manyLayers = 160;

/** A model's layers in order, a cell each, wrapped so that what repeats stands in columns. */
export function layerMap(data: LayerMapData, { document, width }: ChartContext): SVGSVGElement {
  const narrow = width < 500;
  const order = data.groups.flatMap(({ kind, count }) => new Array<LayerKind>(count).fill(kind));
  const small = { "font-size": narrow ? smallText.narrow : smallText.wide, fill: "var(--muted)" };
  const size = order.length > manyLayers ? 10 : narrow ? 15 : 20;
  const most = Math.floor((width - numberRoom + gap) / (size + gap));
  const columns = columnsFor(order, most);
  const rows = Math.ceil(order.length / columns);
  const kindsTop = headHeight + rows * (size + gap) + 14;
  const kindColumns = narrow ? 1 : 2;
  const kindRows = Math.ceil(data.kinds.length / kindColumns);
  const svg = canvas(document, width, kindsTop + kindRows * kindHeight);
  const add = (name: string, attributes: Record<string, string | number>, text = "") =>
    svg.append(node(document, name, attributes, text));

  add("text", { x: 0, y: 12, ...small }, data.caption);
  const top = (row: number) => headHeight + row * (size + gap);
  const left = (column: number) => numberRoom + column * (size + gap);
  for (let row = 0; row < rows; row++) {
    // Small cells stand closer than lines of text may.
    if (size < 12 && row % 2 === 1) continue;
    const at = { x: numberRoom - 7, y: top(row) + size / 2 + 4, "text-anchor": "end" };
    const first = (row * columns + 1).toLocaleString("en-US");
    add("text", { ...at, ...small }, first);
  }
  // One path for all cells of a kind: an element each would be most of the picture.
  for (const kind of new Set(order)) {
    const places = order.flatMap((other, i) =>
      other === kind ? [[left(i % columns), top(Math.floor(i / columns))] as const] : [],
    );
    cells(kind, places, size, add);
  }
  for (const [i, { kind, name, keeps }] of data.kinds.entries()) {
    const x = (i % kindColumns) * (width / kindColumns);
    const y = kindsTop + Math.floor(i / kindColumns) * kindHeight;
    cells(kind, [[x + 1, y + 1]], markSize, add);
    const from = x + markSize + 9;
    add("text", { x: from, y: y + 13, "font-weight": 700 }, name);
    add("text", { x: from, y: y + 29, ...small }, keeps);
  }
  return figure(svg, data.label);
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

/** Squares of one kind at the given corners, each with its mark. */
function cells(
  kind: LayerKind,
  places: readonly (readonly [x: number, y: number])[],
  size: number,
  add: Add,
): void {
  const { fill } = layerKindStyle[kind];
  const squares = places.map(([x, y]) => `M${x} ${y}h${size}v${size}h${-size}z`).join("");
  const marks = places.map(([x, y]) => layerMark(kind, x, y, size)).join("");
  add("path", { d: squares, fill: "none", stroke: fill, class: `cell-${kind}` });
  add("path", { d: marks, fill });
}

/** Without anything that repeats, rows of a multiple of this. */
const plainPeriod = 8;

/** As many columns as fit that are a multiple of the length at which the kinds repeat. */
function columnsFor(order: readonly LayerKind[], most: number): number {
  const repeats = periodOf(order, most);
  const period = repeats === 1 ? plainPeriod : repeats;
  return Math.max(1, Math.min(Math.floor(most / period) * period, order.length));
}

/** The shortest shift at which the most layers meet one of their own kind. */
function periodOf(order: readonly LayerKind[], most: number): number {
  let best = { period: 1, share: 0 };
  for (let period = 1; period <= Math.min(most, order.length / 2); period++) {
    const pairs = order.length - period;
    const same = order.filter((kind, i) => i < pairs && order[i + period] === kind).length;
    if (same / pairs > best.share) best = { period, share: same / pairs };
  }
  return best.period;
}
