import { html, type TemplateResult } from "lit";
import type { Lang } from "../i18n/locales.ts";
import type { Messages } from "./translate.ts";
import type { ViewContext } from "./widget.ts";

type Context = Pick<
  ViewContext<Readonly<Record<string, unknown>>, unknown>,
  "brought" | "bring" | "set" | "t"
> & { readonly values: Readonly<Record<string, unknown>> };

/** Milliseconds between two moments. */
const pace = 260;

/** A play that is going on; the next one is another. */
class Play {}

/** Buttons that move a number parameter on: by one, or by itself up to its end. */
export function player(context: Context, name: string, last: number): TemplateResult {
  const { brought, values, set, bring, t } = context;
  const at = Number(values[name]);
  const isPlaying = brought instanceof Play;
  const stop = () => bring(() => null);
  const start = () => {
    const play = new Play();
    const next = () =>
      bring((before, { [name]: now }: Readonly<Record<string, unknown>>) => {
        if (before !== play) return before;
        if (Number(now) >= last) return null;
        set({ [name]: Number(now) + 1 }, Number(now) + 1 === last);
        setTimeout(next, pace);
        return play;
      });
    if (at >= last) set({ [name]: 0 });
    bring(() => play);
    setTimeout(next, pace);
  };
  return html`<div class="player">
    <button type="button" class="go" aria-pressed=${isPlaying ? "true" : "false"}
      @click=${isPlaying ? stop : start}>${t(isPlaying ? "player-pause" : "player-play")}</button>
    <button type="button" class="go second" aria-disabled=${at <= 0 ? "true" : "false"}
      @click=${() => at > 0 && set({ [name]: at - 1 })}>${t("player-back")}</button>
    <button type="button" class="go second" aria-disabled=${at >= last ? "true" : "false"}
      @click=${() => at < last && set({ [name]: at + 1 })}>${t("player-next")}</button>
  </div>`;
}

/** Names of the buttons. */
export const playerMessages = {
  ko: {
    "player-play": "재생",
    "player-pause": "멈춤",
    "player-back": "이전",
    "player-next": "다음",
  },
  en: {
    "player-play": "Play",
    "player-pause": "Pause",
    "player-back": "Back",
    "player-next": "Next",
  },
} as const satisfies Readonly<Record<Lang, Messages>>;
