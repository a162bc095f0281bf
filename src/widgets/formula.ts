import { html, nothing, type TemplateResult } from "lit";

/** One factor of a live formula: its number over its symbol and its name. */
export interface Factor {
  /** What stands between it and the factor before. */
  readonly operator?: string;
  readonly value: string;
  /** A bracket that closes after it: it never starts a line. */
  readonly after?: string;
  /** Letter and index: ["n", "kv"]. */
  readonly symbol?: readonly [letter: string, index?: string];
  readonly name: string;
  /** The parameter that sets it. */
  readonly param?: string;
  /** The result: bold, and coloured as this variant. */
  readonly role?: string;
}

/** The formula with the reader's numbers; the factor under the finger is marked. */
export function formula(factors: readonly Factor[], active: string | null): TemplateResult {
  return html`<div class="formula" role="group">${factors.map((factor) => {
    const hot = factor.param !== undefined && factor.param === active;
    const result = factor.role === undefined ? "" : `result t-${factor.role}`;
    return html`<span class="factor ${hot ? "hot-factor" : ""}">
      ${factor.operator ? html`<span class="operator">${factor.operator}</span>` : nothing}
      <span class="term"><b class=${result}>${factor.value}</b><small>${symbol(factor)} ${factor.name}</small></span>
      ${factor.after ? html`<span class="operator">${factor.after}</span>` : nothing}
    </span>`;
  })}</div>`;
}

function symbol({ symbol: pair }: Factor) {
  if (!pair) return nothing;
  const [letter, index] = pair;
  return html`<span class="symbol"><i>${letter}</i>${index ? html`<sub>${index}</sub>` : nothing}</span>`;
}
