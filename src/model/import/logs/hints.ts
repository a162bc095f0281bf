import type { Hint, HintContext, Predicted } from "./hint.ts";
import { type Case, type Difference, type Reason, reasonsFor } from "./hint-reasons.ts";
import type { ServerLog } from "./server-log.ts";

export type {
  AssumptionCode,
  FactorCode,
  Hint,
  HintCode,
  HintContext,
  LogQuantity,
  Predicted,
} from "./hint.ts";
export { assumptionCodes, factorCodes, hintCodes } from "./hint.ts";

/**
 * Explains each printed number that differs from its prediction by what the numbers support and
 * nothing else: another rank, a candidate, a factor or the rest of the log gives the printed number
 * within the tolerance. What none of these gives is `unexplained`.
 */
export function explainDifference(
  log: ServerLog,
  predicted: Predicted,
  context: HintContext = {},
): readonly Hint[] {
  const printed = printedOf(log);
  const known: Case = { log, printed, predicted, context };
  return (["kvTokens", "concurrency", "totalMib"] as const).flatMap((quantity): readonly Hint[] => {
    const [shown, expected] = [printed[quantity], predicted[quantity]];
    if (shown === undefined || expected === undefined) return [];
    const difference: Difference = { quantity, printed: shown, predicted: expected };
    return reasonsOf(difference, known).map((reason) => ({ ...difference, ...reason }));
  });
}

function reasonsOf(difference: Difference, known: Case): readonly Reason[] {
  const reasons = reasonsFor(difference, known);
  return reasons?.length === 0 ? [{ code: "unexplained", numbers: {} }] : (reasons ?? []);
}

function printedOf({ engine, printed }: ServerLog): Predicted {
  const kvTokens = engine === "llama.cpp" ? null : printed.kvTokens;
  const concurrency = engine === "vllm" ? printed.concurrency : null;
  const totalMib = engine === "llama.cpp" ? printed.totalMib : null;
  return {
    ...(kvTokens === null ? {} : { kvTokens }),
    ...(concurrency === null ? {} : { concurrency }),
    ...(totalMib === null ? {} : { totalMib }),
  };
}
