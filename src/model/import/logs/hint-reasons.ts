import type { FactorCode, Hint, HintContext, LogQuantity, Predicted } from "./hint.ts";
import type { ServerLog } from "./server-log.ts";

export interface Difference {
  readonly quantity: LogQuantity;
  readonly printed: number;
  readonly predicted: number;
}
export type Reason = Pick<Hint, "code" | "numbers">;

/** A log beside its prediction, and what else may be assumed. */
export interface Case {
  readonly log: ServerLog;
  readonly printed: Predicted;
  readonly predicted: Predicted;
  readonly context: HintContext;
}

/** Every reason that gives the printed number; null where it is the predicted one. */
export function reasonsFor(difference: Difference, known: Case): readonly Reason[] | null {
  if (isNear(difference.predicted, difference, known)) return null;
  return [otherRank, lineMeaning, otherMemory, blockRounding, factors, candidates, ofLlama].flatMap(
    (reasons) => reasons(difference, known),
  );
}

/** Whether `value` is the printed number, rounding and tolerance allowed for. */
function isNear(value: number, { quantity, printed }: Difference, { log, context }: Case): boolean {
  const rounding =
    log.engine === "llama.cpp" ? log.printed.roundingMib : quantity === "concurrency" ? 0.005 : 0;
  // 1e-9: decimals are not exact in binary.
  const allowed = Math.max(printed * (context.tolerance ?? 0.001), rounding) + 1e-9;
  return Math.abs(value - printed) <= allowed;
}

/** The prediction is right for a rank that can hold more than the smallest. */
function otherRank(difference: Difference, known: Case): readonly Reason[] {
  const { log } = known;
  const values = ranksOf(log, difference.quantity);
  const [smallest, largest] = [Math.min(...values), Math.max(...values)];
  if (values.length < 2 || smallest === largest) return [];
  const fits = values.some((value) =>
    isNear(value, { ...difference, printed: difference.predicted }, known),
  );
  return fits
    ? [{ code: "ranks-differ", numbers: { smallest, largest, ranks: values.length } }]
    : [];
}

function ranksOf(log: ServerLog, quantity: LogQuantity): readonly number[] {
  if (log.engine === "llama.cpp" || quantity === "totalMib") return [];
  const values =
    log.engine === "sglang"
      ? log.ranks.map((rank) => (quantity === "kvTokens" ? rank.tokens : null))
      : log.ranks.map((rank) => rank[quantity]);
  return values.filter((value) => value !== null);
}

/**
 * Since about 0.21 vLLM prints concurrency × length as tokens, before it printed blocks × block
 * size: the concurrency agrees, the tokens follow the other meaning.
 */
function lineMeaning(difference: Difference, known: Case): readonly Reason[] {
  const { log, printed, predicted } = known;
  if (log.engine !== "vllm" || difference.quantity !== "kvTokens") return [];
  const length = log.printed.concurrencyLen;
  const { concurrency } = printed;
  const expected = predicted.concurrency;
  if (length === null || concurrency === undefined || expected === undefined) return [];
  const agrees = isNear(
    expected,
    { quantity: "concurrency", printed: concurrency, predicted: expected },
    known,
  );
  // The concurrency is rounded to two decimals, tokens to a token.
  const follows = (tokens: number) => Math.abs(tokens - concurrency * length) <= 0.006 * length + 1;
  if (!agrees || follows(difference.printed) === follows(difference.predicted)) return [];
  return [
    {
      code: "version-line-meaning",
      numbers: { concurrency, length, product: concurrency * length },
    },
  ];
}

/** The prediction started from other memory than the engine found. */
function otherMemory(difference: Difference, known: Case): readonly Reason[] {
  const { log, context } = known;
  const usedGiB = context.availableGiB;
  const printedGiB = log.engine === "vllm" ? log.printed.availableGiB : null;
  if (!usedGiB || !printedGiB || Math.abs(usedGiB - printedGiB) <= 0.005) return [];
  const scaled = difference.predicted * (printedGiB / usedGiB);
  // The printed GiB may be half of a hundredth off.
  const slack = difference.printed * (0.005 / printedGiB);
  const near = Math.abs(scaled - difference.printed) <= slack || isNear(scaled, difference, known);
  return near ? [{ code: "utilization", numbers: { usedGiB, printedGiB } }] : [];
}

function blockRounding(
  { quantity, printed, predicted }: Difference,
  { log, context }: Case,
): readonly Reason[] {
  if (quantity !== "kvTokens" || log.engine === "llama.cpp") return [];
  const own = log.engine === "vllm" ? log.blockSize : log.pageSize;
  const blockSize = own ?? context.blockSize ?? null;
  if (!blockSize || printed % blockSize !== 0) return [];
  const rounds = Math.floor(predicted / blockSize) * blockSize === printed;
  return rounds ? [{ code: "block-rounding", numbers: { blockSize } }] : [];
}

function factors(difference: Difference, known: Case): readonly Reason[] {
  return [...ownFactors(known.log), ...(known.context.factors ?? [])]
    .filter(({ value }) => Number.isInteger(value) && value > 1)
    .filter(({ value }) =>
      [difference.predicted * value, difference.predicted / value].some((each) =>
        isNear(each, difference, known),
      ),
    )
    .map(({ code, value }) => ({ code: `factor-${code}` as const, numbers: { factor: value } }));
}

function ownFactors(log: ServerLog): readonly { code: FactorCode; value: number }[] {
  const {
    tp = null,
    pp = null,
    dp = null,
    dcp = null,
    nSeqMax = null,
  } = {
    ...(log.engine === "vllm" ? { tp: log.tp, pp: log.pp, dp: log.dp, dcp: log.dcp } : {}),
    ...(log.engine === "sglang" ? { tp: log.tp, dp: log.dp } : {}),
    ...(log.engine === "llama.cpp" ? { nSeqMax: log.nSeqMax } : {}),
  };
  const named = { tp, pp, dp, dcp, slots: nSeqMax };
  return (Object.keys(named) as (keyof typeof named)[]).flatMap((code) => {
    const value = named[code];
    return value === null ? [] : [{ code, value }];
  });
}

/** An assumption holds only where it gives everything that is printed. */
function candidates(difference: Difference, known: Case): readonly Reason[] {
  const holding = (known.context.candidates ?? []).filter((candidate) => {
    if (candidate[difference.quantity] === undefined) return false;
    return (["kvTokens", "concurrency", "totalMib"] as const).every((quantity) => {
      const [printed, value] = [known.printed[quantity], candidate[quantity]];
      if (printed === undefined || value === undefined) return true;
      return isNear(value, { quantity, printed, predicted: value }, known);
    });
  });
  return holding.map((candidate) => ({
    code: candidate.code,
    numbers: { value: candidate[difference.quantity] ?? difference.printed },
  }));
}

function ofLlama(difference: Difference, known: Case): readonly Reason[] {
  const { log } = known;
  if (log.engine !== "llama.cpp") return [];
  const { recurrentMib, complete } = log.printed;
  if (log.draft) return [{ code: "draft", numbers: {} }];
  if (recurrentMib !== null && isNear(difference.predicted - recurrentMib, difference, known)) {
    return [{ code: "recurrent", numbers: { recurrentMib } }];
  }
  const more = difference.printed < difference.predicted;
  return !complete && more ? [{ code: "cut-off", numbers: {} }] : [];
}
