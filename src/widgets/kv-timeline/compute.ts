import { type PlaceBar, type Served, type Timeline, timeline } from "../../model/serve/timeline.ts";
import { type ScheduleName, scenarioOf, schedules, type TimelineValues } from "./scenario.ts";

export interface ScheduleResult extends Timeline {
  readonly schedule: ScheduleName;
  /** When the last request has its last token, in seconds. */
  readonly end: number;
  /** Share of all places' time in which a prompt or a token was computed. */
  readonly busy: number;
  /** Of all users: means of the time to the first token and to the last; the longest pause. */
  readonly ttft: number;
  readonly latency: number;
  readonly longestPause: number;
  /** Output tokens a second. */
  readonly rate: number;
}

export interface TimelineResult {
  readonly all: readonly ScheduleResult[];
  /** The request that is followed, as the model numbers it; `null` for none. */
  readonly followed: number | null;
}

/** Everything the widget shows, from its parameters. */
export function compute(values: TimelineValues): TimelineResult {
  return {
    all: schedules.map((schedule) => resultOf(schedule, values)),
    followed: values.request === 0 ? null : values.request - 1,
  };
}

function resultOf(schedule: ScheduleName, values: TimelineValues): ScheduleResult {
  const line = timeline(scenarioOf(schedule, values), values.seed);
  const { bars, served, outcome } = line;
  const end = outcome.seconds;
  const mean = (of: (user: Served) => number) =>
    served.reduce((sum, user) => sum + of(user), 0) / served.length;
  return {
    ...line,
    ...{ schedule, end, busy: bars.reduce(addBusy, 0) / (values.places * end) },
    ttft: mean(({ firstToken, arrival }) => firstToken - arrival),
    latency: mean(({ finished, arrival }) => finished - arrival),
    longestPause: Math.max(...served.map((user) => user.longestPause)),
    rate: outcome.rates.outputTokens,
  };
}

const addBusy = (sum: number, { state, from, to }: PlaceBar): number =>
  state === "prompt" || state === "decode" ? sum + to - from : sum;
