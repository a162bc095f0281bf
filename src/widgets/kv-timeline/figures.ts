import { barStates, type TimelinesData } from "../../charts/timelines.ts";
import { formatDuration, formatInteger, formatShare } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import type { ScheduleResult, TimelineResult } from "./compute.ts";
import type { TimelineValues } from "./scenario.ts";

export const seconds = (value: number, t: Translate): string =>
  formatDuration(1000 * value, t.lang);

export const percent = (share: number, t: Translate): string => formatShare(share, 0, t.lang);

/** The places of every schedule against time, and who waits in front of them. */
export function timelinesData(
  { all, followed }: TimelineResult,
  values: TimelineValues,
  t: Translate,
): TimelinesData {
  const names = [...barStates, "waits" as const].map((state) => [state, t(`state.${state}`)]);
  return {
    panels: all.map((result) => ({
      name: t(`schedule.${result.schedule}`),
      note: t("note", {
        end: seconds(result.end, t),
        busy: percent(result.busy, t),
        pause: seconds(result.longestPause, t),
      }),
      bars: result.bars.map((bar) => ({ ...bar, request: bar.request + 1 })),
      waits: waitsOf(result),
      end: result.end,
    })),
    places: values.places,
    requests: values.requests,
    lit: followed === null ? null : followed + 1,
    names: Object.fromEntries(names) as TimelinesData["names"],
    xAxis: t("axis-seconds"),
    label: t("chart-label", {
      requests: formatInteger(values.requests, t.lang),
      places: formatInteger(values.places, t.lang),
      rows: all
        .map(({ schedule, end }) => `${t(`short.${schedule}`)} ${seconds(end, t)}`)
        .join(", "),
    }),
  };
}

/** From arrival to the first place, of those who have to wait. */
function waitsOf({ served, bars, end }: ScheduleResult): TimelinesData["panels"][number]["waits"] {
  return served.flatMap(({ request, arrival }) => {
    const to = bars.find((bar) => bar.request === request)?.from ?? arrival;
    // Whoever waits for the step in progress alone would be a speck.
    return to - arrival > end / 200 ? [{ request: request + 1, from: arrival, to }] : [];
  });
}
