import { hatching } from "./hatching.ts";

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
