/** A quantity that a log prints and the model predicts. */
export type LogQuantity = "kvTokens" | "concurrency" | "totalMib";
export type Predicted = { readonly [Q in LogQuantity]?: number };

/** What a caller may have predicted under another assumption. */
export const assumptionCodes = [
  "window",
  "speculative",
  "block-size",
  "batched-tokens",
  "hybrid-off",
  "state-mode",
  "format",
  "version",
  "swa-full",
  "unified",
  "flash-attention",
  "mla",
] as const;
export type AssumptionCode = (typeof assumptionCodes)[number];

/** By what whole number a printed value may differ. */
export const factorCodes = ["tp", "pp", "dp", "dcp", "groups", "slots"] as const;
export type FactorCode = (typeof factorCodes)[number];

/** Every code a hint can have: a sentence stands for each. */
export const hintCodes = [
  ...assumptionCodes,
  ...factorCodes.map((code) => `factor-${code}` as const),
  "ranks-differ",
  "version-line-meaning",
  "utilization",
  "block-rounding",
  "recurrent",
  "cut-off",
  "draft",
  "unexplained",
] as const;
export type HintCode = (typeof hintCodes)[number];

export interface HintContext {
  /** Predictions under other assumptions. */
  readonly candidates?: readonly (Predicted & { readonly code: AssumptionCode })[];
  /** Factors that the log does not tell; its own tp, pp, dp, dcp and slots are tried anyway. */
  readonly factors?: readonly { readonly code: FactorCode; readonly value: number }[];
  /** The GiB of cache that the prediction started from. */
  readonly availableGiB?: number;
  /** Tokens of a block, where the log does not tell. */
  readonly blockSize?: number;
  /** Relative difference that counts as none: 0.001 unless given. */
  readonly tolerance?: number;
}

/** Why one printed number may differ from the predicted one, with the numbers that say so. */
export interface Hint {
  readonly code: HintCode;
  readonly quantity: LogQuantity;
  readonly printed: number;
  readonly predicted: number;
  /** What the sentence of this code names besides. */
  readonly numbers: Readonly<Record<string, number>>;
}
