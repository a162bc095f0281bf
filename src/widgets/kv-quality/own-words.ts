import { formatFixed, formatInteger, formatSigned } from "../../i18n/format.ts";
import type { FamilyResult } from "../../measured/family-results.ts";
import type { Sentence, Translate } from "../translate.ts";
import type { OwnResult } from "./own.ts";

/** Width of what a head compares, with MLA's part for the position and with MHA. */
const headWidths = { recall: { wide: 16, narrow: 8 }, text: { wide: 24, narrow: 16 } } as const;

/** A result as it stands on its axis: percent, or nats. */
export const ownValue = (value: number, { task }: OwnResult): number =>
  task === "recall" ? 100 * value : value;

export const ownText = (value: number, result: OwnResult, t: Translate): string =>
  result.task === "recall"
    ? `${formatFixed(100 * value, 2, t.lang)}%`
    : formatFixed(value, 3, t.lang);

/** A difference: percentage points, or nats. */
export const ownDifference = (value: number, { task }: OwnResult, t: Translate): string =>
  task === "recall" ? formatSigned(100 * value, 2, t.lang) : formatSigned(value, 3, t.lang);

export const ownName = ({ variant }: FamilyResult): string => variant.toUpperCase();

/** The models in a sentence. */
export function ownSentence(result: OwnResult, t: Translate): Sentence {
  const { rows, task } = result;
  const cached = rows.map(({ cachedValues }) => cachedValues);
  return t.sentence(`own-summary-${task}`, {
    parameters: parametersText(result, t),
    list: rows.map((row) => `${ownName(row)} ${ownText(row.mean, result, t)}`).join(", "),
    most: Math.max(...cached),
    least: Math.min(...cached),
  });
}

/** Members of a family have nearly the same number. */
function parametersText({ rows }: OwnResult, t: Translate): string {
  const counts = rows.map(({ parameters }) => parameters);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const int = (count: number) => formatInteger(count, t.lang);
  return least === most ? int(least) : t("own-range", { least: int(least), most: int(most) });
}

/** That this was measured here, and on what. */
export const ownMeasured = (result: OwnResult, t: Translate): string =>
  t("own-measured", {
    parameters: parametersText(result, t),
    tokens: formatInteger(result.rows[0]?.tokensSeen ?? 0, t.lang),
  });

/** What the marks are, which differences can be told from noise, and what MLA has beside its cache. */
export function ownNotes(result: OwnResult, t: Translate): readonly string[] {
  const { rows, task } = result;
  const said = (verdict: string): readonly string[] => {
    const of = rows.filter(({ againstMha }) => againstMha?.verdict === verdict);
    if (of.length === 0) return [];
    const list = of.map(
      (row) => `${ownName(row)} ${ownDifference(row.againstMha?.mean ?? 0, result, t)}`,
    );
    return [t(`own-${verdict}`, { list: list.join(", ") })];
  };
  const seeds = rows.map((row) => t("own-seeds", { name: ownName(row), count: row.seeds }));
  return [
    t("own-marks", { seeds: seeds.join(", ") }),
    ...said("clear"),
    ...said("within"),
    ...said("few"),
    ...(rows.some(({ variant }) => variant === "mla") ? [t("own-width", headWidths[task])] : []),
  ];
}
