import type { RecordedRuns } from "../../measured/recorded-runs.ts";
import type { DecodeRow } from "../../onnx/decode/decode-case.ts";
import type { Param, Values, ValuesOf } from "../params.ts";
import { backendParam } from "../run-controls.ts";
import { contextParam } from "../shared-params.ts";

export const headDim = 64;

/** What the largest cache of any setting may take: 8 heads of 64 at 32,768 tokens, in fp32. */
const mostHeadTokens = 8 * 32_768;

/** Whether something runs here: what is recorded has settings of its own. */
const runs = (values: Values): boolean => values.backend !== "recorded";

export const params = [
  { kind: "choice", name: "rows", options: ["kv-heads", "all"], default: "kv-heads", when: runs },
  { kind: "choice", name: "heads", options: ["4", "8", "16", "32"], default: "8", when: runs },
  {
    ...contextParam,
    min: 512,
    max: (values: Values) => mostHeadTokens / Number(values.heads),
    default: 8192,
    when: runs,
  },
  { kind: "toggle", name: "curve", default: false, when: runs },
  { kind: "toggle", name: "expand", default: false, when: runs },
  { kind: "choice", name: "precision", options: ["fp32", "fp16"], default: "fp32", when: runs },
  { ...backendParam, options: [...backendParam.options, "recorded"] },
  {
    kind: "choice",
    name: "recorded",
    options: ["wasm", "swiftshader"] satisfies (keyof RecordedRuns)[],
    default: "wasm",
    when: (values: Values) => values.backend === "recorded",
  },
] as const satisfies readonly Param[];

export type RunValues = ValuesOf<typeof params>;

/** Rows of a state: from all KV heads to one; with their copying twins; with the other variants. */
export function rowsOf({ heads, rows, expand }: RunValues): readonly DecodeRow[] {
  const all = Number(heads);
  const counts = [...new Set([all, all / 2, all / 4, 2, 1])].sort((a, b) => b - a);
  const grouped = counts.flatMap((nKv): DecodeRow[] => [
    { form: "grouped", nKv },
    ...(expand && nKv < all ? [{ form: "expanded", nKv } as const] : []),
  ]);
  if (rows === "kv-heads") return grouped;
  return [...grouped, { form: "mla-absorbed" }, { form: "mla-naive" }, { form: "vha" }];
}

/** Context lengths of a state: one, or four that double up to it. */
export const contextsOf = ({ context, curve }: RunValues): readonly number[] =>
  curve ? [8, 4, 2, 1].map((part) => Math.max(16, Math.round(context / part))) : [context];

export const dtypeOf = ({ precision }: Pick<RunValues, "precision">): "float32" | "float16" =>
  precision === "fp16" ? "float16" : "float32";
