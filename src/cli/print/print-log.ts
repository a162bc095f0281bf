import { hintMessages } from "../../i18n/log-messages.ts";
import type {
  Assumption,
  ComparedRow,
  LogComparison,
  NotCompared,
} from "../../model/import/compare-log.ts";
import type { Hint } from "../../model/import/logs/hints.ts";
import type { ServerLog } from "../../model/import/logs/server-log.ts";
import { bytesPerGiB } from "../../model/units.ts";
import { filled, type Text } from "../messages/text.ts";
import type { readLogOf } from "../read-log.ts";
import { byteText } from "./byte-text.ts";
import { columns } from "./columns.ts";
import { modelLines } from "./model-lines.ts";
import { plainNumber } from "./plain-number.ts";
import { stepLines } from "./step-lines.ts";

/** Lines shown of one server. */
const shownLines = 40;

/** `headcount read-log` for people: what was read, then what is predicted. */
export function logLines(read: ReturnType<typeof readLogOf>, text: Text): readonly string[] {
  const model = read.model === null ? [] : [...modelLines(read.model, text), ""];
  const servers = read.servers.flatMap(({ log, comparison, catalogueId }, i) => [
    ...(i === 0 ? [] : [""]),
    ...readLines(log, text),
    "",
    ...(comparison
      ? comparisonLines(comparison, text)
      : [catalogueId === null ? text("give-config") : text("give-model", { id: catalogueId })]),
  ]);
  return [...model, ...servers];
}

function readLines(log: ServerLog, text: Text): readonly string[] {
  const version = log.version ?? text("version-unknown");
  const model = log.model ?? text("model-unknown");
  const engine = "fork" in log && log.fork !== null ? log.fork : log.engine;
  const rest = log.lines.length - shownLines;
  return [
    text("server-title", { engine: text(`engine-${engine}`), version, model }),
    text("read-lines"),
    ...columns(
      log.lines
        .slice(0, shownLines)
        .map(({ number, field, text: line }) => [text("line-number", { number }), field, line]),
    ),
    ...(rest > 0 ? [`  ${text("more-lines", { count: rest })}`] : []),
  ];
}

function comparisonLines(compared: LogComparison | NotCompared, text: Text): readonly string[] {
  if (compared.status !== "compared") {
    return [text(`status-${compared.status}`, { found: compared.found })];
  }
  const { rows, ok, assumptions, fitted, budget, bytesPerTokenPerGpu, steps, hints } = compared;
  const verdict = ok === null ? "verdict-none" : ok ? "verdict-ok" : "verdict-off";
  return [
    ...(bytesPerTokenPerGpu === null
      ? []
      : [text("model-needs", { bytes: byteText(bytesPerTokenPerGpu) })]),
    ...stepLines(steps),
    "",
    text("compared", { basis: basisText(compared, text) }),
    ...columns([
      [text("col-quantity"), text("col-printed"), text("col-predicted"), ""],
      ...rows.map((row) => rowCells(row, text)),
    ]),
    ...(budget
      ? [
          text("budget", {
            predicted: budget.predictedGiB.toFixed(2),
            printed: budget.printedGiB.toFixed(2),
            rounding: budget.roundingGiB.toFixed(3),
          }),
        ]
      : []),
    ...(assumptions.length === 0
      ? []
      : [
          text("assumed-settings", {
            settings: assumptions.map((assumed) => settingText(assumed, text)).join(", "),
          }),
        ]),
    ...(fitted ? [text("fitted")] : []),
    text(verdict),
    ...hints.map((hint) => text("note-line", { note: hintText(hint, text) })),
  ];
}

function basisText({ basis }: LogComparison, text: Text): string {
  const { quantity, printed, lowBytes, highBytes } = basis;
  const rounding = ((highBytes ?? 0) - (lowBytes ?? 0)) / 2 / bytesPerGiB;
  return text(`basis-${quantity}`, {
    printed: printed === null ? "" : plainNumber(printed),
    rounding: rounding.toFixed(3),
  });
}

function rowCells({ quantity, printed, low, high, within, off }: ComparedRow, text: Text) {
  const write = /(?:Mib|GiB|concurrency)$/.test(quantity)
    ? (value: number) => value.toFixed(2)
    : plainNumber;
  const range = write(low) === write(high) ? write(low) : `${write(low)} – ${write(high)}`;
  const verdict = within ? text("within") : text("not-within", { percent: percent(off) });
  return [text(`quantity-${quantity}`), write(printed), range, verdict];
}

function settingText({ setting, value }: Assumption, text: Text): string {
  const said = typeof value === "boolean" ? text(value ? "on" : "off") : value;
  return text(`setting-${setting}`, { value: said });
}

function hintText({ code, printed, predicted, numbers }: Hint, text: Text): string {
  const sentence = hintMessages[text.lang][`hint.${code}`] ?? code;
  const terms = Object.entries({ printed, predicted, ...numbers }).map(
    ([name, value]) => [name, plainNumber(shortened(value))] as const,
  );
  return filled(sentence, Object.fromEntries(terms), text.lang);
}

/** Two decimals, or six significant digits of what is below 1. */
const shortened = (value: number): number =>
  Math.abs(value) < 1 ? Number(value.toPrecision(6)) : Number(value.toFixed(2));

/** Three digits, so that a small difference is not shown as none. */
const percent = (part: number): string => String(Number((part * 100).toPrecision(3)));
