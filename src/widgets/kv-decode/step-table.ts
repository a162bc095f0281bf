import { formatDuration, formatInteger } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import type { Cell, RunState, Table } from "../widget.ts";
import type { DecodeResult, DecodeValues } from "./compute.ts";
import { decodedBy, isOf } from "./decoded.ts";
import { bytesText, differenceText, tokenText } from "./words.ts";

/** Every step: counted, and once it has run, what it gave. */
export function stepTable(
  { steps }: DecodeResult,
  values: DecodeValues,
  t: Translate,
  run: RunState<DecodeValues>,
): Table {
  const found = decodedBy(run);
  const own = found && isOf(found.values, values) ? found.steps : [];
  const int = (value: number): Cell => ({ text: formatInteger(value, t.lang), value });
  const nothing: Cell = { text: "–", value: "" };
  const names = [
    "step",
    "length",
    "cached",
    "uncached",
    "bytes",
    "ms",
    "ms-without",
    "apart",
    "next",
  ];
  return {
    caption: t("table-caption"),
    columns: names.map((name) => t(`column.${name}`)),
    units: [null, null, null, null, "B", "ms", "ms", null, null],
    rows: steps.map((counted, i) => {
      const step = own[i];
      const time = (ms: number): Cell => ({ text: formatDuration(ms, t.lang), value: ms });
      return [
        formatInteger(i + 1, t.lang),
        int(counted.length),
        int(step?.projected.cached ?? counted.cached),
        int(step?.projected.uncached ?? counted.uncached),
        {
          text: bytesText(step?.filledBytes ?? counted.bytes, t),
          value: step?.filledBytes ?? counted.bytes,
        },
        step ? time(step.cachedMs) : nothing,
        step ? time(step.uncachedMs) : nothing,
        step ? { text: differenceText(step.difference, t), value: step.difference } : nothing,
        step ? { text: tokenText(step.next), value: tokenText(step.next) } : nothing,
      ];
    }),
  };
}
