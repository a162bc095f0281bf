import type { ScorePanel, ScoreRowsData } from "../charts/score-rows.ts";
import { type QuantizedRowId, quantizedTable, quantizedValue } from "../data/quantized-quality.ts";
import { formatFixed } from "../i18n/format.ts";
import type { Lang } from "../i18n/locales.ts";
import { ui } from "../i18n/ui.ts";

const rows = ["bits16", "int2-ct", "int2-tt", "int2-cc", "int2-tc"] as const;

/** What KIVI reports of one task at 2 bits, by the axes of K and V: a model of many heads, and of one. */
export function kiviAxes(lang: Lang): ScoreRowsData {
  const t = ui(lang);
  const table = quantizedTable("kivi-axes");
  const mark = (model: string, variant: "mha" | "mqa", row: QuantizedRowId) => {
    const at = quantizedValue(table, model, row, "coqa");
    const text = formatFixed(at, 2, lang);
    return { of: variant, at, error: null, text, short: text } as const;
  };
  const panel = (model: string, variant: "mha" | "mqa"): ScorePanel => ({
    title: t("quant.figure.title", { model, variant: variant.toUpperCase() }),
    subtitle: "",
    rows: rows.map((row) => ({
      name: t(`quant.cache.${row}`),
      chosen: row === "bits16",
      marks: [mark(model, variant, row)],
    })),
    zero: null,
    xAxis: t("quant.figure.axis"),
    tick: (value) => formatFixed(value, 0, lang),
  });
  const panels = [panel("Llama-2-13B", "mha"), panel("Falcon-7B", "mqa")] as const;
  const points = panels.map(
    ({ title, rows: of }) =>
      `${title}: ${of.map(({ name, marks }) => `${name} ${marks[0]?.text}`).join("; ")}`,
  );
  return { panels, foot: [], label: t("quant.figure.axes", { points: points.join(". ") }) };
}
