import type { CountGroup, CountRangesData } from "../../charts/count-ranges.ts";
import type { GoalCell, GoalPanelsData } from "../../charts/goal-panels.ts";
import type { VariantKey } from "../../charts/variant-style.ts";
import { formatFixed, formatInteger, formatSigned } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import {
  type CountRange,
  type Row,
  rowOf,
  type TriangleResult,
  type TriangleValues,
} from "./compute.ts";
import { mfaBehindVha, printedWork, type VariantId } from "./reported.ts";

const variants: Readonly<Record<VariantId, VariantKey>> = {
  mha: "mha",
  gqa8: "gqa",
  gqa2: "gqa",
  "gqa2-half": "gqa",
  mla: "mla",
  mfa: "mfa",
  vha: "vha",
};

export const percentText = (percent: number, t: Translate, decimals = 2): string =>
  `${formatSigned(percent, decimals, t.lang)}%`;

export const bytesText = (bytes: number, t: Translate): string =>
  `${formatInteger(bytes, t.lang)}\u00a0B`;

/** "GQA 8", "VHA". */
export const nameOf = ({ id, cost }: Row): string =>
  cost.name === "gqa" ? `GQA\u00a0${cost.nKv}` : variants[id].toUpperCase();

/** Query, key and value heads; MLA's latent and RoPE key; MFA's heads and their dimension. */
export function detailOf({ cost }: Row): string {
  switch (cost.name) {
    case "mha":
    case "mqa": {
      const nKv = cost.name === "mha" ? cost.nHeads : 1;
      return `${cost.nHeads}-${nKv}-${nKv}`;
    }
    case "gqa":
      return `${cost.nHeads}-${cost.nKv}-${cost.nKv}`;
    case "mla-naive":
    case "mla-absorbed":
      return `${cost.kvRank}\u00a0+\u00a0${cost.ropeDim}`;
    case "mfa":
      return `${cost.nHeads}\u00a0×\u00a0${cost.headDim}`;
    case "vha-train":
      return `${cost.queryHeads}-${cost.nKv}-${cost.nKv}`;
    case "vha-absorbed":
      return `${cost.queryHeads * cost.nKv}-${cost.nKv}-${cost.nKv}`;
  }
}

/** What is known of a row's quality, in words. */
export function qualityText({ quality }: Row, t: Translate): string {
  switch (quality.known) {
    case "baseline":
      return t("baseline");
    case "lower":
      return t("lower");
    case "number": {
      const points = formatSigned(quality.points, 2, t.lang);
      return quality.error === null
        ? points
        : `${points}\u00a0±\u00a0${formatFixed(quality.error, 2, t.lang)}`;
    }
    default:
      return t("not-given");
  }
}

/** The number that is printed of a row's work, where it is for what is shown. */
export function printedOf({ id }: Row, { hasPrinted }: TriangleResult): number | null {
  return hasPrinted && (id === "vha" || id === "mfa") ? printedWork[id] : null;
}

export function goalsData(
  result: TriangleResult,
  values: TriangleValues,
  t: Translate,
): GoalPanelsData {
  const { rows } = result;
  const gqa8 = rowOf(rows, "gqa8");
  const most = Math.max(...rows.map(({ kvBytes }) => kvBytes));
  const work = workScale(rows, result);
  const quality = qualityDomain(rows);
  const words = (goal: string) => ({
    title: t(`goal.${goal}`),
    unit: t(`unit-of.${goal}`),
    titleShort: t(`goal-short.${goal}`),
    unitShort: t(`unit-short.${goal}`),
    betterText: t(`better.${goal}`),
  });
  return {
    rows: rows.map((row) => ({
      variant: variants[row.id],
      name: nameOf(row),
      detail: detailOf(row),
    })),
    panels: [
      {
        ...words(values.tp > 1 ? "kv-split" : "kv"),
        better: "left",
        domain: [0, most],
        ticks: [0, gqa8.kvBytes, ...(most >= 2 * gqa8.kvBytes ? [most] : [])],
        baseline: gqa8.kvBytes,
        cells: rows.map(({ kvBytes }) => ({ value: kvBytes, text: bytesText(kvBytes, t) })),
      },
      {
        ...words("work"),
        better: "left",
        ...work,
        baseline: 0,
        cells: rows.map((row) => workCell(row, result, t)),
      },
      {
        ...words("quality"),
        better: "right",
        domain: quality,
        ticks: multiples(quality, 1),
        baseline: 0,
        cells: rows.map((row) => qualityCell(row, t)),
      },
    ],
    label: t("goals-label", {
      rows: rows
        .map(
          (row) =>
            `${nameOf(row)} (${detailOf(row)}) ${bytesText(row.kvBytes, t)}, ${percentText(row.workPercent, t)}, ${qualityText(row, t)}`,
        )
        .join("; "),
    }),
  };
}

