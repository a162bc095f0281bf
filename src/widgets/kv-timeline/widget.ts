import { html } from "lit";
import { example, gpuById, modelById } from "../../data/index.ts";
import { formatInteger, formatSignificant } from "../../i18n/format.ts";
import { assumedReach } from "../../model/serve/service-costs.ts";
import type { Sentence, Translate } from "../translate.ts";
import { type Cell, figureOf, type Table, widget } from "../widget.ts";
import { compute, type TimelineResult } from "./compute.ts";
import { percent, seconds, timelinesData } from "./figures.ts";
import { messages } from "./messages.ts";
import { params } from "./params.ts";
import { follow } from "./pick.ts";
import { longRequest, middleAnswer, shortPrompt, type TimelineValues } from "./scenario.ts";

export default widget({
  tag: "kv-timeline",
  params,
  messages,
  compute,
  summary,
  figures: {
    chart: figureOf(
      async () => (await import("../../charts/timelines.ts")).timelines,
      timelinesData,
    ),
  },
  table: schedulesTable,
  view: (context) => {
    const { result, values, t, controls, figure, table } = context;
    return html`
    <div class="split under">
      ${controls("spread", "long", "budget", "gap")}
      <div class="beside">
        <div class="map" @click=${(event: Event) => follow(event, context)}>${figure("chart")}</div>
        <p class="remark fates">${followedText(result, values, t)}</p>
        ${table("open")}
      </div>
    </div>
    <div class="more">${controls("places", "requests", "request", "seed")}</div>
    <p class="source">${sourceText(values, t)}</p>`;
  },
});

function summary({ all }: TimelineResult, values: TimelineValues, t: Translate): Sentence {
  const fill = Object.fromEntries(
    all.flatMap(({ schedule, end, longestPause, ttft }) => [
      [schedule, { text: seconds(end, t), role: schedule === "static" ? "waste" : "kv" }],
      [`pause-${schedule}`, seconds(longestPause, t)],
      [`ttft-${schedule}`, seconds(ttft, t)],
    ]),
  );
  return t.sentence("summary", {
    ...fill,
    requests: { text: formatInteger(values.requests, t.lang), param: "requests" },
    places: { text: formatInteger(values.places, t.lang), param: "places" },
  });
}

/** How long the user of the request that is followed waits. */
function followedText(
  { all, followed }: TimelineResult,
  values: TimelineValues,
  t: Translate,
): string {
  if (followed === null) return t("follows-none");
  const rows = all.flatMap(({ schedule, served }) => {
    const user = served.find(({ request }) => request === followed);
    if (!user) return [];
    const first = seconds(user.firstToken - user.arrival, t);
    const last = seconds(user.finished - user.arrival, t);
    return [t("follows-row", { schedule: t(`short.${schedule}`), first, last })];
  });
  return t("follows", { n: formatInteger(values.request, t.lang), rows: rows.join("; ") });
}

function schedulesTable({ all }: TimelineResult, values: TimelineValues, t: Translate): Table {
  const time = (value: number): Cell => ({ text: seconds(value, t), value });
  return {
    caption: t("table-caption", {
      requests: formatInteger(values.requests, t.lang),
      places: formatInteger(values.places, t.lang),
    }),
    columns: ["schedule", "end", "rate", "busy", "ttft", "latency", "pause"].map((name) =>
      t(`column.${name}`),
    ),
    units: [null, "s", "1/s", null, "s", "s", "s"],
    rows: all.map(({ schedule, end, rate, busy, ttft, latency, longestPause }) => [
      t(`short.${schedule}`),
      time(end),
      { text: formatSignificant(rate, 3, t.lang), value: rate },
      { text: percent(busy, t), value: busy },
      ...[ttft, latency, longestPause].map(time),
    ]),
  };
}

const sourceText = (values: TimelineValues, t: Translate): string =>
  t("source", {
    model: modelById(example.model).name,
    gpus: `${example.count} × ${gpuById(example.gpu).name}`,
    memory: 100 * assumedReach.memoryUtilization,
    flops: 100 * assumedReach.flopsUtilization,
    answer: middleAnswer,
    prompt: shortPrompt,
    long: formatInteger(longRequest(values) + 1, t.lang),
  });
