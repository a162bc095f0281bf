import { html, nothing, type TemplateResult } from "lit";

/**
 * A text whose W_Q, R_s and W_O′ are set as letters with their indices; `alone` are capitals that
 * are symbols without one too.
 */
export function withSymbols(text: string, alone = ""): TemplateResult {
  const symbol = new RegExp(`\\b(?:([A-Z])_(\\w)|([${alone}])(?!\\w))(′?)`);
  // The four groups stand between the plain pieces.
  const pieces = text.split(symbol);
  return html`${pieces.map((piece, i) => {
    if (i % 5 === 0) return piece;
    if (i % 5 !== 1) return nothing;
    const [index, single, prime] = pieces.slice(i + 1, i + 4);
    return html`<span class="math"><i>${piece ?? single}</i>${
      prime ? html`<span class="prime">${prime}</span>` : nothing
    }${index ? html`<sub>${index}</sub>` : nothing}</span>`;
  })}`;
}
