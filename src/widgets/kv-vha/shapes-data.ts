import type { MathSymbol } from "../../charts/symbol-text.ts";
import type { WeightShape, WeightShapesData } from "../../charts/weight-shapes.ts";
import { formatInteger } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import type { CostRow, VhaResult } from "./compute.ts";
import type { VhaValues } from "./faults.ts";
import { layerNames, sizeText } from "./words.ts";

type Sizes = readonly [rows: number, columns: number];

/** The weights of the trained layer, of the absorbed one, and of GQA with as many heads as trained. */
export function shapesData(
  { shape, rows }: VhaResult,
  _: VhaValues,
  t: Translate,
): WeightShapesData {
  const { hidden, queryHeads, nKv, headDim, rank } = shape;
  const heads = queryHeads * nKv;
  const [physical, virtual] = [queryHeads * headDim, heads * headDim];
  const w = (index: string, prime = false): MathSymbol => ({ letter: "W", index, prime });
  const sized = (symbol: MathSymbol, sizes: Sizes, role: WeightShape["role"]): WeightShape => ({
    ...matrix(symbol, sizes, role),
    size: sizeText(...sizes, t),
  });
  const query = (columns: number, prime = false) => sized(w("Q", prime), [hidden, columns], "q");
  const out = (width: number, prime = false) => sized(w("O", prime), [width, hidden], "out");
  const kv = [
    matrix(w("K"), [hidden, nKv * headDim], "k"),
    matrix(w("V"), [hidden, nKv * headDim], "v"),
  ];
  const premix = { ...matrix({ letter: "P" }, [headDim, headDim], "mix"), copies: nKv };
  const postmix = ["A", "B"].map((letter) => matrix({ letter }, [heads, rank], "mix"));
  const names = layerNames(shape, t);
  const paramsOf = (of: CostRow["of"]): string =>
    formatInteger(rows.find((row) => row.of === of)?.params ?? 0, t.lang);
  const layer = (
    of: CostRow["of"],
    role: "vha" | "gqa",
    matrices: readonly WeightShape[],
  ): WeightShapesData["layers"][number] => ({
    ...{ name: names[of], role, matrices },
    note: t("weights-of", { params: paramsOf(of) }),
  });
  return {
    layers: [
      layer("trained", "vha", [query(physical), premix, ...kv, ...postmix, out(virtual)]),
      layer("absorbed", "gqa", [query(virtual, true), ...kv, out(virtual, true)]),
      layer("half", "gqa", [query(physical), ...kv, out(physical)]),
    ],
    label: t("shapes-label", {
      layers: rows.map(({ of }) => `${names[of]}: ${paramsOf(of)}`).join("; "),
    }),
  };
}

const matrix = (
  symbol: MathSymbol,
  [rows, columns]: Sizes,
  role: WeightShape["role"],
): WeightShape => ({ symbol, rows, columns, copies: 1, role, size: "" });
