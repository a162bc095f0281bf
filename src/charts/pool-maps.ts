import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { keyLine } from "./key-line.ts";
import { type PoolState, poolHatching, poolStyle } from "./pool-state.ts";
import { textWidth } from "./text-width.ts";

/** Neighbouring slots in one state. */
export interface PoolRun {
  readonly state: PoolState;
  readonly from: number;
  /** The first slot after it. */
  readonly to: number;
  /** Whose slots they are; `null`: nobody's. */
  readonly owner: number | null;
  readonly readers: number;
}

export interface PoolMap {
  readonly name: string;
  /** Beside the name: how many are served. */
  readonly count: string;
  /** The whole pool, from the first slot to the last. */
  readonly runs: readonly PoolRun[];
}

export interface PoolMapsData {
  readonly maps: readonly PoolMap[];
  readonly slots: number;
  /** Slots of a line. */
  readonly lineSlots: number;
  /** Whether lines are tall enough for a name on what belongs to somebody. */
  readonly isNamed: boolean;
  /** The owner whose slots are framed. */
  readonly lit: number | null;
  /** Those that are named, whether they occur at this moment or not. */
  readonly states: readonly PoolState[];
  /** Whether slots can have several readers. */
  readonly isShared: boolean;
  readonly names: Readonly<Record<PoolState | "shared", string>>;
  readonly label: string;
}

const titleHeight = 24;
const columnGap = 28;
const rowGap = 20;
/** What several read has a stripe along its foot; in the key the stripe stands alone. */
const sharedLook = { fill: "var(--mark)", stroke: "var(--kv)", "stroke-width": 1.5 };
/** `seam` lies between the slots of two owners. */
const tall = { line: 19, gap: 4, seam: 1.2 } as const;
const fine = { line: 8, gap: 3, seam: 0.7 } as const;

/** The same slots given out in several ways, each a map from the first slot to the last. */
export function poolMaps(data: PoolMapsData, { document, width }: ChartContext): SVGSVGElement {
  const columns = width < 500 ? 1 : 2;
  const room = (width - (columns - 1) * columnGap) / columns;
  const { line, gap, seam } = data.isNamed ? tall : fine;
  const lines = Math.ceil(data.slots / data.lineSlots);
  const mapHeight = titleHeight + lines * (line + gap);
  const hatch = poolHatching(document, width, "map");
  const key = keyLine(
    document,
    [
      ...data.states.map((state) => ({
        name: data.names[state],
        look: poolStyle(state, hatch.id),
      })),
      ...(data.isShared ? [{ name: data.names.shared, look: sharedLook }] : []),
    ],
    width,
  );
  const top = key.height + 12;
  const rows = Math.ceil(data.maps.length / columns);
  const svg = canvas(document, width, top + rows * mapHeight + (rows - 1) * rowGap);
  svg.append(hatch.defs, ...key.marks);
  for (const [i, map] of data.maps.entries()) {
    const x = (i % columns) * (room + columnGap);
    const y = top + Math.floor(i / columns) * (mapHeight + rowGap);
    const place = { x, y: y + titleHeight, room, line, gap, seam };
    svg.append(title(document, map, x, y + 13), ...drawn(document, map, data, place, hatch.id));
  }
  // For whoever lets the reader point at slots.
  const first = top + titleHeight;
  svg.dataset.pool = [columns, room + columnGap, first, mapHeight + rowGap, line + gap, room].join(
    " ",
  );
  return figure(svg, data.label);
}

