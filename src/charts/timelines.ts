import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { hatching } from "./hatching.ts";
import { keyLine } from "./key-line.ts";
import { linearTicks } from "./linear-ticks.ts";
import { textWidth } from "./text-width.ts";

export const barStates = ["prompt", "decode", "stalled", "held"] as const;
export type BarState = (typeof barStates)[number];

export interface TimelineBar {
  readonly place: number;
  /** Its number, as it is read. */
  readonly request: number;
  readonly state: BarState;
  /** In seconds. */
  readonly from: number;
  readonly to: number;
}

export interface TimelinesData {
  readonly panels: readonly {
    readonly name: string;
    readonly note: string;
    readonly bars: readonly TimelineBar[];
    /** From a request's arrival until it has a place. */
    readonly waits: readonly {
      readonly request: number;
      readonly from: number;
      readonly to: number;
    }[];
    readonly end: number;
  }[];
  readonly places: number;
  readonly requests: number;
  /** The request that is framed. */
  readonly lit: number | null;
  readonly names: Readonly<Record<BarState | "waits", string>>;
  readonly xAxis: string;
  readonly label: string;
}

const titleHeight = 40;
const lane = 4;
const row = { height: 17, gap: 3 } as const;
const panelGap = 22;
const axisHeight = 34;

const looks = (
  hatch: string,
): Readonly<Record<BarState | "waits", Record<string, string | number>>> => ({
  prompt: { fill: "var(--weights)" },
  decode: { fill: "var(--kv)" },
  stalled: { fill: "var(--waste)", "fill-opacity": 0.45 },
  held: { fill: `url(#${hatch})` },
  waits: { fill: "var(--waste)" },
});

/** Who is in which place of a batch, and when, under several schedules: one time for all of them. */
export function timelines(data: TimelinesData, { document, width }: ChartContext): SVGSVGElement {
  const hatch = `held-${width}`;
  const look = looks(hatch);
  const occurring = [...barStates, "waits" as const].filter((state) =>
    data.panels.some(({ bars, waits }) =>
      state === "waits" ? waits.length > 0 : bars.some((bar) => bar.state === state),
    ),
  );
  const key = keyLine(
    document,
    occurring.map((state) => ({ name: data.names[state], look: look[state] })),
    width,
  );
  const queueHeight = data.requests * lane + 4;
  const panelHeight = titleHeight + queueHeight + data.places * (row.height + row.gap);
  const top = key.height + 14;
  const height = top + data.panels.length * (panelHeight + panelGap) + axisHeight;
  const svg = canvas(document, width, height);
  const end = Math.max(...data.panels.map((panel) => panel.end));
  const x = (seconds: number) => (seconds / end) * (width - 1);
  svg.append(hatching(document, hatch), ...key.marks);
  const bottom = height - axisHeight;
  svg.append(...axis(document, data.xAxis, { end, x, top, bottom, width }));
  for (const [i, panel] of data.panels.entries()) {
    const y = top + i * (panelHeight + panelGap);
    svg.append(
      node(document, "text", { x: 0, y: y + 13, "font-weight": 700 }, panel.name),
      node(
        document,
        "text",
        { x: 0, y: y + 29, "font-size": 11, fill: "var(--muted)" },
        panel.note,
      ),
    );
    for (const { request, from, to } of panel.waits) {
      const isLit = request === data.lit;
      svg.append(
        node(document, "rect", {
          ...{ x: px(x(from)), y: y + titleHeight + (request - 1) * lane + (isLit ? -0.5 : 0) },
          ...{ width: px(x(to) - x(from)), height: isLit ? 3 : 2 },
          ...(isLit ? { fill: "var(--ink)" } : look.waits),
        }),
      );
    }
    const places = y + titleHeight + queueHeight;
    svg.append(...placesOf(document, panel.bars, { data, x, top: places, look }));
  }
  return figure(svg, data.label);
}

interface Frame {
  readonly data: TimelinesData;
  readonly x: (seconds: number) => number;
  readonly top: number;
  readonly look: Readonly<Record<BarState, Record<string, string | number>>>;
}

function placesOf(
  document: Document,
  bars: readonly TimelineBar[],
  { data, x, top, look }: Frame,
): readonly SVGElement[] {
  const made: SVGElement[] = [];
  const yOf = (place: number) => top + place * (row.height + row.gap);
  for (let place = 0; place < data.places; place++) {
    const line = {
      d: `M0 ${yOf(place) + row.height}H${px(x(Math.max(...data.panels.map((p) => p.end))))}`,
    };
    made.push(node(document, "path", { ...line, stroke: "var(--rule)", fill: "none" }));
  }
  const stays = staysIn(bars);
  for (const { place, state, from, to } of bars) {
    const box = { x: px(x(from)), y: yOf(place), width: px(x(to) - x(from)), height: row.height };
    made.push(node(document, "rect", { ...box, ...look[state] }));
  }
  for (const { place, request, from, to } of stays) {
    const box = { x: px(x(from)), y: yOf(place), width: px(x(to) - x(from)), height: row.height };
    const isLit = request === data.lit;
    const stroke: Record<string, string | number> = isLit
      ? { stroke: "var(--ink)", "stroke-width": 2 }
      : { stroke: "var(--paper)" };
    made.push(
      node(document, "rect", {
        ...box,
        fill: "none",
        ...stroke,
        "pointer-events": "all",
        "data-request": request,
      }),
    );
    if (textWidth(`${request}`, 10.5) + 6 > box.width) continue;
    const at = { x: box.x + 4, y: box.y + row.height / 2 + 4, "font-size": 10.5 };
    made.push(node(document, "text", { ...at, ...named }, `${request}`));
  }
  return made;
}

/** Legible on every look. */
const named = {
  ...{ fill: "var(--ink)", stroke: "var(--paper)", "stroke-width": 3 },
  ...{ "paint-order": "stroke", "font-weight": 700 },
};

/** From where a request takes a place to where it leaves it. */
function staysIn(bars: readonly TimelineBar[]): readonly Omit<TimelineBar, "state">[] {
  const stays: Omit<TimelineBar, "state">[] = [];
  for (const { place, request, from, to } of bars) {
    const i = stays.findLastIndex((stay) => stay.place === place);
    const open = stays[i];
    if (open && open.request === request) stays[i] = { ...open, to };
    else stays.push({ place, request, from, to });
  }
  return stays;
}

function axis(
  document: Document,
  name: string,
  place: {
    readonly end: number;
    readonly x: (seconds: number) => number;
    readonly top: number;
    readonly bottom: number;
    readonly width: number;
  },
): readonly SVGElement[] {
  const { end, x, bottom, width } = place;
  const small = { "font-size": 11, fill: "var(--muted)" };
  const ticks = linearTicks([0, end], width < 500 ? 4 : 8).filter((tick) => x(tick) < width - 14);
  return [
    node(document, "path", { d: `M0 ${bottom}H${width}`, stroke: "var(--edge)", fill: "none" }),
    ...ticks.flatMap((tick) => [
      node(document, "path", { d: `M${px(x(tick))} ${bottom}v4`, stroke: "var(--edge)" }),
      node(
        document,
        "text",
        { x: Math.max(4, px(x(tick))), y: bottom + 16, "text-anchor": "middle", ...small },
        tick.toLocaleString("en-US"),
      ),
    ]),
    node(document, "text", { x: width - 1, y: bottom + 31, "text-anchor": "end", ...small }, name),
  ];
}

const px = (value: number): number => Math.round(value * 100) / 100;