function workCell(row: Row, result: TriangleResult, t: Translate): GoalCell {
  const { id, workPercent: value } = row;
  const text = id === "gqa8" ? t("baseline") : percentText(value, t);
  const printed = printedOf(row, result);
  if (printed === null) return { value, text };
  const said = t("printed", { value: percentText(printed, t, 1) });
  return { value, text, claim: { value: printed, text: said } };
}

function qualityCell(row: Row, t: Translate): GoalCell {
  const { quality } = row;
  const text = qualityText(row, t);
  if (quality.known === "baseline") return { value: 0, text };
  if (quality.known === "number") {
    const { points: value, error } = quality;
    return error === null ? { value, text } : { value, text, error };
  }
  if (quality.known === "lower") {
    return { value: null, text, short: t("not-given"), lower: true };
  }
  if (quality.known !== "range") return { value: null, text };
  const [least, most] = mfaBehindVha.map((gap) => formatFixed(gap, 2, t.lang));
  const note = t("behind-vha", { least: least ?? "", most: most ?? "" });
  return { value: null, text, range: quality.points, note };
}

/** As many as have room side by side on a narrow drawing. */
const mostTicks = 3.5;

/** In coarse steps, so that rows move in it, and not it under them. */
function workScale(rows: readonly Row[], result: TriangleResult) {
  const all = rows.flatMap((row) => [row.workPercent, printedOf(row, result) ?? 0]);
  const step = 25;
  const domain = [
    Math.min(-step, step * Math.floor(Math.min(...all) / step)),
    Math.max(2 * step, step * Math.ceil(Math.max(...all) / step)),
  ] as const;
  const span = domain[1] - domain[0];
  const between = [step, 2 * step, 4 * step].find((of) => span / of <= mostTicks) ?? 8 * step;
  return { domain, ticks: multiples(domain, between) };
}

function qualityDomain(rows: readonly Row[]): readonly [number, number] {
  const ends = rows.flatMap(({ quality }) => {
    if (quality.known === "range") return quality.points;
    if (quality.known !== "number") return [0];
    const error = quality.error ?? 0;
    return [quality.points - error, quality.points + error];
  });
  return [Math.min(-1, Math.floor(Math.min(...ends))), Math.max(1, Math.ceil(Math.max(...ends)))];
}

function multiples([least, most]: readonly [number, number], step: number): readonly number[] {
  const first = Math.ceil(least / step);
  const count = Math.floor(most / step) - first + 1;
  return Array.from({ length: count }, (_, i) => (first + i) * step);
}

/** "−4.5 to −8.9%": from the end nearer to GQA 8. */
export function rangeText(percents: readonly number[], t: Translate): string {
  const [least, most] = [Math.min(...percents), Math.max(...percents)];
  const [near, far] = Math.abs(least) < Math.abs(most) ? [least, most] : [most, least];
  const said = (value: number) => formatSigned(value, 1, t.lang);
  return t("from-to", { from: said(near), to: said(far) });
}

export function countsData(
  result: TriangleResult,
  _values: TriangleValues,
  t: Translate,
): CountRangesData {
  const { rows, vhaRanges, mfaRanges, hasPrinted } = result;
  const group = (variant: "vha" | "mfa", ranges: readonly CountRange[]): CountGroup => ({
    variant,
    title: t(`counts.${variant}`),
    rows: ranges.map(({ form, current, workPercent }) => ({
      name: variant === "vha" ? t(`form.${form}`) : t(`option.mfa.${form}`),
      values: workPercent,
      range: rangeText(workPercent, t),
      current: current ? rowOf(rows, variant).workPercent : null,
    })),
    claim: hasPrinted
      ? {
          value: printedWork[variant],
          text: t("printed", { value: percentText(printedWork[variant], t, 1) }),
        }
      : null,
  });
  const groups = [group("vha", vhaRanges), group("mfa", mfaRanges)];
  return {
    groups,
    axis: t("unit-of.work"),
    label: t("counts-label", {
      rows: groups
        .flatMap(({ title, rows: of }) => of.map(({ name, range }) => `${title}, ${name} ${range}`))
        .join("; "),
    }),
  };
}