function title(document: Document, { name, count }: PoolMap, x: number, y: number) {
  const beside = { dx: 8, fill: "var(--muted)", "font-size": 11, "font-weight": 400 };
  const pieces = [name, node(document, "tspan", beside, count)];
  return node(document, "text", { x, y, "font-weight": 700 }, ...pieces);
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly room: number;
  readonly line: number;
  readonly gap: number;
  readonly seam: number;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function drawn(
  document: Document,
  { runs }: PoolMap,
  data: PoolMapsData,
  place: Place,
  hatch: string,
): readonly SVGElement[] {
  const shapes = new Map<PoolState, string[]>();
  const [framed, shared]: [string[], string[]] = [[], []];
  const names: SVGElement[] = [];
  for (const [i, run] of runs.entries()) {
    const next = runs[i + 1];
    const isLast = next === undefined || next.owner !== run.owner || run.owner === null;
    const boxes = boxesOf(run, data.lineSlots, place, isLast ? place.seam : 0);
    const before = runs[i - 1];
    const begins = before?.owner !== run.owner || before?.readers !== run.readers;
    const paths = shapes.get(run.state) ?? [];
    shapes.set(run.state, paths);
    paths.push(...boxes.map((box) => rectangle(box, place.line)));
    if (run.owner === null) continue;
    if (run.readers > 1) shared.push(...boxes.map((box) => stripe(box, place.line)));
    const [first] = boxes;
    if (data.isNamed && begins && first) names.push(...nameOf(document, run, first, place.line));
  }
  for (const run of wholeOf(runs, data.lit)) {
    framed.push(
      ...boxesOf(run, data.lineSlots, place, place.seam).map((box) => rectangle(box, place.line)),
    );
  }
  return [
    ...[...shapes].map(([state, paths]) =>
      node(document, "path", { d: paths.join(""), ...poolStyle(state, hatch) }),
    ),
    ...(shared.length > 0
      ? [node(document, "path", { d: shared.join(""), fill: "var(--mark)" })]
      : []),
    ...names,
    ...(framed.length > 0
      ? [
          node(document, "path", {
            ...{ d: framed.join(""), fill: "none", stroke: "var(--ink)" },
            ...{ "stroke-width": 2, class: "lit-slots" },
          }),
        ]
      : []),
  ];
}

/** Slots of one owner that lie side by side, whatever they are good for. */
function wholeOf(runs: readonly PoolRun[], owner: number | null): readonly Stretch[] {
  const whole: Stretch[] = [];
  for (const { owner: has, from, to } of runs) {
    if (owner === null || has !== owner) continue;
    const last = whole.at(-1);
    if (last?.to === from) whole[whole.length - 1] = { from: last.from, to };
    else whole.push({ from, to });
  }
  return whole;
}

type Stretch = Pick<PoolRun, "from" | "to">;

/** A stretch in the lines it lies in. */
function boxesOf(
  { from, to }: Stretch,
  lineSlots: number,
  { x, y, room, line, gap }: Place,
  inset: number,
): readonly Box[] {
  const boxes: Box[] = [];
  const perSlot = room / lineSlots;
  for (let at = from; at < to; ) {
    const row = Math.floor(at / lineSlots);
    const end = Math.min(to, (row + 1) * lineSlots);
    const width = (end - at) * perSlot - (end === to ? inset : 0);
    boxes.push({ x: x + (at - row * lineSlots) * perSlot, y: y + row * (line + gap), width });
    at = end;
  }
  return boxes;
}

const rectangle = ({ x, y, width }: Box, height: number): string =>
  `M${px(x)} ${px(y)}h${px(width)}v${height}h${px(-width)}z`;

/** Along the foot of what several read. */
const stripe = ({ x, y, width }: Box, height: number): string =>
  rectangle({ x, y: y + height - 3, width }, 3);

function nameOf(document: Document, run: PoolRun, box: Box, height: number): SVGElement[] {
  if (run.state !== "tokens") return [];
  const said = run.readers > 1 ? `×${run.readers}` : `${run.owner}`;
  if (textWidth(said, 10) + 3 > box.width) return [];
  const at = { x: px(box.x + 3), y: px(box.y + height / 2 + 3.5) };
  return [node(document, "text", { ...at, "font-size": 10, fill: "var(--paper)" }, said)];
}

const px = (value: number): string => String(Math.round(value * 100) / 100);
