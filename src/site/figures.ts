import { append } from "../charts/append.ts";
import type { Chart } from "../charts/chart.ts";
import { recompute } from "../charts/recompute.ts";
import { scoreRows } from "../charts/score-rows.ts";
import type { Lang } from "../i18n/locales.ts";
import { ui } from "../i18n/ui.ts";
import { kiviAxes } from "./kivi-axes.ts";

/** A drawing of the prose, in one language. */
export interface StaticFigure {
  readonly chart: Chart<never>;
  readonly data: unknown;
}

const tokens = 8;

/** The figures a chapter may name. */
export const figures: Readonly<Record<string, (lang: Lang) => StaticFigure>> = {
  recompute: (lang) => {
    const t = ui(lang);
    return {
      chart: recompute,
      data: {
        tokens,
        without: t("figure.without"),
        with: t("figure.with"),
        column: t("figure.token"),
        row: t("figure.step"),
        computed: (count: number) => t("figure.passes", { count }),
        label: t("figure.recompute", { tokens }),
      },
    };
  },
  append: (lang) => {
    const t = ui(lang);
    return {
      chart: append,
      data: {
        rows: tokens - 1,
        names: {
          query: t("figure.query"),
          keys: "K",
          values: "V",
          weights: t("figure.weights"),
          output: t("figure.output"),
          cached: t("figure.cached", { rows: tokens - 1 }),
          appended: t("figure.appended"),
        },
        label: t("figure.append", { rows: tokens - 1 }),
      },
    };
  },
  "kivi-axes": (lang) => ({ chart: scoreRows, data: kiviAxes(lang) }),
};
