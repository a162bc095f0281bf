import type { AttentionMapData } from "../../charts/attention-map.ts";
import type { CacheColumnsData } from "../../charts/cache-columns.ts";
import type { DecodeStepsData, StepLine } from "../../charts/decode-steps.ts";
import { formatDuration, formatInteger, formatSignificant } from "../../i18n/format.ts";
import { visible } from "../prompt/seen-letter.ts";
import { nHeads, partsOf, textShape } from "../prompt/text-models.ts";
import type { Translate } from "../translate.ts";
import type { RunState } from "../widget.ts";
import type { DecodeResult, DecodeValues } from "./compute.ts";
import { type Decoded, decodedBy, isOf } from "./decoded.ts";
import { bytesText, tokenText } from "./words.ts";

type Run = RunState<DecodeValues>;

const ways = ["uncached", "cached"] as const;

/** Rows computed at each step, counted and found; the time of each, once there is a run. */
export function stepsData(
  result: DecodeResult,
  values: DecodeValues,
  t: Translate,
  run: Run,
): DecodeStepsData {
  const { steps, total } = result;
  const found = decodedBy(run);
  const own = found && isOf(found.values, values) ? found.steps : [];
  const line = (of: "rows" | "time", way: "cached" | "uncached"): StepLine => ({
    way,
    name: t(`way.${way}`),
    line: of === "rows" ? steps.map((step) => [step.length, step[way]]) : [],
    dots: own.map(({ from, taken, projected, ...step }) => [
      from + taken.length,
      of === "rows" ? projected[way] : step[`${way}Ms`],
    ]),
  });
  const panel = (of: "rows" | "time") => ({
    title: t(`steps.${of}`),
    lines: ways.map((way) => line(of, way)),
    empty: t("steps.empty"),
  });
  const int = (value: number) => formatInteger(value, t.lang);
  return {
    panels: [panel("rows"), panel("time")],
    lengths: [steps[0]?.length ?? 1, steps.at(-1)?.length ?? 2],
    number: (value) => formatSignificant(value, 3, t.lang),
    above: (count, most) => t("steps.above", { n: int(count), most: formatDuration(most, t.lang) }),
    xTitle: t("steps.x"),
    label: t("steps.label", {
      n: int(steps.length),
      cached: int(total.cached),
      uncached: int(total.uncached),
    }),
  };
}

/** What the columns of a figure are: tokens that a run has read, or those that one would read first. */
function axisOf(result: DecodeResult, found: Decoded | null) {
  if (!found) {
    const letters = result.prompt.letters.map(visible);
    const columns = result.steps.at(-1)?.length ?? 1;
    return { letters, prompt: letters.length, columns, fresh: null };
  }
  const prompt = found.steps[0]?.taken.length ?? 0;
  const letters = found.read.map(tokenText);
  const fresh = found.steps.length > 1 ? letters.length - 1 : null;
  return { letters, prompt, columns: prompt + found.values.tokens - 1, fresh };
}

/** The chosen layer's cache, as far as the chosen head reads it. */
export function cacheData(
  result: DecodeResult,
  values: DecodeValues,
  t: Translate,
  run: Run,
): CacheColumnsData {
  const found = decodedBy(run);
  const shape = textShape(found?.values.variant ?? values.variant);
  const axis = axisOf(result, found);
  const layer = values.layer - 1;
  const parts = partsOf(shape, values.head - 1).map(({ of, at, rows }) => {
    const columns = (found?.traces ?? []).map(({ cached }) =>
      Array.from(cached[layer]?.subarray(at, at + rows) ?? []),
    );
    // Of the prompt alone: what comes later may not change how old columns look.
    const seen = columns.slice(0, axis.prompt).flat().map(Math.abs);
    const largest = Math.max(...seen, Number.MIN_VALUE);
    const said = { rows: formatInteger(rows, t.lang) };
    const name = found
      ? t(`part.${of}-scale`, { ...said, largest: formatSignificant(largest, 2, t.lang) })
      : t(`part.${of}`, said);
    return { of, name, rows, values: columns, largest };
  });
  const label = t(found ? "cache.label" : "cache.label-empty", {
    n: formatInteger(axis.letters.length, t.lang),
    columns: formatInteger(axis.columns, t.lang),
    layer: values.layer,
    bytes: bytesText(found?.last.filledBytes ?? result.total.bytes, t),
  });
  return { ...axis, parts, label };
}

const steps = [0.01, 0.03, 0.1, 0.3, 0.6] as const;

/** The weights of the chosen layer and head. */
export function mapData(
  result: DecodeResult,
  values: DecodeValues,
  t: Translate,
  run: Run,
): AttentionMapData {
  const found = decodedBy(run);
  const [layer, head] = [values.layer - 1, Math.min(values.head, nHeads) - 1];
  const axis = axisOf(result, found);
  const said = { n: formatInteger(axis.letters.length, t.lang), layer: layer + 1, head: head + 1 };
  return {
    ...axis,
    weights: (found?.traces ?? []).map(({ weights }) => Array.from(weights[layer]?.[head] ?? [])),
    steps: steps.map((from) => ({ from, text: String(from) })),
    names: { query: t("map.query"), key: t("map.key"), ramp: t("map.ramp") },
    label: t(found ? "map.label" : "map.label-empty", said),
  };
}
