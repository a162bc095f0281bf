import { langs } from "../../src/i18n/locales.ts";
import { commonMessages } from "../../src/widgets/common-messages.ts";
import { type Param, parseValues, rangeOf, type Values } from "../../src/widgets/params.ts";
import { definitionOf, tags } from "../../src/widgets/registry.ts";
import { type Translate, translator } from "../../src/widgets/translate.ts";
import type { AnyWidget, RunState } from "../../src/widgets/widget.ts";

/** Every widget's definition. */
export const widgets: readonly AnyWidget[] = await Promise.all(tags.map(definitionOf));

/** A widget's words in both languages. */
export const translators = (widget: AnyWidget): readonly Translate[] =>
  langs.map((lang) => translator(lang, commonMessages[lang], widget.messages[lang]));

/** A repeatable source of numbers from 0 to 1 (xorshift32, https://www.jstatsoft.org/v08/i14). */
export function seededRandom(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const pick = <T>(from: readonly T[], random: () => number): T =>
  from[Math.floor(random() * from.length)] as T;

/** Texts for a parameter that holds one: layers, and what is none. */
const texts = ["", "1*h8x128", "4(3*s32x128x128k8192x3,1*h2x256)", "9*o", "<script>", "1*n"];

/** Random text for one attribute: mostly inside the range, often at its ends, sometimes beyond. */
function randomText(param: Param, values: Values, random: () => number): string | null {
  if (random() < 0.3) return null;
  if (param.kind === "choice") return pick(param.options, random);
  if (param.kind === "toggle") return pick(["true", "false", ""], random);
  if (param.kind === "text") return pick(texts, random);
  const { min, max } = rangeOf(param, values);
  const inside = min + (max - min) * random();
  const small = min + (max - min) * random() ** 8;
  return String(pick([inside, small, small, min, max, min - 1, max * 2], random));
}

/** The models a widget can show; one `null` for a widget without. */
export function modelsOf(widget: AnyWidget): readonly (string | null)[] {
  const model = widget.params.find((param) => param.name === "model");
  return model?.kind === "choice" ? model.options : [null];
}

/** Random attributes of a widget, all but those that are given. */
export function randomAttributes(
  widget: AnyWidget,
  random: () => number,
  given: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = { ...given };
  for (const param of widget.params) {
    if (param.name in attributes) continue;
    const values = parseValues(widget.params, (name) => attributes[name]) as Values;
    const text = randomText(param, values, random);
    if (text !== null) attributes[param.name] = text;
  }
  return attributes;
}

/** Random states of a widget for each of its models, and both ends of all ranges. */
export function fuzzStates(widget: AnyWidget): readonly Readonly<Record<string, string>>[] {
  const random = seededRandom(widget.tag.length * 7919);
  const models = modelsOf(widget);
  const rounds = models.length > 1 ? 12 : 400;
  return models.flatMap((model) => {
    const given: Readonly<Record<string, string>> = model === null ? {} : { model };
    const ends = ["-1e999", "1e999"].map((end) => ({
      ...Object.fromEntries(widget.params.map(({ name }) => [name, end])),
      ...given,
    }));
    const drawn = Array.from({ length: rounds }, () => randomAttributes(widget, random, given));
    return [...ends, ...drawn];
  });
}

/** A run that nobody has started. */
export const idleRun: RunState<never> = {
  status: "idle",
  prepared: null,
  values: null,
  events: [],
  error: null,
  start: () => undefined,
  stop: () => undefined,
};

/** A widget's values from some of its attributes. */
export const valuesOf = (
  widget: AnyWidget,
  attributes: Readonly<Record<string, string>> = {},
): Values => parseValues(widget.params, (name) => attributes[name]) as Values;
