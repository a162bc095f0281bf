import { html, type TemplateResult } from "lit";
import { formatDuration, formatInteger, formatSignificant } from "../../i18n/format.ts";
import { assumedReach } from "../../model/serve/service-costs.ts";
import { isRunOf } from "../known-events.ts";
import { basisOf } from "../model-at.ts";
import { simulateControls } from "../simulate-controls.ts";
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
  type ServeValues,
} from "./arrangements.ts";
import { compute, type ServeResult } from "./compute.ts";
import { percent, rateText, shareOf, stripsData } from "./figures.ts";
import { messages } from "./messages.ts";
import { params } from "./params.ts";
import { eventsOf } from "./points.ts";
import {
  holdOf,
  mostEvents,
  pointsOf,
  rates,
  type ServeEvent,
  type ServePoint,
  sweep,
} from "./sweep.ts";

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
    <div class="split under">
      ${controls("model", "gpu", "count", "prompt", "output", "ttft", "tpot")}
      <div class="beside">
        ${simulating(context)}
        ${figure("chart")}
        <p class="remark headline-serve">${headline(result, values, run, t)}</p>
        ${table("open")}
      </div>
    </div>
    <div class="more">${controls("kv", "weights", "reserve", "most", "seed")}</div>
    <ul class="means">${meanings.map((name) => html`<li>${t(`means.${name}`, fillOf(values, t))}</li>`)}</ul>
    <p class="source">${sourceLine(result.model, basisOf(result.model, t), t)} ${notes(result, values, t)}</p>`;
  },
});

/** What it means to be without something. */
const meanings = ["small", "paging", "continuous"] as const;

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

function simulating({ result, values, t, run }: Context): TemplateResult {
  const n = run.events.length;
  return simulateControls({
    ...{ t, run: run as RunState<never>, n, done: n, of: mostEvents },
    from: eventsOf(values, run).from,
    isShown: isRunOf(params, run, values),
    disabled: result.rooms.every(({ requests }) => requests < 1),
  });
}

/** What each of the three is worth here. */
function headline(
  { rooms }: ServeResult,
  values: ServeValues,
  run: RunState<ServeValues>,
  t: Translate,
): string {
  if (rooms.every(({ requests }) => requests < 1)) return t("headline-no-room");
  const { events } = eventsOf(values, run);
  const all = holdOf(events, "all");
  const isWhole = arrangements.every((of) => holdOf(events, of));
  if (!all || !isWhole)
    return t(run.status === "running" ? "headline-running" : "headline-nothing");
  if (all.rate === null) return t("headline-never", { n: rateText(rates[0], t) });
  const part = (arrangement: Arrangement) => {
    const hold = holdOf(events, arrangement);
    const share = hold && shareOf(hold, all);
    if (share !== null) return t("part-share", { share: percent(share, t) });
    if (hold?.isLeast) return t("part-least");
    if (!hold?.hasRoom) return t("part-no-room");
    return hold.rate === null ? t("part-never") : t("part-rate", { n: rateText(hold.rate, t) });
  };
  return t(all.isLeast ? "headline-least" : "headline", {
    all: rateText(all.rate, t),
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
  const { events } = eventsOf(values, run);
  const none: Cell = { text: "–", value: "" };
  const number = (value: number | undefined): Cell =>
    value === undefined ? none : { text: formatSignificant(value, 3, t.lang), value };
  const time = (value: number | null | undefined): Cell =>
    value == null ? none : { text: formatDuration(1000 * value, t.lang), value };
  return {
    caption: t("table-caption"),
    columns: ["arrangement", "room", "rate", "running", "tokens", "ttft", "tpot", "compute"].map(
      (name) => t(`column.${name}`),
    ),
    units: [null, null, "1/s", null, "1/s", "s", "s", null],
    rows: rooms.map(({ arrangement, requests }) => {
      const at = bestOf(events, arrangement);
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

function bestOf(events: readonly ServeEvent[], arrangement: Arrangement): ServePoint | undefined {
  const held = holdOf(events, arrangement)?.rate;
  return pointsOf(events, arrangement).find(({ rate }) => rate === held);
}

const fillOf = (values: ServeValues, t: Translate) => ({
  format: t(`option.kv.${values.kv}`),
  most: formatInteger(values.most, t.lang),
  block: blockTokens,
  places: formatInteger(places, t.lang),
  budget: formatInteger(budget, t.lang),
});

function notes({ model, hasTwin }: ServeResult, values: ServeValues, t: Translate): string {
  const assumptions = t("assumptions", {
    memory: 100 * assumedReach.memoryUtilization,
    flops: 100 * assumedReach.flopsUtilization,
  });
  return [assumptions, ...(hasTwin ? [] : [t("even-note")]), ...stepNotes(model, values, t)].join(
    " ",
  );
}
