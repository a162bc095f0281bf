import { node } from "./figure.ts";
import { hatching } from "./hatching.ts";
import { textWidth } from "./text-width.ts";

/** What slots of a cache are good for. */
export type PoolState = "tokens" | "reserved" | "internal" | "external" | "cached" | "free";

/** From what serves somebody to what serves nobody. */
export const poolStates = [
  "tokens",
  "reserved",
  "internal",
  "external",
  "cached",
  "free",
] as const satisfies readonly PoolState[];

type Attributes = Readonly<Record<string, string | number>>;

/** How a state is drawn; `hatch` names the drawing's own hatching. */
export const poolStyle = (state: PoolState, hatch: string): Attributes =>
  ({
    tokens: { fill: "var(--kv)" },
    reserved: { fill: "var(--kv)", "fill-opacity": 0.3 },
    internal: { fill: `url(#${hatch})` },
    external: { fill: "var(--waste)", "fill-opacity": 0.36 },
    cached: { fill: "none", stroke: "var(--kv)", "stroke-dasharray": "2 2" },
    free: { fill: "none", stroke: "var(--edge)", "stroke-width": 0.75 },
  })[state];

/** The hatching of a drawing, and its name. */
export function poolHatching(document: Document, width: number, of: string) {
  const id = `pool-${of}-${width}`;
  return { id, defs: hatching(document, id) };
}

const swatch = 11;
const lineHeight = 19;
const gap = 16;
const size = 11;

export interface PoolKey {
  readonly marks: readonly SVGElement[];
  readonly height: number;
}

/** Names of the states that occur, each beside its look, in as many lines as they need. */
export function poolKey(
  document: Document,
  names: readonly { readonly state: PoolState; readonly name: string }[],
  width: number,
  hatch: string,
): PoolKey {
  const marks: SVGElement[] = [];
  let [x, line] = [0, 0];
  for (const { state, name } of names) {
    const room = swatch + 6 + textWidth(name, size);
    if (x > 0 && x + room > width) [x, line] = [0, line + 1];
    const y = line * lineHeight;
    const box = { x: x + 0.5, y: y + 2.5, width: swatch, height: swatch };
    marks.push(
      node(document, "rect", { ...box, ...poolStyle(state, hatch) }),
      node(document, "text", { x: x + swatch + 6, y: y + 12, "font-size": size }, name),
    );
    x += room + gap;
  }
  return { marks, height: (line + 1) * lineHeight };
}
