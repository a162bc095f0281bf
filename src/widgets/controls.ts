import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { formatInteger } from "../i18n/format.ts";
import type { ChoiceParam, NumberParam, Param, ToggleParam, Values } from "./params.ts";
import { labelKey, rangeOf } from "./params.ts";
import { textField } from "./text-field.ts";
import type { Translate } from "./translate.ts";

/** What the controls call; the element is one, the build's silent stand-in another. */
export interface ControlHost {
  /** `settled`: the reader let go, so that others may follow. */
  readonly set: (name: string, value: number | string | boolean, settled: boolean) => void;
  readonly activate: (name: string | null) => void;
  /** Says what was wrong with a typed value; `set` takes it back. */
  readonly refuse: (name: string, message: string) => void;
  readonly active: string | null;
  readonly errors: ReadonlyMap<string, string>;
  /** Nobody can choose yet: long lists are drawn with the chosen option alone. */
  readonly drawnOnly?: boolean;
}

/** Up to this many options stand side by side, if their names are short; others become a list. */
const mostSegments = 4;
/** Letters of all names together that fit in a column of controls; a syllable of Hangul is two. */
const mostLetters = 30;

/** The control of one parameter. */
export function control(
  param: Param,
  values: Values,
  t: Translate,
  host: ControlHost,
): TemplateResult | typeof nothing {
  if (param.when && !param.when(values)) return nothing;
  if (param.kind === "text") return param.typed ? textField(param, values, t, host) : nothing;
  if (param.kind === "number") return slider(param, values, t, host);
  if (param.kind === "toggle") return toggle(param, values, t, host);
  return isShort(param, t) ? segments(param, values, t, host) : list(param, values, t, host);
}

function isShort({ name, options }: ChoiceParam, t: Translate): boolean {
  if (options.length > mostSegments) return false;
  const names = options.map((option) => t(`option.${name}.${option}`)).join("");
  return [...names].reduce((sum, letter) => sum + (letter >= "\u1100" ? 2 : 1), 0) <= mostLetters;
}

function slider(param: NumberParam, values: Values, t: Translate, host: ControlHost) {
  const { name } = param;
  const value = Number(values[name]);
  const range = rangeOf(param, values);
  const powers = param.scale === "powers";
  const place = (of: number) => (powers ? Math.log2(of) : of);
  // Of powers the slider has whole ones, so that its ends are beyond the range's.
  const ends = powers
    ? { min: Math.floor(place(range.min)), max: Math.ceil(place(range.max)) }
    : range;
  const hot = host.active === name;
  const error = host.errors.get(name);
  const moved = (event: Event, settled: boolean) => {
    const at = (event.target as HTMLInputElement).valueAsNumber;
    host.set(name, powers ? 2 ** at : at, settled);
  };
  return html`<div class="control" @focusin=${() => host.activate(name)}
    @focusout=${() => host.activate(null)} @pointerenter=${() => host.activate(name)}
    @pointerleave=${() => host.activate(null)}>
    <div class="name">
      <label for=${`range-${name}`}>${t(labelKey(param, values))}</label>
      <span class="typed ${hot ? "hot" : ""}"><input id=${`typed-${name}`} type="text" inputmode="decimal"
        autocomplete="off" size=${Math.max(2, written(value, t).length)}
        aria-label=${t("typed", { name: t(labelKey(param, values)) })}
        aria-invalid=${error ? "true" : "false"} aria-describedby=${`error-${name}`}
        .value=${written(value, t)}
        @change=${(event: Event) => typed(event, param, values, t, host)}> ${unitOf(name, t)}</span>
    </div>
    <input id=${`range-${name}`} type="range" class=${hot ? "on" : ""}
      min=${ends.min} max=${ends.max} step=${powers ? 1 : param.step}
      aria-valuetext=${`${written(value, t)} ${unitOf(name, t)}`.trim()}
      .value=${String(place(value))}
      @keydown=${(event: KeyboardEvent) => powers && stepPower(event, value, (to) => host.set(name, to, true))}
      @input=${(event: Event) => moved(event, false)} @change=${(event: Event) => moved(event, true)}>
    <p class="error" id=${`error-${name}`} role="status">${error ?? nothing}</p>
  </div>`;
}

const up = ["ArrowRight", "ArrowUp"];
const down = ["ArrowLeft", "ArrowDown"];

