import { html, type LitElement, type TemplateResult } from "lit";
import { type Chart, chartWidths } from "../charts/chart.ts";
import type { WidgetState } from "./frame.ts";
import { toQuery } from "./params.ts";
import type { AnyWidget, RunState } from "./widget.ts";

/** How far below the viewport chart code is already fetched. */
const nearViewport = "600px";

/** How much of a run there is to draw: a figure is not redrawn for every step that is counted. */
const drawable = ({ events }: RunState): number =>
  events.filter((event) => !["download", "step"].includes((event as { kind: string }).kind)).length;

/**
 * Shows a widget's figures. The build's drawing, in a slot, stands while the state is the one it
 * was drawn for; then chart code loads, once the widget is near the viewport, and draws. Between
 * the two the space is kept and nothing stale is shown.
 */
export class FigureStage {
  readonly #element: LitElement;
  readonly #definition: AnyWidget;
  readonly #code = new Map<string, Chart<unknown>>();
  readonly #drawn = new Map<string, { readonly key: string; readonly svg: SVGSVGElement }>();
  #state: WidgetState | null = null;
  #query = "";
  #near = false;
  #waits = false;
  #narrow = false;
  #intersection: IntersectionObserver | null = null;
  #resize: ResizeObserver | null = null;

  constructor(element: LitElement, definition: AnyWidget) {
    this.#element = element;
    this.#definition = definition;
  }

  /** `near` is called once the widget is near the viewport. */
  connect(near: () => void): void {
    this.#intersection = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        this.#near = true;
        this.#intersection?.disconnect();
        this.#element.requestUpdate();
        near();
      },
      { rootMargin: nearViewport },
    );
    this.#intersection.observe(this.#element);
    this.#resize = new ResizeObserver(([entry]) => {
      const narrow = (entry?.contentRect.width ?? 0) < chartWidths.narrowBelow;
      if (narrow === this.#narrow) return;
      this.#narrow = narrow;
      this.#element.requestUpdate();
    });
    this.#resize.observe(this.#element);
  }

  disconnect(): void {
    this.#intersection?.disconnect();
    this.#resize?.disconnect();
  }

  /** Takes the state that the figures are to show next. */
  show(state: WidgetState): void {
    this.#state = state;
    this.#query = toQuery(this.#definition.params, state.values);
  }

  /** The figure for that state: the build's, a drawn one, or kept space while its code loads. */
  figure(name: string): TemplateResult {
    const built = this.#element.querySelector<HTMLElement>(`:scope > figure[slot="${name}"]`);
    const isBuilt =
      built?.dataset.state === this.#query &&
      built.lang === this.#state?.t.lang &&
      drawable(this.#state.run) === 0;
    if (isBuilt && !this.#drawn.has(name)) return html`<slot name=${name}></slot>`;
    const code = this.#code.get(name);
    if (code) return html`${this.#draw(name, code)}`;
    if (this.#near) void this.#load(name).then(() => this.#element.requestUpdate());
    else if (built) this.#whenIdle();
    return html`<div class="pending"><slot name=${name}></slot></div>`;
  }

  /** All figures of the state that is shown, drawn afresh. */
  all(): Promise<readonly SVGSVGElement[]> {
    const names = Object.keys(this.#definition.figures ?? {});
    return Promise.all(
      names.map(async (name) => this.#make(name, await this.#load(name), chartWidths.wide)),
    );
  }

  /** A page of ours that is printed unscrolled has its changed figures too. */
  #whenIdle(): void {
    if (this.#waits) return;
    this.#waits = true;
    const later = globalThis.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 2000));
    later(() => {
      this.#near = true;
      this.#element.requestUpdate();
    });
  }

  async #load(name: string): Promise<Chart<unknown>> {
    const figure = this.#definition.figures?.[name];
    if (!figure) throw new RangeError(`no figure: ${name}`);
    const code = this.#code.get(name) ?? (await figure.load());
    this.#code.set(name, code);
    return code;
  }

  #draw(name: string, code: Chart<unknown>): SVGSVGElement {
    const { t, run } = this.#state ?? {};
    const key = `${t?.lang} ${this.#narrow} ${run ? drawable(run) : 0} ${this.#query}`;
    const before = this.#drawn.get(name);
    if (before?.key === key) return before.svg;
    const width = this.#narrow ? chartWidths.narrow : chartWidths.wide;
    const svg = this.#make(name, code, width);
    this.#drawn.set(name, { key, svg });
    return svg;
  }

  #make(name: string, code: Chart<unknown>, width: number): SVGSVGElement {
    const figure = this.#definition.figures?.[name];
    if (!figure || !this.#state) throw new RangeError(`no figure: ${name}`);
    const { result, values, t, run } = this.#state;
    return code(figure.data(result, values, t, run), { document, width });
  }
}
