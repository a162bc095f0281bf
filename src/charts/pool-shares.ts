import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { keyLine } from "./key-line.ts";
import { type PoolState, poolHatching, poolStates, poolStyle } from "./pool-state.ts";
import { textWidth } from "./text-width.ts";

export type Shares = Readonly<Partial<Record<PoolState, number>>>;

export interface PoolSharesData {
  readonly rows: readonly {
    readonly name: string;
    /** Parts of the pool, together 1. */
    readonly shares: Shares;
    /** What somebody else has reported, in a bar of its own below. */
    readonly reported: { readonly shares: Shares; readonly by: string } | null;
  }[];
  readonly names: Readonly<Record<PoolState, string>>;
  /** A share as it is read. */
  readonly percent: (share: number) => string;
  readonly label: string;
}

const nameHeight = 20;
const bar = { own: 20, reported: 14 } as const;
const rowGap = 12;
const small = 10.5;

/** What a pool's slots were used for, a bar for each way of giving them out. */
export function poolShares(data: PoolSharesData, { document, width }: ChartContext): SVGSVGElement {
  const hatch = poolHatching(document, width, "shares");
  const occurring = poolStates.filter((state) =>
    data.rows.some(({ shares, reported }) =>
      [shares, reported?.shares].some((of) => (of?.[state] ?? 0) > 5e-4),
    ),
  );
  const key = keyLine(
    document,
    occurring.map((state) => ({ name: data.names[state], look: poolStyle(state, hatch.id) })),
    width,
  );
  const top = key.height + 10;
  const heightOf = ({ reported }: PoolSharesData["rows"][number]) =>
    nameHeight + bar.own + (reported ? bar.reported + 3 : 0) + rowGap;
  const height = data.rows.reduce((sum, row) => sum + heightOf(row), top);
  const svg = canvas(document, width, height);
  svg.append(hatch.defs, ...key.marks);
  let y = top;
  for (const row of data.rows) {
    svg.append(node(document, "text", { x: 0, y: y + 13, "font-weight": 700 }, row.name));
    const place = { y: y + nameHeight, width, height: bar.own, hatch: hatch.id };
    svg.append(...parts(document, row.shares, place, data.percent));
    if (row.reported) {
      const below = { ...place, y: y + nameHeight + bar.own + 3, height: bar.reported };
      const end = {
        x: width,
        y: y + 13,
        "text-anchor": "end",
        "font-size": 11,
        fill: "var(--muted)",
      };
      svg.append(
        ...parts(document, row.reported.shares, below, data.percent),
        node(document, "text", end, row.reported.by),
      );
    }
    y += heightOf(row);
  }
  return figure(svg, data.label);
}

interface Place {
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly hatch: string;
}

function parts(
  document: Document,
  shares: Shares,
  { y, width, height, hatch }: Place,
  percent: (share: number) => string,
): readonly SVGElement[] {
  const made: SVGElement[] = [];
  let x = 0;
  for (const state of poolStates) {
    const part = (shares[state] ?? 0) * width;
    if (part < 0.25) continue;
    const box = { x: px(x), y, width: px(Math.max(0.5, part - 1)), height };
    made.push(node(document, "rect", { ...box, ...poolStyle(state, hatch) }));
    const said = percent(shares[state] ?? 0);
    if (textWidth(said, small) + 6 <= part) {
      const at = { x: px(x + part / 2), y: y + height / 2 + 3.7, "text-anchor": "middle" };
      const look: Record<string, string | number> =
        state === "tokens" ? { fill: "var(--paper)" } : halo;
      made.push(node(document, "text", { ...at, "font-size": small, ...look }, said));
    }
    x += part;
  }
  return made;
}

/** Legible on hatching. */
const halo = {
  ...{ fill: "var(--ink)", stroke: "var(--paper)", "stroke-width": 3 },
  "paint-order": "stroke",
};

const px = (value: number): number => Math.round(value * 100) / 100;
