import { formatFixed, formatInteger } from "../i18n/format.ts";
import { formatCosine } from "../i18n/format-cosine.ts";
import type { Lang } from "../i18n/locales.ts";
import type { Translate } from "../i18n/ui.ts";
import { memberShape, recipes, type TaskName } from "../lab/family.ts";
import { parameterCount } from "../lab/parameters.ts";
import type { SeedSpread } from "../measured/compare-seeds.ts";
import type { Ranked } from "../measured/upcycling-results.ts";
import { comparedPercent, type UpcycledGroup } from "./upcycling-rows.ts";

/** "81.1" of a share of right answers, "1.458" of a loss. */
export const scoreText = (value: number, task: TaskName, lang: Lang): string =>
  task === "recall" ? formatFixed(100 * value, 1, lang) : formatFixed(value, 3, lang);

/** "79.2–83.0"; nothing of a single seed. */
export const spreadText = ({ least, most, seeds }: SeedSpread, task: TaskName, lang: Lang) =>
  seeds < 2 ? "" : `${scoreText(least, task, lang)}–${scoreText(most, task, lang)}`;

/** What stands between two ways of pooling, by what may be said of their difference. */
export const orderSigns = { clear: ">", within: "≈", few: "≥" } as const;

const signOf = ({ behind }: Ranked): string =>
  behind === null ? "" : `${orderSigns[behind.verdict]} `;

/** "first > aligned mean ≈ mean > random" */
export const orderText = (order: readonly Ranked[], t: Translate): string =>
  order.map((ranked) => `${signOf(ranked)}${t(`lab.pooling.${ranked.pooling}`)}`).join(" ");

/** Signs that stand in any of the orders, and what they mean. */
export function legendOf(groups: readonly UpcycledGroup[], t: Translate): readonly string[] {
  const used = new Set(
    groups.flatMap(({ order }) => order.flatMap(({ behind }) => behind?.verdict ?? [])),
  );
  return (["clear", "within", "few"] as const)
    .filter((verdict) => used.has(verdict))
    .map((verdict) => t(`lab.sign.${verdict}`));
}

/** What the best of a group lacks of its sources at the end, and whether seeds agree. */
export function recoveredText(
  { best }: UpcycledGroup,
  task: TaskName,
  t: Translate,
  lang: Lang,
): string {
  if (!best?.over) return "";
  const { mean, least, most, seeds, verdict } = best.over;
  const size = (value: number) => scoreText(Math.abs(value), task, lang);
  const ends = [least, most].map(Math.abs).sort((a, b) => a - b) as [number, number];
  const sameSign = least * most > 0;
  const said = t(
    verdict === "within" ? "lab.recovered.within" : `lab.${mean < 0 ? "behind" : "ahead"}`,
    {
      pooling: t(`lab.pooling.${best.pooling}`),
      by: t(`lab.by.${task}`, { value: size(mean) }),
      range:
        seeds > 1 && sameSign
          ? t("lab.range", { least: size(ends[0]), most: size(ends[1]), seeds })
          : t("lab.seeds", { seeds }),
    },
  );
  if (best.level.length === 0) return said;
  const list = best.level.map((pooling) => t(`lab.pooling.${pooling}`)).join(", ");
  return `${said}${t("lab.level", { list })}`;
}

/** On which models, and after how many steps, the numbers of a table were measured. */
export const howText = (task: TaskName, t: Translate, lang: Lang): string =>
  t(`lab.how.${task}`, {
    parameters: formatInteger(parameterCount(memberShape(task, "mha")), lang),
    steps: formatInteger(recipes[task].schedule.steps, lang),
  });

/** How many seeds a group has, and what its sources had. */
export const headerText = (
  { seeds, source }: UpcycledGroup,
  task: TaskName,
  t: Translate,
  lang: Lang,
): string =>
  source
    ? t("lab.header", { seeds, score: scoreText(source.mean, task, lang) })
    : t("lab.seeds", { seeds });

/** A dash of what was not measured. */
export const cosineText = (cosine: number | null, lang: Lang): string =>
  cosine === null ? "–" : formatCosine(cosine, lang);

/** What the table's orders were taken after. */
export const orderCaption = (t: Translate): string => t("lab.order", { percent: comparedPercent });
