import { html, noChange, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { formatInteger } from "../i18n/format.ts";
import type { ControlHost } from "./controls.ts";
import { labelKey, type TextParam, type Values } from "./params.ts";
import type { Translate } from "./translate.ts";

/** A text that follows the reader's typing. One that is too long stays in the field, and is not set. */
export function textField(param: TextParam, values: Values, t: Translate, host: ControlHost) {
  const { name, maxLength } = param;
  const error = host.errors.get(name);
  const changed = (event: Event, settled: boolean) => {
    const { value } = event.target as HTMLInputElement;
    if (value.length <= maxLength) return host.set(name, value, settled);
    const int = (count: number) => formatInteger(count, t.lang);
    host.refuse(name, t("too-long", { length: int(value.length), most: int(maxLength) }));
  };
  return html`<div class="control text" @focusin=${() => host.activate(name)}
    @focusout=${() => host.activate(null)}>
    <label class="name" for=${`text-${name}`}>${t(labelKey(param, values))}</label>
    <input id=${`text-${name}`} type="text" autocomplete="off" autocapitalize="off" spellcheck="false"
      placeholder=${param.placeholder?.(values) ?? nothing}
      aria-invalid=${error ? "true" : "false"} aria-describedby=${`error-${name}`}
      .value=${error ? noChange : live(String(values[name]))}
      @input=${(event: Event) => changed(event, false)} @change=${(event: Event) => changed(event, true)}>
    <p class="error" id=${`error-${name}`} role="status">${error ?? nothing}</p>
  </div>`;
}
