import type { PromiseStripsData } from "../../charts/promise-strips.ts";
import { formatShare, formatSignificant } from "../../i18n/format.ts";
import { attainment } from "../../model/serve/steady-window.ts";
import type { Translate } from "../translate.ts";
import type { RunState } from "../widget.ts";
import { type Arrangement, arrangements, type ServeValues } from "./arrangements.ts";
import type { ServeResult } from "./compute.ts";
import { eventsOf } from "./points.ts";
import { holdOf, pointsOf, rates, type ServeEvent, type ServeHold } from "./sweep.ts";

export const rateText = (rate: number, t: Translate): string => formatSignificant(rate, 3, t.lang);

export const percent = (share: number, t: Translate): string =>
  share < 0.01 ? t("under-one") : formatShare(share, 0, t.lang);

/** What is left of the load that all three together hold; `null` where that says nothing. */
export function shareOf(hold: ServeHold, whole: ServeHold | null): number | null {
  if (hold.rate === null || whole?.rate == null || hold.isLeast || whole.isLeast) return null;
  return Math.min(1, hold.rate / whole.rate);
}

/** How far an arrangement holds, in words; nothing while it has not been found out. */
export function holdsText(
  events: readonly ServeEvent[],
  arrangement: Arrangement,
  t: Translate,
): string {
  const hold = holdOf(events, arrangement);
  if (!hold) return "";
  if (!hold.hasRoom) return t("holds-no-room");
  if (hold.rate === null) return t("holds-never", { n: rateText(rates[0], t) });
  const n = rateText(hold.rate, t);
  if (hold.isLeast) return t("holds-least", { n });
  const share = arrangement === "all" ? null : shareOf(hold, holdOf(events, "all"));
  return share === null ? t("holds", { n }) : t("holds-part", { n, share: percent(share, t) });
}

/** The share of promises kept, against load. */
export function stripsData(
  { rooms }: ServeResult,
  values: ServeValues,
  t: Translate,
  run: RunState<ServeValues>,
): PromiseStripsData {
  const { events } = eventsOf(values, run);
  const hasRoom = (arrangement: Arrangement) =>
    rooms.some((room) => room.arrangement === arrangement && room.requests > 0);
  const strips = arrangements.map((arrangement) => ({
    name: t(`arrangement.${arrangement}`),
    holds: hasRoom(arrangement) ? holdsText(events, arrangement, t) : t("holds-no-room"),
    empty: hasRoom(arrangement) ? t("not-simulated") : "",
    points: pointsOf(events, arrangement).map(({ rate, kept }) => ({ rate, share: kept })),
    upTo: holdOf(events, arrangement)?.rate ?? null,
    own: arrangement === "all",
  }));
  return {
    strips,
    rates,
    line: attainment,
    names: {
      axis: t("axis-rate"),
      line: t("axis-kept", { share: percent(attainment, t) }),
    },
    label: t("strips-label", {
      rows: strips.map(({ name, holds }) => `${name}: ${holds || t("not-simulated")}`).join(", "),
    }),
  };
}
