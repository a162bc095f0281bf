import type { Translate } from "../translate.ts";
import type { Cell, RunState, Table } from "../widget.ts";
import type { QuantResult } from "./compute.ts";
import { studyNow } from "./figures.ts";
import { type Axis, axes, type QuantValues } from "./format.ts";
import { sharesScales } from "./params.ts";
import { bitsText, bytesText, shareText } from "./words.ts";

const nothing: Cell = { text: "–", value: "" };

/** Both axes beside each other, with what they take; the 16 bits that they are compared with. */
export function errorTable(
  result: QuantResult,
  values: QuantValues,
  t: Translate,
  run: RunState<QuantValues>,
): Table {
  const study = studyNow(result, values, run);
  const { part, format, source } = values;
  const hasLoud = part === "k" && source === "outliers";
  const errorNames = [...(hasLoud ? ["quiet"] : []), part, "moved", "output"];
  const share = (value: number | null): Cell =>
    value === null ? nothing : { text: shareText(value, t), value };
  const row = (axis: Axis, name: string): Table["rows"][number] => {
    const { bits, bytes } = result.taken[axis];
    const errors = study?.ways[axis].errors ?? null;
    return [
      name,
      ...(hasLoud ? [share(errors?.kQuiet ?? null)] : []),
      share(errors && (part === "k" ? errors.k : errors.v)),
      share(errors?.moved ?? null),
      share(errors?.output ?? null),
      { text: bitsText(bits, t), value: bits },
      { text: bytesText(bytes, t), value: bytes },
    ];
  };
  const { bf16Bytes } = result.taken.token;
  const bf16: Table["rows"][number] = [
    t("row.bf16"),
    ...errorNames.map(() => nothing),
    { text: "16", value: 16 },
    { text: bytesText(bf16Bytes, t), value: bf16Bytes },
  ];
  const ways = !sharesScales(format)
    ? [row("token", t("row.none"))]
    : axes.map((axis) => row(axis, t(`row.${axis}`)));
  return {
    caption: t("table-caption", {
      part: t(`option.part.${part}`),
      format: t(`option.format.${format}`),
      n: result.tokens,
      channels: result.channels,
    }),
    columns: ["scales", ...errorNames, "bits", "bytes"].map((name) => t(`column.${name}`)),
    units: [null, ...errorNames.map(() => null), "bit", "B"],
    rows: [...ways, bf16],
    own: sharesScales(format) ? axes.indexOf(values.axis) : 0,
  };
}
