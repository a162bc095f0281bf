import type { FormatFrontierData, FormatLine } from "../../charts/format-frontier.ts";
import type { RunFormatName } from "../../lab/run-formats.ts";
import type { Translate } from "../translate.ts";
import type { FormatResult, ModelResult, QuantRunResult } from "./compute.ts";
import { foundBy, type Run } from "./live.ts";
import type { QuantRunValues } from "./params.ts";
import { measureText } from "./words.ts";

/** From 16 bits to 2, per token with scales: one line. fp8 has none, and channels are another axis. */
const onLine: readonly RunFormatName[] = ["fp16", "int8", "int4", "int3", "int2"];

export function chartData(
  result: QuantRunResult,
  values: QuantRunValues,
  t: Translate,
  run: Run,
): FormatFrontierData {
  const { measure, task, format } = values;
  const { models, own } = result;
  const found = foundBy(run, values);
  // As good as none: it would take half of a logarithmic axis.
  const drawn = (formats: readonly FormatResult[]) =>
    measure === "divergence" ? formats.filter((of) => of.format !== "fp16") : formats;
  const lines = models.map(
    (model): FormatLine => ({
      variant: model.variant,
      name: t(`option.variant.${model.variant}`),
      own: model === own,
      points: drawn(model.formats).map((of) => {
        const here = found.scoreOf(model, of.format);
        return {
          name: t(`${of.format.endsWith("-channel") ? "short" : "option.format"}.${of.format}`),
          bytes: of.bytes,
          value: (here ?? of)[measure],
          own: model === own && of.format === format,
          onLine: onLine.includes(of.format),
          live: here !== null,
        };
      }),
    }),
  );
  const better = (a: number, b: number) => (measure === "accuracy" ? a > b : a < b);
  const points = lines
    .flatMap((line) => line.points)
    .sort((a, b) => a.bytes - b.bytes || (better(a.value, b.value) ? -1 : 1));
  const frontier: { bytes: number; value: number }[] = [];
  for (const { bytes, value } of points) {
    const last = frontier.at(-1);
    if (!last || better(value, last.value)) frontier.push({ bytes, value });
  }
  return {
    ...{ lang: t.lang, measure, lines },
    // How far a model is from itself says nothing about which model is better.
    frontier: measure === "divergence" ? [] : frontier,
    names: { frontier: t("chart.frontier"), live: t("chart.live"), empty: t("chart.empty") },
    xAxis: t("chart.x"),
    yAxis: t(`chart.y.${task}-${measure}`),
    label: t("chart.label", { models: models.map(spoken).join("; ") || t("chart.empty") }),
  };

  function spoken({ variant, formats }: ModelResult): string {
    const told = formats.map((of: FormatResult) => {
      const value = measureText(of[measure], measure, t);
      return `${t(`option.format.${of.format}`)} ${value}`;
    });
    return `${t(`option.variant.${variant}`)}: ${told.join(", ")}`;
  }
}
