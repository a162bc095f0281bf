import { html, type TemplateResult } from "lit";

/**
 * Keeps the room of the longest text that comes to stand there, so that a run moves nothing below it.
 * @param as which text it is, for its size
 */
export const steady = (
  as: "headline" | "remark" | "source",
  room: string,
  content: unknown,
): TemplateResult => html`<div class=${`steady for-${as}`} data-room=${room}>${content}</div>`;
