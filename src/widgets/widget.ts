import type { TemplateResult } from "lit";
import type { Chart } from "../charts/chart.ts";
import type { Lang } from "../i18n/locales.ts";
import type { Param, ValuesOf } from "./params.ts";
import type { Messages, Sentence, Translate } from "./translate.ts";

/** A figure of a widget. Its code loads only when a chart has to be drawn in the browser. */
export interface Figure<Values, Result> {
  readonly load: () => Promise<Chart<unknown>>;
  /** `run`: a figure may show what a live run has yielded so far. */
  readonly data: (result: Result, values: Values, t: Translate, run: RunState<Values>) => unknown;
}

/** A cell as it is read on the page, and the number behind it, which the CSV gets. */
export interface Cell {
  readonly text: string;
  readonly value: number | string;
}

/** The numbers behind the figures: the table on the page and the CSV are made from it. */
export interface Table {
  readonly caption: string;
  readonly columns: readonly string[];
  /** Units of the columns' values in the CSV, where they have one. */
  readonly units: readonly (string | null)[];
  readonly rows: readonly (readonly [head: string, ...cells: Cell[]])[];
  /** Index of the row that the reader's own choice is. */
  readonly own?: number;
}

/** Everything a view may show or call. */
export interface ViewContext<Values, Result> {
  readonly result: Result;
  readonly values: Values;
  readonly t: Translate;
  /** `settled`: the reader let go, so that others may follow; so it is unless said otherwise. */
  readonly set: (
    change: Readonly<Record<string, number | string | boolean>>,
    settled?: boolean,
  ) => void;
  /** The parameter under the reader's finger. */
  readonly active: string | null;
  /** Controls of the named parameters, all when none is named. */
  readonly controls: (...names: readonly string[]) => TemplateResult;
  /** The named figure. */
  readonly figure: (name: string) => TemplateResult;
  /** The table; closed unless asked for open. */
  readonly table: (how?: "open") => TemplateResult;
  readonly run: RunState<Values>;
  /** What the reader brought into this widget on this page: in no link, kept nowhere. */
  readonly brought: unknown;
  /** Keeps what becomes of it, beside the values by then. */
  readonly bring: (next: (before: unknown, values: Values) => unknown) => void;
  /** Takes the named parameters back to their defaults. */
  readonly clear: (names: readonly string[]) => void;
}

/** A live run as the view sees it. */
export interface RunState<Values = unknown> {
  readonly status: "idle" | "running" | "done" | "stopped" | "failed";
  /** What `prepare` found; `null` until it has. */
  readonly prepared: unknown;
  /** The state the run was started with; `null` before the first. */
  readonly values: Values | null;
  readonly events: readonly unknown[];
  readonly error: unknown;
  readonly start: () => void;
  readonly stop: () => void;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** What `prepare` found. */
  readonly prepared: unknown;
}

/** One widget, for every surface: chapter, custom element, frame, picture, link. */
export interface Widget<Values, Result> {
  readonly tag: `kv-${string}`;
  readonly params: readonly Param[];
  /** `title` names the widget; `param.<name>` each control; `option.<name>.<option>` each choice. */
  readonly messages: Readonly<Record<Lang, Messages>>;
  /** Pure; never throws on parsed values. */
  readonly compute: (values: Values) => Result;
  /** The result in one sentence. */
  readonly summary: (result: Result, values: Values, t: Translate) => Sentence;
  readonly figures?: Readonly<Record<string, Figure<Values, Result>>>;
  readonly table?: (result: Result, values: Values, t: Translate, run: RunState<Values>) => Table;
  readonly view: (context: ViewContext<Values, Result>) => TemplateResult;
  /** What a run would use, found out without a download once the widget is near the viewport. */
  readonly prepare?: () => Promise<unknown>;
  /** A live run on the reader's device; the view shows what it yields. */
  readonly run?: (values: Values, options: RunOptions) => AsyncIterable<unknown>;
  /** No bar below: for a line of text that recomputes. */
  readonly bare?: boolean;
}

/** Ties a figure's data to its chart, and forgets the type of both. */
export function figureOf<Values, Result, Data>(
  load: () => Promise<Chart<Data>>,
  data: (result: Result, values: Values, t: Translate, run: RunState<Values>) => Data,
): Figure<Values, Result> {
  return { load: load as () => Promise<Chart<unknown>>, data };
}

/** Any widget, once its types have been checked where it is defined. */
// biome-ignore lint/suspicious/noExplicitAny: values and result differ from widget to widget.
export type AnyWidget = Widget<any, any>;

/** Checks a definition's types, language tables included, and returns it. */
export function widget<const List extends readonly Param[], Result, const Keys extends string>(
  definition: Omit<Widget<ValuesOf<List>, Result>, "params" | "messages"> & {
    readonly params: List;
    readonly messages: Readonly<Record<Lang, Readonly<Record<Keys, string>>>>;
  },
): Widget<ValuesOf<List>, Result> {
  return definition;
}
