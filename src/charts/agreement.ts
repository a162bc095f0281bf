import { diagonalAxes } from "./diagonal-axes.ts";
import { type MarkShape, markShape } from "./mark-shape.ts";
import { textWidth } from "./text-width.ts";

export interface AgreementSeries {
  readonly name: string;
  readonly mark: MarkShape;
  readonly open: boolean;
  readonly own: boolean;
  readonly points: readonly { readonly expected: number; readonly output: number }[];
}

export interface AgreementData {
  readonly series: readonly AgreementSeries[];
  readonly xAxis: string;
  readonly yAxis: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

const [tickRoom, edge, head, foot] = [34, 6, 46, 44] as const;
const small = { "font-size": 11, fill: "var(--muted)" };

export const agreementHeight = (width: number): number => head + width - tickRoom - edge + foot;

/** What came out against what should have: on the diagonal, or beside it. */
export function agreement(
  { series, xAxis, yAxis }: AgreementData,
  place: { readonly x: number; readonly y: number; readonly width: number },
  add: Add,
): void {
  const square = {
    left: place.x + tickRoom,
    top: place.y + head,
    side: place.width - tickRoom - edge,
  };
  const values = series.flatMap(({ points }) =>
    points.flatMap(({ expected, output }) => [expected, output]),
  );
  const { x, y } = diagonalAxes(values, square, xAxis, add);
  for (const of of series) {
    const { mark, points } = of;
    const d = points
      .map(({ expected, output }) => markShape(mark, px(x(expected)), px(y(output)), 3.6))
      .join("");
    add("path", { d, ...look(of), class: `points ${mark}` });
  }
  add("text", { x: place.x, y: place.y + 12, ...small }, yAxis);
  key(series, { x: square.left, y: place.y + 33 }, add);
}

const look = ({ open, own }: AgreementSeries): Readonly<Record<string, string | number>> =>
  open
    ? { fill: "none", stroke: "var(--mla-text)", "stroke-width": 1.2 }
    : { fill: "var(--mla)", "fill-opacity": own ? 1 : 0.8 };

/** Which mark is which, over the picture. */
function key(
  series: readonly AgreementSeries[],
  at: { readonly x: number; readonly y: number },
  add: Add,
): void {
  let { x } = at;
  for (const of of series) {
    add("path", { d: markShape(of.mark, x + 5, at.y - 4, 4), ...look(of), class: "key" });
    const text = { x: x + 14, y: at.y, "font-size": 12, "font-weight": of.own ? 700 : 400 };
    add("text", { ...text, fill: "var(--mla-text)" }, of.name);
    x += 14 + textWidth(of.name, 12) + 14;
  }
}

const px = (value: number): number => Math.round(value * 100) / 100;
