import { formatFixed } from "../../src/i18n/format.ts";
import { formatCosine } from "../../src/i18n/format-cosine.ts";
import { type TaskName, taskNames, variants } from "../../src/lab/family.ts";
import { runFormatNames } from "../../src/lab/run-formats.ts";
import type { ShippedModel } from "../../src/lab/shipped-model.ts";
import { type Pooling, poolings } from "../../src/lab/upcycle/pool-heads.ts";
import { judgedPlaces } from "../../src/measured/judged-places.ts";
import type { FamilyRun, FormatScore, UpcyclingRun } from "../../src/measured/lab-runs.ts";
import { meanOf } from "../../src/model/paired-difference.ts";

/** All that docs/lab.md shows in tables. */
export interface LabResults {
  readonly family: readonly FamilyRun[];
  readonly upcycling: readonly UpcyclingRun[];
  readonly shipped: readonly ShippedModel[];
  readonly formats: readonly FormatScore[];
}

type Row = readonly (string | number)[];

const table = (head: Row, rows: readonly Row[]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

/** Mean, with the smallest and the largest in brackets where there are several. */
function spread(values: readonly number[], text: (value: number) => string): string {
  if (values.length === 0) return "–";
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const range = values.length > 1 ? ` (${text(least)} to ${text(most)})` : "";
  return `${text(meanOf(values))}${range}`;
}

// By the same hand as on the pages: what is one number there is the same here.
const percent = (value: number): string => `${formatFixed(100 * value, 2)} %`;
const nats = (value: number): string => formatFixed(value, 4);

/** Tables by the name of their place in the document. */
export function labTables({
  family,
  upcycling,
  shipped,
  formats,
}: LabResults): Record<string, string> {
  const ofTask = taskNames.map((task) => [
    [`family-${task}`, familyTable(family.filter((run) => run.task === task))],
    [`upcycling-${task}`, upcyclingTable(task, upcycling)],
    [`formats-${task}`, formatTable(formats.filter((score) => score.task === task))],
  ]);
  const models = shipped.map(({ name, bytes, sha256 }) => [
    name,
    bytes,
    `\`${sha256.slice(0, 16)}…\``,
  ]);
  return Object.fromEntries([
    ...ofTask.flat(),
    ["shipped", table(["model", "bytes", "SHA-256"], models)],
  ]);
}

function familyTable(runs: readonly FamilyRun[]): string {
  const rows = variants.flatMap((variant) => {
    const own = runs.filter((run) => run.variant === variant);
    const [first] = own;
    if (!first) return [];
    return [
      [
        variant.toUpperCase(),
        first.cachedValues,
        first.parameters,
        spread(
          own.map(({ accuracy }) => accuracy),
          percent,
        ),
        spread(
          own.map(({ loss }) => loss),
          nats,
        ),
        own.map(({ seed }) => seed).join(", "),
      ],
    ];
  });
  const head = ["", "KV values per token and layer", "parameters", "right", "loss (nats)", "seeds"];
  return table(head, rows);
}

/** Bytes of a token, right answers and divergence of every model in every format. */
function formatTable(scores: readonly FormatScore[]): string {
  const models = variants.filter((variant) => scores.some((score) => score.variant === variant));
  const rows = [null, ...runFormatNames].map((format) => [
    format === null ? "as computed" : `\`${format}\``,
    ...models.map((variant) => {
      const of = scores.find((score) => score.variant === variant && score.format === format);
      if (!of) return "–";
      if (of.bytesPerToken === null) return percent(of.accuracy);
      return `${of.bytesPerToken} B, ${percent(of.accuracy)}, ${of.divergence.toPrecision(2)}`;
    }),
  ]);
  return table(["cache", ...models.map((variant) => variant.toUpperCase())], rows);
}

function upcyclingTable(task: TaskName, all: readonly UpcyclingRun[]): string {
  const runs = all.filter((run) => run.task === task);
  if (runs.length === 0) return "No such run has been made yet.";
  const shown = (run: UpcyclingRun, place: number): number =>
    judgedPlaces(run)[place]?.[task === "recall" ? 2 : 1] as number;
  const text = task === "recall" ? percent : nats;
  const percents = [0, 5, 10, 30];
  const places = [0, 3, 4, 6];
  const rows = (["same", "other"] as const).flatMap((diet) =>
    [4, 2, 1].flatMap((nKv) =>
      poolings.flatMap((pooling: Pooling) => {
        const own = runs.filter(
          (run) => run.nKv === nKv && run.pooling === pooling && run.diet === diet,
        );
        if (own.length === 0) return [];
        const cosines = own.map(({ cosines: { wk, wv } }) => (wk + wv) / 2);
        return [
          [
            ...[nKv, pooling, diet],
            ...places.map((place) =>
              spread(
                own.map((run) => shown(run, place)),
                text,
              ),
            ),
            formatCosine(meanOf(cosines)),
            own.length,
          ],
        ];
      }),
    ),
  );
  const head = [
    "KV heads",
    "pooled by",
    "trained on",
    ...percents.map((each) => `${each} %`),
    "cosine",
    "seeds",
  ];
  return table(head, rows);
}

/** The document with its tables renewed: each between `<!-- name -->` and `<!-- end -->`. */
export function withTables(document: string, tables: Readonly<Record<string, string>>): string {
  return document.replace(/<!-- ([a-z-]+) -->\n[\s\S]*?<!-- end -->/g, (whole, name: string) => {
    const found = tables[name];
    return found === undefined ? whole : `<!-- ${name} -->\n\n${found}\n\n<!-- end -->`;
  });
}