/** Arrow keys on a slider of powers: from 999 to 1,024, not past it to 2,048. */
function stepPower(event: KeyboardEvent, from: number, set: (to: number) => void): void {
  if (!up.includes(event.key) && !down.includes(event.key)) return;
  event.preventDefault();
  const power = Math.log2(from);
  set(2 ** (up.includes(event.key) ? Math.floor(power) + 1 : Math.ceil(power) - 1));
}

/** "131072", "131,072", "1.5e3"; in a field of powers also "128k", where k is 1,024. */
function readNumber(text: string, powers: boolean): number {
  const plain = text.replace(/[,\s_]/g, "");
  const [, digits = plain, suffix = ""] = powers ? (/^(.+?)([km])$/i.exec(plain) ?? []) : [];
  const factor = { "": 1, k: 2 ** 10, m: 2 ** 20 }[suffix.toLowerCase()] ?? Number.NaN;
  return digits === "" ? Number.NaN : Number(digits) * factor;
}

/** Takes what the reader typed, or says what is wrong with it. */
function typed(
  event: Event,
  param: NumberParam,
  values: Values,
  t: Translate,
  host: ControlHost,
): void {
  const input = event.target as HTMLInputElement;
  const { min, max } = rangeOf(param, values);
  const said = { min: written(min, t), max: written(max, t) };
  const number = readNumber(input.value, param.scale === "powers");
  const mistake = Number.isNaN(number)
    ? t("not-a-number", said)
    : number < min || number > max
      ? t("out-of-range", said)
      : null;
  const still = t("still", { value: written(Number(values[param.name]), t) });
  if (mistake === null) host.set(param.name, number, true);
  else host.refuse(param.name, `${mistake} ${still}`);
}

/** A number as its field shows it. */
export const written = (value: number, t: Translate): string =>
  Number.isInteger(value) ? formatInteger(value, t.lang) : String(value);

const unitOf = (name: string, t: Translate): string => t(`unit.${name}`);

function segments(param: ChoiceParam, values: Values, t: Translate, host: ControlHost) {
  const { name } = param;
  return html`<fieldset class="control">
    <legend class="name">${t(labelKey(param, values))}</legend>
    <div class="segments">${param.options.map(
      (option) => html`<label><input type="radio" name=${name} value=${option}
        .checked=${values[name] === option}
        @change=${() => host.set(name, option, true)}><span>${t(`option.${name}.${option}`)}</span></label>`,
    )}</div>
  </fieldset>`;
}

function list(param: ChoiceParam, values: Values, t: Translate, host: ControlHost) {
  const { name } = param;
  const changed = (event: Event) => host.set(name, (event.target as HTMLSelectElement).value, true);
  const names = param.options.map(
    (option) => param.optionName?.(option, values, t) ?? t(`option.${name}.${option}`),
  );
  // A long list is drawn again only when it says something else, not for every move of a slider.
  const options = guard([values[name], ...names], () =>
    grouped(param).map(([group, indices]) => {
      const shown = host.drawnOnly
        ? indices.filter((i) => param.options[i] === values[name])
        : indices;
      if (shown.length === 0) return nothing;
      const entries = shown.map((i) => {
        const option = param.options[i] ?? "";
        return html`<option value=${option} .selected=${values[name] === option}>${names[i]}</option>`;
      });
      return group === "" ? entries : html`<optgroup label=${group}>${entries}</optgroup>`;
    }),
  );
  return html`<div class="control">
    <label class="name" for=${`list-${name}`}>${t(labelKey(param, values))}</label>
    <select id=${`list-${name}`} @change=${changed}>${options}</select>
  </div>`;
}

/** Where the options stand in the list, those of one group together. */
function grouped(param: ChoiceParam): readonly (readonly [string, readonly number[]])[] {
  const groups = new Map<string, number[]>();
  for (const [i, option] of param.options.entries()) {
    const group = param.group?.(option) ?? "";
    groups.set(group, [...(groups.get(group) ?? []), i]);
  }
  return [...groups];
}

function toggle(param: ToggleParam, values: Values, t: Translate, host: ControlHost) {
  const { name } = param;
  const changed = (event: Event) =>
    host.set(name, (event.target as HTMLInputElement).checked, true);
  return html`<div class="control"><label class="toggle"><input type="checkbox"
    .checked=${values[name] === true} @change=${changed}>
    <span>${t(labelKey(param, values))}</span></label></div>`;
}
