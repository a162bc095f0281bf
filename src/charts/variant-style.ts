/** Variants of attention that charts tell apart, by hue and by form: it survives grey print. */
export const variantStyle = {
  mha: { line: "var(--mha)", text: "var(--mha-text)", dash: "none", dot: "square", open: false },
  gqa: { line: "var(--gqa)", text: "var(--gqa-text)", dash: "none", dot: "circle", open: false },
  mqa: { line: "var(--mqa)", text: "var(--mqa-text)", dash: "2 3", dot: "diamond", open: true },
  mla: { line: "var(--mla)", text: "var(--mla-text)", dash: "10 4", dot: "triangle", open: false },
  mfa: {
    line: "var(--mfa)",
    text: "var(--mfa-text)",
    dash: "10 3 2 3",
    dot: "triangle-down",
    open: true,
  },
  vha: { line: "var(--vha)", text: "var(--vha-text)", dash: "5 3", dot: "cross", open: false },
} as const;
export type VariantKey = keyof typeof variantStyle;
