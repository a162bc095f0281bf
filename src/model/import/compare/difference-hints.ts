import {
  type AssumptionCode,
  explainDifference,
  type FactorCode,
  type Hint,
  type LogQuantity,
  type Predicted,
} from "../logs/hints.ts";
import type { ServerLog } from "../logs/server-log.ts";
import type { Attempt, ComparedRow } from "./comparison.ts";

/** What is predicted under another assumption. */
export interface Alternative {
  readonly code: AssumptionCode;
  readonly attempt: Attempt;
}

/**
 * Why the printed numbers differ from an attempt's, where one of them is not within; empty where
 * all are.
 */
export function differenceHints(
  log: ServerLog,
  attempt: Attempt,
  alternatives: Iterable<Alternative>,
  factors: readonly { readonly code: FactorCode; readonly value: number }[] = [],
): readonly Hint[] {
  const off = attempt.rows.filter((row) => !row.within);
  if (off.length === 0) return [];
  const candidates = [...alternatives].map(({ code, attempt: other }) => ({
    code,
    ...predictedOf(other.rows),
  }));
  const context = { candidates, factors, tolerance: tolerance(attempt) };
  const wrong = new Set<string>(off.map(({ quantity }) => quantity));
  const hints = explainDifference(log, predictedOf(attempt.rows), context);
  const seen = new Set<string>();
  return hints.filter(({ quantity, code }) => {
    const key = `${quantity} ${code}`;
    const known = seen.has(key);
    seen.add(key);
    return wrong.has(quantity) && !known;
  });
}

const quantities: readonly LogQuantity[] = ["kvTokens", "concurrency", "totalMib"];

/** The middle of each interval. */
function predictedOf(rows: readonly ComparedRow[]): Predicted {
  return Object.fromEntries(
    rows
      .filter(({ quantity }) => quantities.some((each) => each === quantity))
      .map(({ quantity, low, high }) => [quantity, (low + high) / 2]),
  );
}

/** Half the interval the starting point stands for, as a part of it; a ten thousandth at least. */
function tolerance({ basis }: Attempt): number {
  const { lowBytes, highBytes } = basis;
  if (lowBytes === null || highBytes === null || highBytes <= 0) return 1e-4;
  return Math.max(1e-4, (highBytes - lowBytes) / (highBytes + lowBytes));
}
