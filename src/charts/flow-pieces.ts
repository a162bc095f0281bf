import { node } from "./figure.ts";
import { markShape } from "./mark-shape.ts";
import { formulaText } from "./symbol-text.ts";

export type Point = readonly [x: number, y: number];

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const boxHeight = 24;
/** With the size below the symbol. */
export const tallBoxHeight = 38;

interface ArrowLook {
  readonly dash?: string;
  readonly name?: string;
}

/** What a box of a flow is: a vector by its role, a matrix of weights, or something in the way. */
export type PieceKind =
  | "plain"
  | "q"
  | "matrix"
  | "moved"
  | "ghost"
  | "rotation"
  | "obstacle"
  | "wrong";

interface Look {
  readonly fill: string;
  readonly stroke: string;
  readonly text: string;
  readonly width?: number;
  readonly dash?: string;
}

const looks: Readonly<Record<PieceKind, Look>> = {
  plain: { fill: "var(--paper)", stroke: "var(--edge)", text: "var(--ink)" },
  q: { fill: "var(--q-wash)", stroke: "var(--q)", text: "var(--q-text)" },
  matrix: { fill: "var(--figure)", stroke: "var(--weights)", text: "var(--ink)" },
  moved: { fill: "var(--figure)", stroke: "var(--ink)", text: "var(--ink)", width: 2.5 },
  ghost: { fill: "none", stroke: "var(--edge)", text: "var(--muted)", dash: "3 3" },
  rotation: { fill: "var(--paper)", stroke: "var(--ink)", text: "var(--ink)", dash: "1 2" },
  obstacle: { fill: "var(--paper)", stroke: "var(--error)", text: "var(--error)", width: 2 },
  wrong: { fill: "var(--paper)", stroke: "var(--error)", text: "var(--error)", width: 2 },
};

/** The pieces of a flow, drawn into one picture. */
export class Flow {
  readonly #document: Document;
  readonly #svg: SVGSVGElement;

  constructor(document: Document, svg: SVGSVGElement) {
    this.#document = document;
    this.#svg = svg;
  }

  add(name: string, attributes: Record<string, string | number>, text = ""): void {
    const rounded = Object.entries(attributes).map(
      ([key, value]) => [key, typeof value === "number" ? px(value) : value] as const,
    );
    this.#svg.append(node(this.#document, name, Object.fromEntries(rounded), text));
  }

  text(said: string, x: number, y: number, more: Record<string, string | number> = {}): void {
    this.add("text", { x, y, "font-size": 11, ...more }, said);
  }

  /** Letters as in a formula, "W_R R_s", and smaller text after them. */
  formula(said: string, [x, y]: Point, more: Record<string, string | number>, after = ""): void {
    const place = { x: px(x), y: px(y), "font-size": 13, ...more };
    const look = { dx: 4, "font-size": 11 };
    this.#svg.append(formulaText(this.#document, said, place, after, look));
  }

  /**
   * A box with symbols and, in the same line, their size; a tall one has it below. What is in the way
   * or wrong has a cross.
   */
  piece(kind: PieceKind, { x, y, width, height }: Box, symbols: string, size: string): void {
    const { fill, stroke, dash, text, width: line = 1 } = looks[kind];
    const drawn = { x: x + line / 2, y: y + line / 2, width: width - line, height: height - line };
    const outline = { stroke, "stroke-width": line, "stroke-dasharray": dash ?? "none" };
    this.add("rect", { ...drawn, fill, ...outline, class: `piece ${kind}` });
    const crossed = kind === "obstacle" || kind === "wrong";
    if (crossed) {
      const cross = { d: markShape("cross", x + 10, y + height / 2, 4), stroke, "stroke-width": 2 };
      this.add("path", { ...cross, fill: "none", class: "cross" });
    }
    const middle = x + width / 2 + (crossed ? 6 : 0);
    const tall = height > boxHeight;
    const first = tall ? y + height / 2 - 3 : y + height / 2 + 4;
    const look = { "text-anchor": "middle", fill: text };
    this.formula(symbols, [middle, first], look, tall ? "" : size);
    if (tall) this.text(size, middle, first + 15, look);
  }

  /** An arrow straight down. */
  down(x: number, from: number, to: number, stroke?: string, more?: ArrowLook): void {
    this.arrow(
      [
        [x, from],
        [x, to],
      ],
      stroke,
      more,
    );
  }

  /** A line through points, with a head at its end. */
  arrow(
    points: readonly Point[],
    stroke = "var(--edge)",
    { dash = "none", name = "arrow" }: ArrowLook = {},
  ): void {
    const [end, before] = [points.at(-1), points.at(-2)];
    if (!end || !before) return;
    const d = `M${points.map(([x, y]) => `${px(x)} ${px(y)}`).join("L")}`;
    const line = { fill: "none", stroke, "stroke-width": 1.5, "stroke-dasharray": dash };
    this.add("path", { d, ...line, class: name });
    const length = Math.hypot(end[0] - before[0], end[1] - before[1]) || 1;
    const [dx, dy] = [(end[0] - before[0]) / length, (end[1] - before[1]) / length];
    const corner = (side: number) =>
      `${px(end[0] - 5 * dx - 3.5 * side * dy)} ${px(end[1] - 5 * dy + 3.5 * side * dx)}`;
    this.add("path", {
      d: `M${px(end[0])} ${px(end[1])}L${corner(1)}L${corner(-1)}Z`,
      fill: stroke,
    });
  }
}

const px = (value: number): number => Math.round(value * 100) / 100;

export const below = ({ x, y, width, height }: Box): Point => [x + width / 2, y + height];
export const above = ({ x, y, width }: Box): Point => [x + width / 2, y];

export const middleOf = ({ x, width }: Box): number => x + width / 2;
export const bottomOf = ({ y, height }: Box): number => y + height;
