import type { Translate } from "../translate.ts";
import type { Cell, Table } from "../widget.ts";
import type { QuantRunResult, Score } from "./compute.ts";
import { foundBy, type Run } from "./live.ts";
import type { QuantRunValues } from "./params.ts";
import { bytesText, type Measure, measureText } from "./words.ts";

/** Every model in every format, as measured in advance or, once it is there, on this device. */
export function formatTable(
  { models, own, ownFormat }: QuantRunResult,
  values: QuantRunValues,
  t: Translate,
  run: Run,
): Table {
  const found = foundBy(run, values);
  const cells = (score: Score): readonly Cell[] =>
    (["accuracy", "loss", "divergence"] satisfies Measure[]).map((measure) => ({
      text: measureText(score[measure], measure, t),
      value: score[measure],
    }));
  const where = (isHere: boolean): Cell => {
    const text = t(isHere ? "where.here" : "where.before");
    return { text, value: text };
  };
  const isOwn: boolean[] = [];
  const rows = models.flatMap((model): readonly Table["rows"][number][] => {
    const name = t(`option.variant.${model.variant}`);
    const exact = found.scoreOf(model, null);
    isOwn.push(false, ...model.formats.map((of) => model === own && of === ownFormat));
    const dash: Cell = { text: "–", value: "" };
    return [
      [
        name,
        { text: t("format.exact"), value: "fp32" },
        dash,
        ...cells(exact ?? model.exact),
        where(exact !== null),
      ],
      ...model.formats.map((of): Table["rows"][number] => {
        const here = found.scoreOf(model, of.format);
        const format = t(`option.format.${of.format}`);
        return [
          name,
          { text: format, value: of.format },
          { text: bytesText(of.bytes, t), value: of.bytes },
          ...cells(here ?? of),
          where(here !== null),
        ];
      }),
    ];
  });
  const place = isOwn.indexOf(true);
  return {
    caption: t("table-caption", { task: t(`option.task.${values.task}`) }),
    columns: ["model", "format", "bytes", "accuracy", "loss", "divergence", "where"].map((name) =>
      t(`column.${name}`),
    ),
    units: [null, null, "B", null, "nat", "nat", null],
    rows,
    ...(place >= 0 ? { own: place } : {}),
  };
}
