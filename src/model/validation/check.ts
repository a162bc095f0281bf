import { roundingOf } from "../import/compare/comparison.ts";

/** What a log prints and we predict. */
export type CheckedQuantity =
  | "availableGiB"
  | "blocks"
  | "kvTokens"
  | "concurrency"
  | "cpuBlocks"
  | "totalMib"
  | "fullMib"
  | "swaMib"
  | "recurrentMib"
  | "kMib"
  | "vMib";

/** Tokens and blocks: printed to the last one. */
const counted: ReadonlySet<CheckedQuantity> = new Set(["blocks", "kvTokens", "cpuBlocks"]);

/** A printed number beside the least and the most we predict for it. */
export interface Check {
  readonly quantity: CheckedQuantity;
  readonly printed: number;
  /** The printed number stands for any within so much of it; 0 for a count. */
  readonly rounding: number;
  readonly low: number;
  readonly high: number;
  /** Whether the predicted interval and what the printed number stands for meet. */
  readonly within: boolean;
  /** How much more we predict, as a part of the printed number; negative for less, 0 within. */
  readonly off: number;
}

/** Dust of binary fractions. */
const dust = 1e-9;

/** Lays a printed number beside the least and the most predicted. */
export function checkOf(
  quantity: CheckedQuantity,
  printed: number,
  low: number,
  high: number,
): Check {
  const rounding = counted.has(quantity) ? 0 : roundingOf(printed);
  const over = low - (printed + rounding);
  const under = high - (printed - rounding);
  const gap = over > 0 ? over : Math.min(under, 0);
  const within = Math.abs(gap) <= dust * Math.max(1, Math.abs(printed));
  const off = within ? 0 : gap / Math.max(Math.abs(printed), dust);
  return { quantity, printed, rounding, low, high, within, off };
}
