import { html, nothing, type TemplateResult } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import type { Variant } from "../../lab/family.ts";
import { parameterCount } from "../../lab/parameters.ts";
import type { Translate } from "../translate.ts";
import type { ViewContext } from "../widget.ts";
import { insteadOf, type Prompt } from "./prompt.ts";
import { longestPrompt } from "./prompt-param.ts";
import { hasHangul } from "./romanized.ts";
import { namedLetter, visible } from "./seen-letter.ts";
import { letters as known, textShape } from "./text-models.ts";

/** Of a widget whose model reads what is written in `prompt`. */
type Context = Pick<
  ViewContext<{ readonly prompt: string }, { readonly prompt: Prompt }>,
  "result" | "values" | "t" | "set" | "controls"
>;

/** Prompts to start from; the second is one that the model cannot read. */
export const starts = ["In the beginning God", "태초에 하나님이", "And Jesus answered"] as const;

/** The field, prompts to start from, and what is wrong with the one that is written. */
export function promptPart(context: Context, texts: readonly string[] = starts): TemplateResult {
  const { result, values, t, set, controls } = context;
  const { prompt } = result;
  return html`${controls("prompt")}
    <div class="starts" role="group" aria-label=${t("starts")}>
      <span>${t("starts")}</span>
      ${texts.map(
        (
          text,
        ) => html`<button type="button" aria-pressed=${values.prompt === text ? "true" : "false"}
          @click=${() => set({ prompt: text })}>${text}</button>`,
      )}
    </div>
    <div class="refusal" role="status">${
      prompt.problem === "unknown"
        ? refusal(context)
        : prompt.problem === "empty"
          ? html`<p class="state error">${t("prompt-empty")}</p>`
          : nothing
    }</div>`;
}

const mostNamed = 8;

const suggestions = {
  translated: "translated",
  letters: "instead",
  beginning: "instead-cut",
} as const;

/** Which characters, where, why, and what would do. */
function refusal({ result, values, t, set }: Context): TemplateResult {
  const { letters, unknown } = result.prompt;
  const strange = new Set(unknown.map(({ letter }) => letter));
  const named = unknown
    .slice(0, mostNamed)
    .map(({ letter, places }) =>
      t("unknown-letter", { letter: namedLetter(letter), places: places.join(", ") }),
    );
  const more = unknown.length - named.length;
  const list = more > 0 ? [...named, t("unknown-more", { n: more })] : named;
  const instead = insteadOf(values.prompt, longestPrompt);
  const count = formatInteger(known.length, t.lang);
  return html`<div class="state error">
    <p class="marked" aria-hidden="true">${letters.map((letter) =>
      strange.has(letter) ? html`<mark>${namedLetter(letter)}</mark>` : visible(letter),
    )}</p>
    <p><b>${t("unknown", { n: unknown.length })}</b> ${list.join(" ")}</p>
    <p>${hasHangul(values.prompt) ? t("no-hangul") : nothing} ${t("alphabet", { count })}</p>
    ${
      instead === null
        ? nothing
        : html`<p><button type="button" class="instead" @click=${() => set({ prompt: instead.text })}>
            ${t(suggestions[instead.as], { text: instead.text, most: longestPrompt })}</button></p>`
    }
  </div>`;
}

/** What the model is, and what it can do. */
export const aboutModel = (t: Translate, variant: Variant): string =>
  t("about", {
    parameters: formatInteger(parameterCount(textShape(variant)), t.lang),
    count: formatInteger(known.length, t.lang),
  });
