import type { Translate } from "./translate.ts";

/** The values of a widget's parameters, by name. */
export type Values = Readonly<Record<string, number | string | boolean>>;

/** Fixed, or computed from the parameters that stand earlier in the list. */
type Derived<T> = T | ((values: Values) => T);

interface ParamBase {
  /** Attribute, query key and control are all named so. */
  readonly name: string;
  /** Back to the default when one of these changes, e.g. the KV heads with the model. */
  readonly follows?: readonly string[];
  /** Which message names it, where that depends on the values; else `param.<name>`. */
  readonly label?: (values: Values) => string;
  /** The control shows only while this holds. */
  readonly when?: (values: Values) => boolean;
}

export interface NumberParam extends ParamBase {
  readonly kind: "number";
  readonly min: Derived<number>;
  readonly max: Derived<number>;
  /** What the slider moves by; values are multiples of it, or of `precision` where that is finer. */
  readonly step: number;
  readonly precision?: number;
  /** `powers`: the slider moves by powers of two; any value can still be typed. */
  readonly scale?: "powers";
  readonly default: Derived<number>;
}

export interface ChoiceParam extends ParamBase {
  readonly kind: "choice";
  readonly options: readonly string[];
  /** What a list calls an option in the current state, where that is not its usual name. */
  readonly optionName?: (option: string, values: Values, t: Translate) => string | null;
  /** The heading under which an option stands in a long list. */
  readonly group?: (option: string) => string;
  readonly default: string;
}

export interface ToggleParam extends ParamBase {
  readonly kind: "toggle";
  readonly default: boolean;
}

/** A text that something else than a control sets, a pasted file or a link, unless it is typed. */
export interface TextParam extends ParamBase {
  readonly kind: "text";
  /** The reader writes it into a field. */
  readonly typed?: true;
  readonly maxLength: number;
  /** Any other text becomes the default; one that is typed and too long loses its end. */
  readonly valid: (text: string) => boolean;
  /** Shown in the empty field: what is taken then. */
  readonly placeholder?: (values: Values) => string;
  /** What a docs table says it holds. */
  readonly holds: string;
  readonly default: string;
}

export type Param = NumberParam | ChoiceParam | ToggleParam | TextParam;

/** The type of the values that a list of parameters parses to. */
export type ValuesOf<List extends readonly Param[]> = {
  readonly [P in List[number] as P["name"]]: P extends { kind: "number" }
    ? number
    : P extends { kind: "toggle" }
      ? boolean
      : P extends { options: readonly (infer Option)[] }
        ? Option
        : P extends { kind: "text" }
          ? string
          : never;
};

const derived = <T>(value: Derived<T>, values: Values): T =>
  typeof value === "function" ? (value as (values: Values) => T)(values) : value;

/** A number's least and greatest value, given the values before it. */
export function rangeOf(param: NumberParam, values: Values): { min: number; max: number } {
  return { min: derived(param.min, values), max: derived(param.max, values) };
}

/** The message that names a parameter. */
export const labelKey = (param: Param, values: Values): string =>
  param.label?.(values) ?? `param.${param.name}`;

/** What a parameter is when nothing sets it. */
export function defaultOf(param: Param, values: Values): number | string | boolean {
  return derived<number | string | boolean>(param.default, values);
}

/**
 * Values from text: attributes, a query, anything hostile. Never throws. A number is clamped to its
 * range and rounded to its step; what is no number, or no option, becomes the default.
 */
export function parseValues<const List extends readonly Param[]>(
  params: List,
  read: (name: string) => string | null | undefined,
): ValuesOf<List> {
  const values: Record<string, number | string | boolean> = {};
  for (const param of params) {
    const text = read(param.name);
    values[param.name] =
      text === null || text === undefined
        ? defaultOf(param, values)
        : parseValue(param, text, values);
  }
  return values as ValuesOf<List>;
}

function parseValue(param: Param, text: string, values: Values): number | string | boolean {
  const otherwise = defaultOf(param, values);
  if (param.kind === "choice") return param.options.includes(text) ? text : otherwise;
  if (param.kind === "toggle") return text === "" || text === "true" || text === param.name;
  if (param.kind === "text") {
    const held = param.typed ? text.slice(0, param.maxLength) : text;
    return held.length <= param.maxLength && param.valid(held) ? held : otherwise;
  }
  const number = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isNaN(number) ? otherwise : clamp(param, number, values);
}

function clamp(param: NumberParam, number: number, values: Values): number {
  const { min, max } = rangeOf(param, values);
  const inside = Math.min(max, Math.max(min, number));
  const step = param.precision ?? param.step;
  // Steps below 1 are decimal fractions: divide, so that 0.1 × 3 does not become 0.30000000000000004.
  const perUnit = Math.round(1 / step);
  return step < 1 ? Math.round(inside * perUnit) / perUnit : Math.round(inside / step) * step;
}

/** A value as attribute or query text. */
export const formatValue = (value: number | string | boolean): string => String(value);

/** The parameters that differ from their defaults: what a link has to carry. */
export function nonDefault(params: readonly Param[], values: Values): Record<string, string> {
  const differing: Record<string, string> = {};
  for (const param of params) {
    const value = values[param.name];
    if (value !== undefined && value !== defaultOf(param, values)) {
      differing[param.name] = formatValue(value);
    }
  }
  return differing;
}

/** The same as a query string, in the order of the list; empty for the default state. */
export const toQuery = (params: readonly Param[], values: Values): string =>
  new URLSearchParams(nonDefault(params, values)).toString();
