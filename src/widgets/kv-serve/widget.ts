import { html, nothing, type TemplateResult } from "lit";
import { formatDuration, formatInteger, formatSignificant } from "../../i18n/format.ts";
import { basisOf } from "../model-at.ts";
import { sourceLine } from "../source-line.ts";
import { stepNotes } from "../step-load.ts";
import type { Sentence, Translate } from "../translate.ts";
import {
  type Cell,
  figureOf,
  type RunState,
  type Table,
  type ViewContext,
  widget,
} from "../widget.ts";
import {
  type Arrangement,
  arrangements,
  blockTokens,
  budget,
  places,
  reached,
  type ServeValues,
} from "./arrangements.ts";
import { compute, type ServeResult } from "./compute.ts";
import { percent, rateText, stripsData } from "./figures.ts";
import { messages } from "./messages.ts";
import { params } from "./params.ts";
import { pointsOf } from "./points.ts";
import { holdsUpTo, mostPoints, type ServePoint, sweep } from "./sweep.ts";

type Context = ViewContext<ServeValues, ServeResult>;

export default widget({
  tag: "kv-serve",
  params,
  messages,
  compute,
  summary,
  figures: {
    chart: figureOf(
      async () => (await import("../../charts/promise-strips.ts")).promiseStrips,
      stripsData,
    ),
  },
  table: arrangementsTable,
  run: (values, { signal }) => sweep(values, signal),
  view: (context) => {
    const { result, values, t, controls, figure, table, run } = context;
    return html`
    <div class="split">
      ${controls()}
      <div class="beside">
        ${simulateControls(context)}
        ${figure("chart")}
        <p class="remark headline-serve">${headline(values, run, t)}</p>
        ${table("open")}
      </div>
    </div>
    <p class="source">${sourceLine(result.model, basisOf(result.model, t), t)} ${notes(result, values, t)}</p>`;
  },
});

function summary(
  { model, rooms, hasTwin }: ServeResult,
  values: ServeValues,
  t: Translate,
): Sentence {
  const int = (value: number) => formatInteger(value, t.lang);
  const roomOf = (of: Arrangement) => rooms.find(({ arrangement }) => arrangement === of);
  const all = roomOf("all");
  if (!all || all.slots < 1) return t.sentence("no-room", { model: model.name });
  return t.sentence(hasTwin ? "summary" : "summary-no-twin", {
    model: model.name,
    slots: int(all.slots),
    mean: int(Math.min(values.most, values.prompt + values.output)),
    most: { text: int(values.most), param: "most" },
    all: { text: int(all.requests), role: "kv" },
    reserved: { text: int(roomOf("no-paging")?.requests ?? 0), role: "waste" },
    large: { text: int(roomOf("no-small")?.requests ?? 0), role: "waste" },
  });
}

/** A button that starts and stops, how far it is, and where the points are from. */
function simulateControls({ values, t, run }: Context): TemplateResult {
  const isRunning = run.status === "running";
  const { from } = pointsOf(values, run);
  const n = run.events.length;
  return html`<div class="run">
      <button type="button" class="go ${isRunning ? "second" : ""}"
        @click=${isRunning ? run.stop : run.start}>${t(isRunning ? "stop" : from === "nothing" ? "simulate" : "simulate-again")}</button>
    </div>
    <div class="progress" role="status">${
      isRunning
        ? html`<span>${t("simulating", { n })}</span><progress .value=${n} max=${mostPoints}></progress>`
        : statusText(from, run, t)
    }</div>`;
}

function statusText(
  from: ReturnType<typeof pointsOf>["from"],
  { status, error }: RunState<ServeValues>,
  t: Translate,
): string | typeof nothing {
  if (status === "failed") {
    return t("failed", { message: error instanceof Error ? error.message : String(error) });
  }
  if (from === "run") return t(status === "stopped" ? "simulation-stopped" : "from-run");
  return from === "recorded" ? t("from-recorded") : nothing;
}

/** What each of the three is worth here. */
function headline(values: ServeValues, run: RunState<ServeValues>, t: Translate): string {
  const { points } = pointsOf(values, run);
  const isWhole = arrangements.every((of) => points.some(({ arrangement }) => arrangement === of));
  if (!isWhole) return t("headline-nothing");
  const all = holdsUpTo(points, "all");
  if (all === null) return t("headline-never");
  const part = (arrangement: Arrangement) => {
    const held = holdsUpTo(points, arrangement);
    return held === null ? t("part-never") : t("part-share", { share: percent(held / all, t) });
  };
  return t("headline", {
    all: rateText(all, t),
    small: part("no-small"),
    paging: part("no-paging"),
    continuous: part("no-continuous"),
  });
}

function arrangementsTable(
  { rooms }: ServeResult,
  values: ServeValues,
  t: Translate,
  run: RunState<ServeValues>,
): Table {
  const { points } = pointsOf(values, run);
  const none: Cell = { text: "–", value: "" };
  const number = (value: number | undefined, digits = 3): Cell =>
    value === undefined ? none : { text: formatSignificant(value, digits, t.lang), value };
  const time = (value: number | undefined): Cell =>
    value === undefined ? none : { text: formatDuration(1000 * value, t.lang), value };
  return {
    caption: t("table-caption"),
    columns: ["arrangement", "room", "rate", "running", "tokens", "ttft", "tpot", "compute"].map(
      (name) => t(`column.${name}`),
    ),
    units: [null, null, "1/s", null, "1/s", "s", "s", null],
    rows: rooms.map(({ arrangement, requests }) => {
      const at = bestOf(points, arrangement);
      return [
        t(`arrangement.${arrangement}`),
        { text: formatInteger(requests, t.lang), value: requests },
        number(at?.rate),
        number(at?.running),
        number(at?.outputTokens),
        time(at?.ttft),
        time(at?.tpot),
        at ? { text: percent(at.computeBound, t), value: at.computeBound } : none,
      ];
    }),
    own: 0,
  };
}

const bestOf = (
  points: readonly ServePoint[],
  arrangement: Arrangement,
): ServePoint | undefined => {
  const held = holdsUpTo(points, arrangement);
  return points.find((point) => point.arrangement === arrangement && point.rate === held);
};

function notes({ model, hasTwin }: ServeResult, values: ServeValues, t: Translate): string {
  const assumptions = t("assumptions", {
    model: model.name,
    format: t(`option.kv.${values.kv}`),
    block: blockTokens,
    places: formatInteger(places, t.lang),
    budget: formatInteger(budget, t.lang),
    memory: 100 * reached.memoryUtilization,
    flops: 100 * reached.flopsUtilization,
  });
  return [assumptions, ...(hasTwin ? [] : [t("even-note")]), ...stepNotes(model, values, t)].join(
    " ",
  );
}
