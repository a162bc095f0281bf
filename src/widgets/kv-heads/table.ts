import { formatBytesAuto, formatInteger } from "../../i18n/format.ts";
import { formatIntensity } from "../../i18n/format-flops.ts";
import type { Translate } from "../translate.ts";
import { variantLabel } from "../variant-label.ts";
import type { Cell, Table } from "../widget.ts";
import { type HeadsResult, type HeadsValues, headDim } from "./compute.ts";

/** MHA, the chosen number of KV heads, MQA. */
export function headsTable({ rows, own }: HeadsResult, values: HeadsValues, t: Translate): Table {
  const int = (value: number): Cell => ({ text: formatInteger(value, t.lang), value });
  const names = ["variant", "per", "token", "share", "step", "intensity"];
  return {
    caption: t("table-caption", { dim: headDim, context: formatInteger(values.context, t.lang) }),
    columns: names.map((name) => t(`column.${name}`)),
    units: [null, null, "B", null, "B", "FLOP/B"],
    rows: rows.map((row): Table["rows"][number] => [
      variantLabel(row),
      int(row.perKv),
      { text: `${int(row.bytesPerToken).text}\u00a0B`, value: row.bytesPerToken },
      { text: row.perKv === 1 ? "1" : `1/${row.perKv}`, value: row.share },
      { text: stepText(row.stepBytes, values, t), value: row.stepBytes },
      { text: formatIntensity(row.intensity, t.lang), value: row.intensity },
    ]),
    own: rows.indexOf(own),
  };
}

export const stepText = (bytes: number, { unit }: HeadsValues, t: Translate): string =>
  formatBytesAuto(bytes, unit === "GB" ? "decimal" : "binary", t.lang);
