import { html, nothing, type TemplateResult } from "lit";
import { type ControlHost, control } from "./controls.ts";
import type { ChoiceParam, Values } from "./params.ts";
import type { Sentence, Translate } from "./translate.ts";
import type { AnyWidget, RunState } from "./widget.ts";

export type ExportKind = "png" | "svg" | "csv";

/** What the frame shows beside the values, and calls. */
export interface FrameHost extends ControlHost {
  readonly reset: () => void;
  readonly share: () => void;
  readonly export: (kind: ExportKind) => void;
  readonly exportOpen: boolean;
  readonly openExport: (open: boolean) => void;
  /** What the last of these did, for the reader. */
  readonly notice: string;
  /** A link the clipboard refused. */
  readonly link: string | null;
  readonly figure: (name: string) => TemplateResult;
  readonly brought: unknown;
  readonly bring: (next: (before: unknown, values: Values) => unknown) => void;
  readonly clear: (names: readonly string[]) => void;
}

/** One state of a widget: parsed values, what they compute to, and the language. */
export interface WidgetState {
  readonly values: Values;
  readonly result: unknown;
  readonly t: Translate;
  readonly run: RunState;
}

/** The inside of a widget's shadow root: title, sentence, view, bar. */
export function frame(definition: AnyWidget, state: WidgetState, host: FrameHost): TemplateResult {
  const { values, result, t, run } = state;
  const controls = (...names: readonly string[]) => {
    const shown = definition.params.filter((param: { name: string }) =>
      names.length > 0 ? names.includes(param.name) : param.name !== "unit",
    );
    return html`<div class="controls">${shown.map((param: AnyWidget["params"][number]) =>
      control(param, values, t, host),
    )}</div>`;
  };
  const body = definition.view({
    result,
    values,
    t,
    set: (change: Values, settled = true) => {
      for (const [name, value] of Object.entries(change)) host.set(name, value, settled);
    },
    active: host.active,
    controls,
    figure: host.figure,
    table: (how) => table(definition, state, how === "open"),
    run,
    brought: host.brought,
    bring: host.bring,
    clear: host.clear,
  });
  const states = ["root", definition.bare && "bare", host.active !== null && "touched"];
  return html`<div role="group" class=${states.filter(Boolean).join(" ")} aria-label=${t("title")}>
    <header>
      <p class="label">${t("title")}</p>
      <p class="summary" aria-live="polite">${sentence(
        definition.summary(result, values, t),
        host.active,
      )}</p>
    </header>
    ${body}
    ${definition.bare ? nothing : bar(definition, values, t, host)}
  </div>`;
}

/** A sentence with its marked pieces. */
export function sentence(of: Sentence, active: string | null): TemplateResult {
  return html`${of.map((part) => {
    if (typeof part === "string") return part;
    const hot = part.param !== undefined && part.param === active;
    return html`<b class="${part.role ? `t-${part.role}` : ""} ${hot ? "hot" : ""}">${part.text}</b>`;
  })}`;
}

function table(definition: AnyWidget, { values, result, t, run }: WidgetState, open: boolean) {
  if (!definition.table) return html``;
  const { caption, columns, rows, own } = definition.table(result, values, t, run);
  return html`<details class="numbers" ?open=${open}><summary>${t("table")}</summary>
    <div class="scroll" role="group" tabindex="0" aria-label=${caption}><table>
      <caption>${caption}</caption>
      <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      <tbody>${rows.map(
        ([head, ...cells], i) => html`<tr class=${i === own ? "own" : ""}>
          <th scope="row">${head}</th>${cells.map((cell) => html`<td>${cell.text}</td>`)}</tr>`,
      )}</tbody>
    </table></div></details>`;
}

const formats: readonly ExportKind[] = ["png", "svg", "csv"];

function bar(definition: AnyWidget, values: Values, t: Translate, host: FrameHost) {
  const unit = definition.params.find((param: { name: string }) => param.name === "unit");
  const offered = formats.filter((kind) =>
    kind === "csv" ? definition.table : Object.keys(definition.figures ?? {}).length > 0,
  );
  return html`<footer class="bar">
    <button type="button" @click=${host.reset}>${t("reset")}</button>
    <button type="button" @click=${host.share}>${t("share")}</button>
    ${
      offered.length === 0
        ? nothing
        : html`<div class="menu" @keydown=${(event: KeyboardEvent) => {
            if (event.key !== "Escape") return;
            host.openExport(false);
            (event.currentTarget as Element).querySelector("button")?.focus();
          }}>
      <button type="button" aria-expanded=${host.exportOpen ? "true" : "false"}
        @click=${() => host.openExport(!host.exportOpen)}>${t("export")}</button>
      ${
        host.exportOpen
          ? offered.map(
              (kind) =>
                html`<button type="button" @click=${() => host.export(kind)}>${t(`export-${kind}`)}</button>`,
            )
          : nothing
      }</div>`
    }
    ${unit ? unitSwitch(unit as ChoiceParam, values, t, host) : nothing}
    <p class="notice" role="status">${host.notice}</p>
    ${
      host.link === null
        ? nothing
        : html`<input class="link" type="text" readonly .value=${host.link} aria-label=${t("copy-by-hand")}
        @focus=${(event: Event) => (event.target as HTMLInputElement).select()}>`
    }
  </footer>`;
}

function unitSwitch(param: ChoiceParam, values: Values, t: Translate, host: FrameHost) {
  return html`<fieldset class="units"><legend class="sr">${t("unit-switch")}</legend>${param.options.map(
    (option) => html`<label><input type="radio" name="unit" value=${option}
      .checked=${values.unit === option}
      @change=${() => host.set("unit", option, true)}><span>${option}</span></label>`,
  )}</fieldset>`;
}
