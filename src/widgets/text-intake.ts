import { html, nothing, type TemplateResult } from "lit";
import type { Translate } from "./translate.ts";

/** A field for a text that a reader pastes, types, drops or opens as a file. */
export interface TextIntake {
  readonly t: Translate;
  /** Endings and types of files on offer. */
  readonly accept: string;
  readonly onText: (text: string) => void;
  readonly onFile: (file: File) => void;
  /** What became of the last one; `null` before any. */
  readonly status: { readonly text: string; readonly failed: boolean } | null;
}

/** The field. Messages: `intake.label`, `.placeholder`, `.open` and `.promise`. */
export function textIntake(intake: TextIntake): TemplateResult {
  const { t, accept, status } = intake;
  return html`<div class="intake">
    <label class="name" for="pasted">${t("intake.label")}</label>
    <textarea id="pasted" rows="3" spellcheck="false" autocomplete="off" autocapitalize="off"
      placeholder=${t("intake.placeholder")} aria-describedby="intake-status"
      @paste=${(event: ClipboardEvent) => pasted(event, intake)}
      @change=${(event: Event) => typed(event, intake)}></textarea>
    <p class="intake-row">
      <label class="open">${t("intake.open")}<input type="file" class="sr" accept=${accept}
        @change=${(event: Event) => opened(event, intake)}></label>
      <span>${t("intake.promise")}</span>
    </p>
    <p id="intake-status" class=${status?.failed ? "error" : "remark"} role="status">${status?.text ?? nothing}</p>
  </div>`;
}

export const allowDrop = (event: DragEvent): void => event.preventDefault();

/** A file or a text dropped anywhere on the widget. */
export function dropped(event: DragEvent, { onFile, onText }: TextIntake): void {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  const text = event.dataTransfer?.getData("text/plain") ?? "";
  if (file) onFile(file);
  else if (text !== "") onText(text);
}

function opened(event: Event, { onFile }: TextIntake): void {
  const input = event.target as HTMLInputElement;
  const file = input.files?.[0];
  // The same file may be opened again after it was changed.
  input.value = "";
  if (file) onFile(file);
}

/**
 * A paste is read at once. It takes the place of what was pasted before, and is cut down in the
 * field: megabytes of text would make it crawl.
 */
function pasted(event: ClipboardEvent, { onText }: TextIntake): void {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (text === "") return;
  event.preventDefault();
  const field = event.target as HTMLTextAreaElement;
  field.value = text.length > 20_000 ? `${text.slice(0, 20_000)}\n…` : text;
  onText(text);
}

function typed(event: Event, { onText }: TextIntake): void {
  const text = (event.target as HTMLTextAreaElement).value;
  if (text.trim() !== "") onText(text);
}
