import type { PromiseStripsData } from "../../charts/promise-strips.ts";
import { formatFixed, formatInteger, formatSignificant } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import type { RunState } from "../widget.ts";
import { type Arrangement, arrangements, type ServeValues } from "./arrangements.ts";
import type { ServeResult } from "./compute.ts";
import { pointsOf } from "./points.ts";
import { attainment, holdsUpTo, rates, type ServePoint } from "./sweep.ts";

export const percent = (share: number, t: Translate): string =>
  `${formatFixed(100 * share, 0, t.lang)}\u2060%`;

export const rateText = (rate: number, t: Translate): string => formatSignificant(rate, 3, t.lang);

/** How far an arrangement holds, and what that is of all of them together, in words. */
export function holdsText(
  points: readonly ServePoint[],
  arrangement: Arrangement,
  t: Translate,
): string {
  if (!points.some((point) => point.arrangement === arrangement)) return "";
  const held = holdsUpTo(points, arrangement);
  if (held === null) return t("holds-never");
  const whole = holdsUpTo(points, "all");
  const isWhole = arrangement === "all" || whole === null;
  const beyond = held >= rates[1];
  const n = rateText(held, t);
  if (isWhole) return t(beyond ? "holds-beyond" : "holds", { n });
  return t("holds-part", { n, share: percent(held / whole, t) });
}

/** The share of promises kept, against load. */
export function stripsData(
  _: ServeResult,
  values: ServeValues,
  t: Translate,
  run: RunState<ServeValues>,
): PromiseStripsData {
  const { points } = pointsOf(values, run);
  const strips = arrangements.map((arrangement) => ({
    name: t(`arrangement.${arrangement}`),
    holds: holdsText(points, arrangement, t),
    points: points
      .filter((point) => point.arrangement === arrangement)
      .map(({ rate, kept }) => ({ rate, share: kept }))
      .sort((a, b) => a.rate - b.rate),
    upTo: holdsUpTo(points, arrangement),
    own: arrangement === "all",
  }));
  return {
    strips,
    rates,
    line: attainment,
    names: {
      axis: t("axis-rate"),
      line: t("axis-kept", { share: percent(attainment, t) }),
      empty: t("not-simulated"),
    },
    label: t("strips-label", {
      rows: strips.map(({ name, holds }) => `${name}: ${holds || t("not-simulated")}`).join(", "),
    }),
  };
}

export const requestsText = (requests: number, t: Translate): string =>
  t("requests", { n: formatInteger(requests, t.lang) });
