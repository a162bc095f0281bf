import { type RotaryPairs, rotaryTables } from "../../model/attention/rotary.ts";
import type { LayerGraph } from "../layer-graph.ts";

/** Which way an input of tables lies, and of which tokens it is. */
const tables: Readonly<Record<string, { of: "new" | "cache"; columns: boolean }>> = {
  cos: { of: "new", columns: false },
  sin: { of: "new", columns: false },
  cosNew: { of: "new", columns: true },
  sinNew: { of: "new", columns: true },
  cosCache: { of: "cache", columns: true },
  sinCache: { of: "cache", columns: true },
};

/** Cosines and sines for every input of a graph that asks for some, computed in float64. */
export function rotaryFeeds(
  { inputs, tokens, capacity }: LayerGraph,
  firstPosition: number,
  pairs: RotaryPairs,
): Readonly<Record<string, Float64Array>> {
  const names = Object.keys(inputs).filter((name) => Object.hasOwn(tables, name));
  return Object.fromEntries(
    names.map((name) => {
      const { of, columns } = tables[name] as (typeof tables)[string];
      const [first = 0, second = 0] = inputs[name] ?? [];
      const dim = columns ? first : second;
      const count = of === "new" ? tokens : capacity;
      const from = of === "new" ? firstPosition : 0;
      const positions = Array.from({ length: count }, (_, i) => from + i);
      const { cos, sin } = rotaryTables(positions, dim, { pairs });
      const values = name.startsWith("cos") ? cos : sin;
      return [name, columns ? turned(values, count, dim) : values];
    }),
  );
}

/** [rows, columns] → [columns, rows] */
const turned = (values: Float64Array, rows: number, columns: number): Float64Array =>
  Float64Array.from(
    { length: rows * columns },
    (_, at) => values[(at % rows) * columns + Math.floor(at / rows)] as number,
  );
