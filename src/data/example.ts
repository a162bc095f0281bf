/** The running example of the notebook: one model on one machine, at one context. */
export const example = {
  model: "llama-3-70b",
  gpu: "h100-80g",
  count: 4,
  context: 8192,
  kv: "bf16",
} as const;
