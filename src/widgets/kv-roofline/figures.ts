import type { RooflineData } from "../../charts/roofline-chart.ts";
import { formatInteger, formatRate } from "../../i18n/format.ts";
import { formatFlops, formatIntensity } from "../../i18n/format-flops.ts";
import type { Translate } from "../translate.ts";
import { variantLabel } from "../variant-label.ts";
import type { RooflineResult, RooflineValues, WorkPoint } from "./compute.ts";

/** A decode step, attention alone, a prefill: what a point is called. */
export function pointName(
  { of, nKv }: WorkPoint,
  { batch, context }: RooflineValues,
  t: Translate,
): string {
  if (of === "decode") return t("point-decode", { batch: formatInteger(batch, t.lang) });
  if (of === "prefill") return t("point-prefill", { context: formatInteger(context, t.lang) });
  return t("point-attention", { variant: variantLabel({ name: of, nKv }) });
}

/** The same for a narrow picture. */
function shortName({ of, nKv }: WorkPoint, t: Translate): string {
  if (of === "decode" || of === "prefill") return t(`short-${of}`);
  return variantLabel({ name: of, nKv });
}

/** With its value, but for a prefill: far right, its name alone has room under its mark. */
const shortLabel = (point: WorkPoint, t: Translate): string =>
  point.of === "prefill"
    ? shortName(point, t)
    : `${shortName(point, t)}, ${formatIntensity(point.intensity, t.lang)}`;

/** All points that data sheets give, in the order of the table. */
export const pointsOf = ({ decode, attention, prefill }: RooflineResult): readonly WorkPoint[] => [
  decode,
  ...attention,
  prefill,
];

export function rooflineData(
  result: RooflineResult,
  values: RooflineValues,
  t: Translate,
): RooflineData {
  const { bytesPerSecond, peakFlopsPerSecond, ridge, measured } = result;
  const points = pointsOf(result).map((point) => ({
    of: point.of,
    name: pointName(point, values, t),
    value: formatIntensity(point.intensity, t.lang),
    short: shortLabel(point, t),
    intensity: point.intensity,
    flopsPerSecond: point.flopsPerSecond,
    own: point.own,
  }));
  const peak = peakFlopsPerSecond ?? 0;
  return {
    bytesPerSecond,
    peakFlopsPerSecond,
    ridge,
    points,
    measured: measured && {
      ...measured,
      name: t("measured-name"),
      value: formatFlops(measured.flopsPerSecond, "FLOP/s", t.lang),
      short: `${t("short-measured")}, ${formatFlops(measured.flopsPerSecond, "FLOP/s", t.lang)}`,
      slope: measured.bytesPerSecond
        ? t("measured-slope", { rate: formatRate(measured.bytesPerSecond, t.lang) })
        : "",
    },
    names: {
      slope: t("roof-slope", { rate: formatRate(bytesPerSecond, t.lang) }),
      peak:
        peakFlopsPerSecond === null
          ? t("roof-no-peak")
          : t("roof-peak", { rate: formatFlops(peak, "FLOP/s", t.lang) }),
      ridge: ridge === null ? "" : t("roof-ridge", { ridge: formatIntensity(ridge, t.lang) }),
    },
    xAxis: t("axis-x"),
    yAxis: t("axis-y"),
    label: t("chart-label", {
      points: points.map(({ name, value }) => `${name} ${value}`).join(", "),
    }),
  };
}
