import { html, LitElement, type PropertyValues, unsafeCSS } from "lit";
import { isLang, type Lang } from "../i18n/locales.ts";
import { commonMessages } from "./common-messages.ts";
import { written } from "./controls.ts";
import { dragCursor } from "./drag-cursor.ts";
import { FigureStage } from "./figure-stage.ts";
import { type ExportKind, type FrameHost, frame, type WidgetState } from "./frame.ts";
import { LiveRun } from "./live-run.ts";
import { defaultOf, formatValue, nonDefault, parseValues, type Values } from "./params.ts";
import { copyText, stateLink } from "./share.ts";
import { widgetStyles } from "./styles.ts";
import { type Translate, translator } from "./translate.ts";
import type { AnyWidget } from "./widget.ts";

/** What the author wrote, where the loader has since put a link's values over it. */
function authoredIn({ dataset }: HTMLElement): Record<string, string> | null {
  if (dataset.authored === undefined) return null;
  return Object.fromEntries(new URLSearchParams(dataset.authored));
}

/** Fired, bubbling, when the reader has set a value and let go. */
export class StateChange extends Event {
  readonly values: Values;
  /** Those that differ from their defaults, as a link carries them. */
  readonly changed: Readonly<Record<string, string>>;
  constructor(definition: AnyWidget, values: Values) {
    super("headcount-state", { bubbles: true, composed: true });
    this.values = values;
    this.changed = nonDefault(definition.params, values);
  }
}

/** Fired, bubbling, when a live run has come to its end by itself. */
export class RunDone extends Event {
  /** The state that the run was started with. */
  readonly values: Values;
  /** All that it has yielded, in order. */
  readonly events: readonly unknown[];
  constructor(values: Values, events: readonly unknown[]) {
    super("headcount-run", { bubbles: true, composed: true });
    this.values = values;
    this.events = events;
  }
}

/**
 * Defines the custom element of a widget. Its attributes are its state: what a control sets goes
 * into an attribute, and what an attribute says is parsed, computed and shown.
 */
