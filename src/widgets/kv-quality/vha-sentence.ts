import { type VhaData, vhaData } from "../../data/quality.ts";
import { formatFixed, formatSigned, formatSignificant } from "../../i18n/format.ts";
import type { Part, Sentence, Translate } from "../translate.ts";
import { pairedAt, runMean, scales, type VhaMark, type VhaResult } from "./vha.ts";

/** What is published of VHA, in a sentence for each part. */
export function vhaSentence(result: VhaResult, t: Translate): Sentence {
  return t.sentence(`summary-${result.part}`, fillOf(result, t));
}

const strong = (text: string, role = "vha"): Part => ({ text, role });

function fillOf(result: VhaResult, t: Translate): Readonly<Record<string, Part>> {
  const signed = (value: number) => formatSigned(value, 2, t.lang);
  const plain = (value: number, digits = 2) => formatFixed(value, digits, t.lang);
  const at = (id: string, i = 0) => markOf(result, id, i).at;
  switch (result.part) {
    case "scales": {
      const [small, middle, large] = scales.map((scale) => pairedAt("first", scale));
      return {
        small: strong(signed(small?.mean ?? 0)),
        middle: strong(signed(middle?.mean ?? 0)),
        large: strong(signed(large?.mean ?? 0)),
        smallError: plain(small?.standardError ?? 0),
        middleError: plain(middle?.standardError ?? 0),
        largeError: plain(large?.standardError ?? 0),
      };
    }
    case "ladder": {
      const { mean, standardError } = pairedAt("first", vhaData.ladder.scale);
      return {
        fewer: strong(signed(at("gqa-16-2-2")), "gqa"),
        fewest: strong(signed(at("gqa-8-2-2")), "gqa"),
        both: strong(signed(mean)),
        error: plain(standardError),
      };
    }
    case "rank": {
      const [low, middle, high] = vhaData.ranks.rows.map(({ average }) => average);
      const { standardError } = pairedAt("first", vhaData.ranks.scale);
      return {
        low: strong(plain(low ?? 0)),
        middle: strong(plain(middle ?? 0)),
        high: strong(plain(high ?? 0)),
        middleLoss: plain((low ?? 0) - (middle ?? 0)),
        highLoss: plain((low ?? 0) - (high ?? 0)),
        error: plain(standardError),
      };
    }
    case "30b":
      return {
        gqa: strong(signed(at("printed", 0)), "gqa"),
        mla: strong(signed(at("printed", 1)), "mla"),
        gqaMean: formatSignificant(at("mean", 0), 4, t.lang),
        mlaMean: formatSignificant(at("mean", 1), 4, t.lang),
      };
    case "long-context":
      return {
        gqa: strong(plain(at("ruler", 0), 1), "gqa"),
        vha: strong(plain(at("ruler", 1), 1)),
        difference: plain(at("ruler", 1) - at("ruler", 0), 1),
        gqaInfinite: plain(at("infinitebench", 0), 1),
        vhaInfinite: plain(at("infinitebench", 1), 1),
      };
    case "second-table":
      return secondTableFill(t);
    case "norms":
      return {
        start: plain(at("start")),
        peak: strong(plain(at("premix-peak"))),
        identity: plain(at("identity")),
        share: formatSignificant((100 * at("premix-peak")) / at("identity"), 2, t.lang),
      };
  }
}

/** How far the baseline moves between the tables, and what VHA gains in the first. */
function secondTableFill(t: Translate): Readonly<Record<string, Part>> {
  const fixed = (value: number) => formatFixed(value, 2, t.lang);
  const [small, middle, large] = scales.map((scale) => ({
    moved: fixed(Math.abs(runMean("second", scale, "gqa") - runMean("first", scale, "gqa"))),
    gain: fixed(pairedAt("first", scale).mean),
  }));
  return {
    small: strong(small?.moved ?? "", "gqa"),
    middle: strong(middle?.moved ?? "", "gqa"),
    large: strong(large?.moved ?? "", "gqa"),
    smallGain: strong(small?.gain ?? ""),
    middleGain: strong(middle?.gain ?? ""),
    largeGain: strong(large?.gain ?? ""),
  };
}

/** The `i`th mark of a row. */
export function markOf({ rows, part }: VhaResult, id: string, i = 0): VhaMark {
  const mark = rows.find((row) => row.id === id)?.marks[i];
  if (!mark) throw new RangeError(`no mark ${i} of "${id}" in ${part}`);
  return mark;
}

/** Wins, ties and losses on HELMET in words. */
export function helmetText(t: Translate, { helmet }: VhaData["longContext"] = vhaData.longContext) {
  return t("helmet", { ...helmet });
}
