import { scaleLinear, scaleLog } from "d3-scale";
import type { ChartContext } from "./chart.ts";
import { decades } from "./decades.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { type NearLine, placeNear } from "./place-near.ts";
import { textWidth } from "./text-width.ts";
import { variantMark } from "./variant-mark.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

export interface ScoredModel {
  readonly variant: VariantKey;
  /** With its score. */
  readonly name: string;
  readonly cost: number;
  readonly score: number;
  /** Models that differ in nothing but their attention are joined by a line. */
  readonly group: string | null;
  /** Scores of single runs, of which `score` is the mean. */
  readonly seeds?: readonly number[];
}

export interface ScoreScatterData {
  readonly models: readonly ScoredModel[];
  /** Costs are marked at powers of two, or at powers of ten and what lies between. */
  readonly base: 2 | 10;
  /** A score that there is nothing above. */
  readonly most?: number;
  readonly xAxis: string;
  readonly yAxis: string;
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

interface Place {
  readonly x: (cost: number) => number;
  readonly y: (score: number) => number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const labelSize = 11;
const small = { "font-size": labelSize, fill: "var(--muted)" };

/** Scores of one paper's models against what they cost, the cost on a logarithmic axis. */
export function scoreScatter(
  data: ScoreScatterData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const narrow = width < 500;
  const height = narrow ? 320 : 340;
  const svg = canvas(document, width, height);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  const all = data.models.flatMap(({ score, seeds = [] }) => [score, ...seeds]);
  const scores = scoreDomain(all, data.most);
  const costs = costDomain(data.models.map(({ cost }) => cost));
  const yTicks = scaleLinear([...scores], [0, 1]).ticks(5);
  const decimals = decimalsOf(yTicks);
  const left = Math.max(...yTicks.map((tick) => textWidth(written(tick, decimals), 11))) + 10;
  const edges = { left, right: width - 6, top: 30, bottom: height - 44 };
  const x = scaleLog([...costs], [left, edges.right]);
  const y = scaleLinear([...scores], [edges.bottom, edges.top]);
  const at: Place = { ...edges, x: (cost) => x(cost), y: (score) => y(score) };
  axes(data, { costs, yTicks, decimals }, at, add);
  const lines = joined(data.models, at);
  for (const line of lines) {
    const d = `M${line.map(([px, py]) => `${px} ${py}`).join("L")}`;
    add("path", { d, fill: "none", stroke: "var(--edge)", class: "model-group" });
  }
  const beside = besideEachOther(data.models, at);
  labels(data.models, beside, [...lines, ...seedLines(data.models, beside, at)], at, add);
  for (const [i, { variant, score, seeds = [] }] of data.models.entries()) {
    const px = beside[i] ?? 0;
    if (seeds.length > 1) {
      const [from, to] = [at.y(Math.min(...seeds)), at.y(Math.max(...seeds))];
      add("path", { d: `M${px} ${from}V${to}`, stroke: variantStyle[variant].line });
    }
    add("path", { ...variantMark(variant, px, at.y(score), 5), class: "model-mark" });
    // Beside the mean, which would hide a seed of about the same score.
    for (const seed of seeds) {
      const mark = variantMark(variant, px - seedsBeside, at.y(seed), 3);
      add("path", {
        ...mark,
        "stroke-width": variantStyle[variant].open ? 1.2 : 0.8,
        class: "seed-mark",
      });
    }
  }
  return figure(svg, data.label);
}

/** How far left of their mean seeds stand. */
const seedsBeside = 12;

/** What no label may lie on: where the seeds are. */
const seedLines = (
  models: readonly ScoredModel[],
  xs: readonly number[],
  at: Place,
): readonly NearLine[] =>
  models.flatMap(({ seeds = [] }, i) =>
    seeds.map((seed): NearLine => {
      const [x, y] = [(xs[i] ?? 0) - seedsBeside, at.y(seed)];
      return [
        [x - 4, y - 4],
        [x + 4, y + 4],
      ];
    }),
  );

/** Where each model stands: runs of the same cost beside each other, or one would hide another. */
function besideEachOther(models: readonly ScoredModel[], at: Place): readonly number[] {
  return models.map((model) => {
    const same = models.filter(({ cost, seeds }) => cost === model.cost && seeds);
    const place = same.indexOf(model);
    const shift = place === -1 ? 0 : 28 * (place - (same.length - 1) / 2);
    return at.x(model.cost) + shift;
  });
}

/** Air above and below; never so little that a rounding would fill the picture. */
function scoreDomain(
  scores: readonly number[],
  limit = Number.POSITIVE_INFINITY,
): readonly [number, number] {
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const air = Math.max((most - least) * 0.25, most * 0.001);
  return [least - air, Math.max(most, Math.min(most + air, limit))];
}

const costDomain = (costs: readonly number[]): readonly [number, number] => [
  Math.min(...costs) / 1.7,
  Math.max(...costs) * 1.7,
];

const decimalsOf = (ticks: readonly number[]): number => {
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  return Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
};

const written = (value: number, decimals: number): string =>
  value.toLocaleString("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });

/** As many costs as have room: each written in full. */
function costTicks(
  base: ScoreScatterData["base"],
  [first, last]: readonly [number, number],
  room: number,
): readonly number[] {
  const most = Math.floor(room / 54);
  if (base === 10) {
    const tens = decades([first, last]);
    if (tens.length > 2) return tens;
    const between = decades([first / 10, last]).flatMap((ten) => [ten, 2 * ten, 5 * ten]);
    return between.filter((value) => value >= first && value <= last);
  }
  const from = Math.ceil(Math.log2(first));
  const to = Math.floor(Math.log2(last));
  const every = Math.max(1, Math.ceil((to - from + 1) / most));
  const powers = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return powers.filter((power) => power % every === 0).map((power) => 2 ** power);
}

function axes(
  { base, xAxis, yAxis }: ScoreScatterData,
  domain: {
    readonly costs: readonly [number, number];
    readonly yTicks: readonly number[];
    readonly decimals: number;
  },
  at: Place,
  add: Add,
): void {
  const grid = domain.yTicks.map((tick) => `M${at.left} ${at.y(tick)}H${at.right}`).join("");
  add("path", { d: grid, stroke: "var(--rule)" });
  for (const tick of domain.yTicks) {
    const place = { x: at.left - 6, y: at.y(tick) + 4, "text-anchor": "end" };
    add("text", { ...place, ...small }, written(tick, domain.decimals));
  }
  const ticks = costTicks(base, domain.costs, at.right - at.left);
  const marks = ticks.map((tick) => `M${at.x(tick)} ${at.bottom}v4`).join("");
  add("path", { d: `M${at.left} ${at.bottom}H${at.right}${marks}`, stroke: "var(--edge)" });
  for (const tick of ticks) {
    const text = tick.toLocaleString("en-US");
    const half = textWidth(text, labelSize) / 2;
    const x = Math.min(at.x(tick), at.right - half);
    add("text", { x, y: at.bottom + 17, "text-anchor": "middle", ...small }, text);
  }
  add("text", { x: 0, y: 12, ...small }, yAxis);
  add("text", { x: at.right, y: at.bottom + 36, "text-anchor": "end", ...small }, xAxis);
}

/** A line through the models of each group, cheapest first. */
function joined(models: readonly ScoredModel[], at: Place): readonly NearLine[] {
  const groups = [...new Set(models.flatMap(({ group }) => group ?? []))];
  return groups.map((name) => {
    const members = models.filter(({ group }) => group === name);
    const sorted = members.toSorted((a, b) => a.cost - b.cost || a.score - b.score);
    return sorted.map(({ cost, score }) => [at.x(cost), at.y(score)] as const);
  });
}

function labels(
  models: readonly ScoredModel[],
  xs: readonly number[],
  lines: readonly NearLine[],
  at: Place,
  add: Add,
): void {
  const places = placeNear(
    models.map(({ score, name }, i) => ({
      x: xs[i] ?? 0,
      y: at.y(score),
      width: textWidth(name, labelSize),
    })),
    { left: at.left, right: at.right, top: 16, bottom: at.bottom },
    lines,
  );
  for (const [i, { score, name }] of models.entries()) {
    const place = places[i];
    if (!place?.moved) continue;
    const [x, y] = [xs[i] ?? 0, at.y(score)];
    const end = Math.min(Math.max(x, place.x - 2), place.x + textWidth(name, labelSize) + 2);
    add("path", {
      d: `M${x} ${y}L${end} ${place.y - 4}`,
      stroke: "var(--edge)",
      class: "model-thread",
    });
  }
  for (const [i, { variant, name }] of models.entries()) {
    const { x, y } = places[i] ?? { x: 0, y: 0 };
    const style = { "font-size": labelSize, "font-weight": 700, fill: variantStyle[variant].text };
    add("text", { x, y, ...style, ...halo, class: "model-name" }, name);
  }
}
