/** What a benchmark prints: a title, what there is to say about it, and one row a measurement. */
export interface BenchTable {
  readonly title: string;
  readonly remarks: readonly string[];
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

/** As Markdown, which a terminal shows as well. */
export function markdownOf({ title, remarks, rows }: BenchTable): string {
  const columns = Object.keys(rows[0] ?? {});
  const texts = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? "")))];
  const widths = columns.map((_, i) => Math.max(...texts.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = texts;
  const lines = [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)];
  return [`## ${title}`, ...remarks, lines.join("\n")].join("\n\n");
}
