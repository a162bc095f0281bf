import { render } from "@lit-labs/ssr";
import { collectResult } from "@lit-labs/ssr/lib/render-result.js";
import { html, type TemplateResult } from "lit";
import type { Lang } from "../i18n/locales.ts";
import { commonMessages } from "../widgets/common-messages.ts";
import { type FrameHost, frame } from "../widgets/frame.ts";
import { parseValues, toQuery } from "../widgets/params.ts";
import { plainText, translator } from "../widgets/translate.ts";
import type { AnyWidget } from "../widgets/widget.ts";
import { pagePictures } from "./draw.ts";

export interface RenderedWidget {
  /** The inside of the shadow root, as the element's first render makes it. */
  readonly shadow: string;
  /** The result in one sentence, as text. */
  readonly summary: string;
  /** A drawing for each figure, wide and narrow, for the slot of its name. */
  readonly figures: readonly { readonly name: string; readonly svgs: string }[];
  /** The state they show, as a query: the element keeps them while it is in that state. */
  readonly state: string;
  readonly params: readonly string[];
  /** Pairs "n-kv:model": the first goes back to its default when the second changes. */
  readonly follows: readonly string[];
}

/** Everything the build puts into a page for a widget in a given state. */
export async function renderWidget(
  definition: AnyWidget,
  lang: Lang,
  read: (name: string) => string | undefined,
): Promise<RenderedWidget> {
  const t = translator(lang, commonMessages[lang], definition.messages[lang]);
  const values = parseValues(definition.params, read);
  const result = definition.compute(values);
  const state = { values, result, t, run: idleRun };
  const entries = Object.entries(definition.figures ?? {});
  const figures = await Promise.all(
    entries.map(async ([name, { load, data }]) => ({
      name,
      svgs: pagePictures(await load(), data(result, values, t, idleRun)),
    })),
  );
  return {
    shadow: settled(await collectResult(render(frame(definition, state, silentHost)))),
    summary: plainText(definition.summary(result, values, t)),
    figures,
    state: toQuery(definition.params, values),
    params: definition.params.map((param) => param.name),
    follows: definition.params.flatMap(({ name, follows = [] }) =>
      follows.map((followed) => `${name}:${followed}`),
    ),
  };
}

/**
 * Without lit's hydration markers (the element renders afresh); with the slots of the figures, which
 * lit's server renderer refuses outside an element of its own; with boolean attributes as HTML means
 * them, where lit writes the property's value and `checked="false"` would be checked; without the
 * indentation of the templates, which a page of several widgets pays for.
 */
const settled = (shadow: string): string =>
  shadow
    .replace(/<!--.*?-->|<\?>/g, "")
    .replace(/\s+(checked|selected)="(true|false)"/g, (_, name, on) =>
      on === "true" ? ` ${name}` : "",
    )
    .replace(/\n\s+/g, "\n")
    .replace(
      /(<div class="figure" data-figure="([\w-]+)">)(?=<\/div>)/g,
      '$1<slot name="$2"></slot>',
    );

const inert = () => {};

const idleRun = {
  status: "idle",
  prepared: null,
  values: null,
  events: [],
  error: null,
  start: inert,
  stop: inert,
} as const;

const silentHost: FrameHost = {
  set: inert,
  activate: inert,
  refuse: inert,
  active: null,
  errors: new Map(),
  reset: inert,
  share: inert,
  export: inert,
  exportOpen: false,
  openExport: inert,
  notice: "",
  link: null,
  drawnOnly: true,
  brought: null,
  bring: inert,
  clear: inert,
  figure: (name): TemplateResult => html`<div class="figure" data-figure=${name}></div>`,
};
