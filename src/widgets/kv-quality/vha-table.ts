import type { CheckStatus } from "../../data/quality.ts";
import { formatFixed, formatInteger, formatSigned } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import type { Cell, Table } from "../widget.ts";
import type { VhaMark, VhaResult, VhaRow } from "./vha.ts";
import { rowName, valueText } from "./vha-figures.ts";
import { helmetText } from "./vha-sentence.ts";

const none: Cell = { text: "–", value: "" };

interface Line {
  readonly row: VhaRow;
  readonly mark: VhaMark;
}

interface Column {
  readonly head: string;
  readonly unit: string | null;
  readonly cell: (line: Line) => Cell;
}

/** A line for each mark, and columns for what is known of any of them. */
export function vhaTable(result: VhaResult, t: Translate): Table {
  const lines = result.rows.flatMap((row) => row.marks.map((mark): Line => ({ row, mark })));
  const status = (of: CheckStatus): Cell => ({ text: t(`status.${of}`), value: t(`status.${of}`) });
  const columns: readonly Column[] = [
    valueColumn(result, t),
    ...detailColumns(t).filter(({ cell }) => lines.some((line) => cell(line).value !== "")),
    { head: t("column.status"), unit: null, cell: ({ mark }) => status(mark.status) },
  ];
  const rows = lines.map((line): Table["rows"][number] => [
    lineName(line, result, t),
    ...columns.map(({ cell }) => cell(line)),
  ]);
  const helmet = { text: helmetText(t), value: helmetText(t) };
  if (result.part === "long-context") {
    rows.push([t("row.helmet", {}), helmet, status("not-checkable")]);
  }
  return {
    caption: t("vha-caption", { part: t(`option.part.${result.part}`) }),
    columns: [t("column.what"), ...columns.map(({ head }) => head)],
    units: [null, ...columns.map(({ unit }) => unit)],
    rows,
  };
}

function valueColumn(result: VhaResult, t: Translate): Column {
  const head = { points: "column.points", score: "column.score", norm: "column.norm" }[result.axis];
  return {
    head: t(head),
    unit: null,
    // What is averaged here is shown with all its digits: it is held against a rounded one.
    cell: ({ row, mark: { at } }) => ({
      text: row.id === "mean" ? exactly(at, t) : valueText(at, result, t),
      value: at,
    }),
  };
}

function exactly(at: number, t: Translate): string {
  const decimals = (String(Number(at.toFixed(6))).split(".")[1] ?? "").length;
  return formatSigned(at, decimals, t.lang);
}

function detailColumns(t: Translate): readonly Column[] {
  const fixed = (value: number): Cell => ({ text: formatFixed(value, 2, t.lang), value });
  const bytes = (value: number): Cell => ({
    text: `${formatInteger(value, t.lang)}\u00a0B`,
    value,
  });
  return [
    {
      head: t("column.error"),
      unit: null,
      cell: ({ mark }) => (mark.paired ? fixed(mark.paired.standardError) : none),
    },
    {
      head: t("column.wins"),
      unit: null,
      cell: ({ mark: { paired } }) => {
        if (!paired) return none;
        const text = t("wins-of", { wins: paired.wins, tasks: paired.tasks });
        return { text, value: paired.wins };
      },
    },
    {
      head: t("column.average"),
      unit: null,
      cell: ({ mark }) => (mark.score === null ? none : fixed(mark.score)),
    },
    {
      head: t("column.heads"),
      unit: null,
      cell: ({ row }) => (row.heads === null ? none : { text: row.heads, value: row.heads }),
    },
    {
      head: t("column.layer-bytes"),
      unit: "B",
      cell: ({ row }) => (row.layerBytes === null ? none : bytes(row.layerBytes)),
    },
  ];
}

/** The row, and where it has several marks, which of them. */
function lineName({ row, mark }: Line, { part }: VhaResult, t: Translate): string {
  const name = rowName(row, t);
  if (row.marks.length === 1) return name;
  const key = part === "30b" ? `against.${mark.of}` : `of.${mark.of}`;
  return `${name}, ${t(key)}`;
}
