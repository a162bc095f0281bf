import type { Heatmap, MatrixHeatmapsData } from "../../charts/matrix-heatmaps.ts";
import { formatFixed } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import type { Corner, VhaResult } from "./compute.ts";
import type { VhaValues } from "./faults.ts";
import { sizeText } from "./words.ts";

/** Each step of the ramp begins at twice the last: entries of a trained mix differ that much. */
const rampSteps = [0.05, 0.1, 0.2, 0.4, 0.8] as const;

/** Premix of each KV head, and Postmix. */
export function matricesData(result: VhaResult, _: VhaValues, t: Translate): MatrixHeatmapsData {
  const { premix, postmix, shape } = result;
  const rank = Math.min(shape.rank, postmix.size);
  const distances = premix.map(({ distance }) => formatFixed(distance, 2, t.lang));
  return {
    maps: [
      ...premix.map((map, group) =>
        heatmap(
          map,
          ["P", String(group + 1)],
          "Premix",
          t,
          t("distance", { distance: distances[group] ?? "" }),
        ),
      ),
      heatmap(postmix, ["M"], "Postmix", t, t("rank-of", { rank })),
    ],
    steps: rampSteps.map((from) => ({ from, text: String(from) })),
    keyTitle: t("key"),
    label: t("matrices-label", { distances: distances.join(", "), rank }),
  };
}

function heatmap(
  { drawn, size, entries }: Corner,
  [letter, index]: readonly [letter: string, index?: string],
  name: string,
  t: Translate,
  note: string,
): Heatmap {
  const whole = sizeText(size, size, t);
  const part =
    drawn === size ? whole : t("corner", { drawn: sizeText(drawn, drawn, t), size: whole });
  const symbol = index === undefined ? { letter } : { letter, index };
  return { symbol, name, notes: [part, note], size: drawn, entries };
}