export function define(definition: AnyWidget): void {
  if (customElements.get(definition.tag)) return;
  const names: readonly string[] = definition.params.map((param) => param.name);

  customElements.define(
    definition.tag,
    class extends LitElement {
      static override styles = unsafeCSS(widgetStyles(definition.tag));
      static override get observedAttributes() {
        return [...super.observedAttributes, ...names, "lang"];
      }

      /** What the page's author wrote: Reset goes back here. */
      #authored: Record<string, string> | null = null;
      #active: string | null = null;
      #errors = new Map<string, string>();
      #notice = "";
      #exportOpen = false;
      #link: string | null = null;
      #brought: unknown = null;
      #stage = new FigureStage(this, definition);
      #run = new LiveRun(
        definition,
        () => this.requestUpdate(),
        (values, events) => this.dispatchEvent(new RunDone(values, events)),
      );

      override createRenderRoot() {
        // What the build drew is the same as the first render, which follows before any paint.
        this.shadowRoot?.replaceChildren();
        return super.createRenderRoot();
      }

      override connectedCallback() {
        this.#authored ??= authoredIn(this) ?? this.#attributes();
        super.connectedCallback();
        this.#stage.connect(() => void this.#run.prepare());
      }

      override disconnectedCallback() {
        super.disconnectedCallback();
        this.#stage.disconnect();
        this.#run.stop();
      }

      override attributeChangedCallback(name: string, before: string | null, after: string | null) {
        super.attributeChangedCallback(name, before, after);
        if (before !== after) this.requestUpdate();
      }

      /** At most one update a frame, whatever a slider fires; the first one before the first paint. */
      protected override async scheduleUpdate() {
        if (this.hasUpdated && !document.hidden) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        return super.scheduleUpdate();
      }

      protected override render() {
        const t = this.#translate();
        const state = this.#state(t);
        this.#stage.show(state);
        return frame(definition, state, this.#host(t));
      }

      protected override updated(changed: PropertyValues) {
        super.updated(changed);
        this.dataset.ready = "";
      }

      /** The parsed state. */
      get values(): Values {
        return parseValues(definition.params, (name) => this.getAttribute(name));
      }

      /** What the last live run has yielded. */
      get runEvents(): readonly unknown[] {
        return this.#run.state(this.values).events;
      }

      #state(t: Translate): WidgetState {
        const { values } = this;
        return { values, result: definition.compute(values), t, run: this.#run.state(values) };
      }

      #attributes(): Record<string, string> {
        const found: Record<string, string> = {};
        for (const name of names) {
          const value = this.getAttribute(name);
          if (value !== null) found[name] = value;
        }
        return found;
      }

      #translate(): Translate {
        const closest = this.closest("[lang]")?.getAttribute("lang")?.slice(0, 2);
        const lang: Lang = isLang(closest) ? closest : "en";
        return translator(lang, commonMessages[lang], definition.messages[lang]);
      }

      #set(name: string, value: number | string | boolean, settled: boolean) {
        this.#notice = "";
        this.#link = null;
        this.#errors.delete(name);
        for (const param of definition.params) {
          if (param.follows?.includes(name)) this.removeAttribute(param.name);
        }
        const param = definition.params.find((other: { name: string }) => other.name === name);
        const plain = param && defaultOf(param, this.values) === value;
        if (plain && this.#authored?.[name] === undefined) this.removeAttribute(name);
        else this.setAttribute(name, formatValue(value));
        this.requestUpdate();
        if (settled) this.dispatchEvent(new StateChange(definition, this.values));
      }

      #reset(t: Translate) {
        for (const name of names) this.removeAttribute(name);
        for (const [name, value] of Object.entries(this.#authored ?? {})) {
          this.setAttribute(name, value);
        }
        // What was refused still stands in its field, and Lit knows of no change.
        for (const name of this.#errors.keys()) {
          const field = this.renderRoot.querySelector<HTMLInputElement>(`#typed-${name}`);
          if (field) field.value = written(Number(this.values[name]), t);
        }
        this.#errors.clear();
        this.#brought = null;
        this.#link = null;
        this.#notice = t("reset-done");
        this.requestUpdate();
        this.dispatchEvent(new StateChange(definition, this.values));
      }

      async #share(t: Translate) {
        const { values } = this;
        const carried = nonDefault(definition.params, values);
        for (const name of Object.keys(this.#authored ?? {})) {
          carried[name] = formatValue(values[name] ?? "");
        }
        const link = stateLink(definition.tag, this.id, t.lang, carried);
        const copied = await copyText(link);
        this.#link = copied ? null : link;
        this.#notice = t(copied ? "copied" : "copy-by-hand");
        this.requestUpdate();
      }

      async #export(kind: ExportKind, t: Translate) {
        const { exportFile } = await import("./export.ts");
        try {
          const figures = kind === "csv" ? [] : await this.#stage.all();
          const file = await exportFile(kind, definition, this.#state(t), figures, this);
          this.#notice = t("exported", { file });
        } catch {
          this.#notice = t("export-failed");
        }
        this.requestUpdate();
      }

      /** Charts whose cursor can be dragged have the context on their axis. */
      #drag(event: PointerEvent) {
        if (!names.includes("context")) return;
        dragCursor(event, (value, settled) => {
          this.#active = settled ? null : "context";
          this.#set("context", value, settled);
        });
      }

      #host(t: Translate): FrameHost {
        return {
          set: (name, value, settled) => this.#set(name, value, settled),
          activate: (name) => {
            if (this.#active === name) return;
            this.#active = name;
            this.requestUpdate();
          },
          refuse: (name, message) => {
            this.#errors.set(name, message);
            this.requestUpdate();
          },
          active: this.#active,
          errors: this.#errors,
          reset: () => this.#reset(t),
          share: () => void this.#share(t),
          export: (kind) => void this.#export(kind, t),
          exportOpen: this.#exportOpen,
          openExport: (open) => {
            this.#exportOpen = open;
            this.requestUpdate();
          },
          brought: this.#brought,
          bring: (next) => {
            this.#brought = next(this.#brought, this.values);
            this.requestUpdate();
          },
          clear: (cleared) => {
            for (const name of cleared) this.removeAttribute(name);
          },
          notice: this.#notice,
          link: this.#link,
          figure: (name) => html`<div class="figure" data-figure=${name}
            @pointerdown=${(event: PointerEvent) => this.#drag(event)}>${this.#stage.figure(name)}</div>`,
        };
      }
    },
  );
}
