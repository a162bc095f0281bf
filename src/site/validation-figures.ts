import type { DeviationBar, ValidationChartData } from "../charts/validation-chart.ts";
import { tierNames, type ValidationTiersData } from "../charts/validation-tiers-chart.ts";
import { formatSignificant } from "../i18n/format.ts";
import type { Lang } from "../i18n/locales.ts";
import type { Translate } from "../i18n/ui.ts";
import type { Check } from "../model/validation/check.ts";
import type { ValidatedRow } from "./validation-row.ts";
import { engineTitles, percentText } from "./validation-text.ts";
import { cacheRatio, type TierRow } from "./validation-tiers.ts";

const engines = ["vllm", "sglang", "llama.cpp", "ik_llama.cpp"] as const;

/** The check that a start's bar shows: the one it misses most, else the first, from the memory. */
function shownCheck({ validation: { checks } }: ValidatedRow): Check {
  const [first] = checks;
  if (!first) throw new RangeError("a start without a check");
  return checks.reduce((most, check) => {
    return Math.abs(check.off) > Math.abs(most.off) ? check : most;
  }, first);
}

const partOf = ({ printed }: Check, value: number): number => value / printed - 1;

function barOf(row: ValidatedRow): DeviationBar {
  const check = shownCheck(row);
  // A number that rounds to what was printed leaves nothing open.
  const near = (value: number) =>
    Math.abs(value - check.printed) <= check.rounding ? 0 : partOf(check, value);
  return {
    low: near(check.low),
    high: near(check.high),
    within: row.validation.within,
    name: row.model?.name ?? row.row.id,
  };
}

/** The data of the chart of deviations. */
export function deviationData(
  rows: readonly ValidatedRow[],
  t: Translate,
  lang: Lang,
): ValidationChartData {
  const groups = engines.map((engine) => {
    const own = rows.filter(({ row }) => row.engine === engine);
    const within = own.filter(({ validation }) => validation.within).length;
    return {
      name: engineTitles[engine],
      count: t("validation.group", { within, rows: own.length }),
      bars: own.map(barOf),
    };
  });
  const bars = groups.flatMap((group) => group.bars);
  const widest = Math.max(...bars.map(({ within, low, high }) => (within ? high - low : 0)));
  const missed = bars
    .filter(({ within }) => !within)
    .map(({ name, high }) => `${name} ${percentText(high, lang)}`);
  return {
    groups,
    percent: (part) => percentText(part, lang),
    xAxis: t("validation.axis"),
    label: t("validation.deviations.label", {
      rows: rows.length,
      within: bars.filter(({ within }) => within).length,
      widest: percentText(widest, lang).replace(/^\+/, ""),
      missed: missed.join(", "),
    }),
  };
}

/** "×0.57", "×71.1": a ratio. */
export const timesText = (ratio: number, lang: Lang): string =>
  `×${formatSignificant(ratio, 3, lang)}`;

/** The data of the chart of formulas. */
export function tiersData(rows: readonly TierRow[], t: Translate, lang: Lang): ValidationTiersData {
  const drawn = rows.map(({ validated: { row, model }, tiers }) => ({
    name: model.name,
    engine: engineTitles[row.engine],
    ratios: {
      naive: cacheRatio(tiers, tiers.naive),
      ideal: cacheRatio(tiers, tiers.ideal),
      ours: cacheRatio(tiers, tiers.ours),
    },
  }));
  const range = (tier: (typeof tierNames)[number]) => {
    const all = drawn.map(({ ratios }) => ratios[tier]);
    const [low, high] = [timesText(Math.min(...all), lang), timesText(Math.max(...all), lang)];
    return low === high ? low : t("validation.range", { low, high });
  };
  return {
    rows: drawn,
    names: {
      naive: t("validation.naive"),
      ideal: t("validation.ideal"),
      ours: t("validation.ours"),
    },
    times: (ratio) => timesText(ratio, lang),
    xAxis: t("validation.tiers.axis"),
    label: t("validation.tiers.label", {
      rows: drawn.length,
      ...Object.fromEntries(tierNames.map((tier) => [tier, range(tier)])),
    }),
  };
}
