import type { ProofEvent } from "../../onnx/proof/proof-request.ts";
import type { RunEvent } from "../../onnx/protocol.ts";
import { type Setting, settings } from "./subjects.ts";

/** Largest relative error that is still the rounding of 32 bits: it is about a hundredth of this. */
export const rounding = 1e-4;

export const isRounding = (relativeError: number): boolean => relativeError <= rounding;

/**
 * `same` up to rounding; `broken` as predicted; `whole` where it would break but the text has one
 * token; `wrong` against everything known: then the device computes something else.
 */
export type Verdict = "same" | "broken" | "whole" | "wrong";

export interface Proof extends Setting {
  readonly event: ProofEvent;
  readonly verdict: Verdict;
}

/** What a run has proved so far, in the order of the settings. */
export function proofsOf(events: readonly unknown[], tokens: number): readonly Proof[] {
  return (events as readonly RunEvent[]).flatMap((event) => {
    if (event.kind !== "proof") return [];
    const setting = settings[event.subject];
    return setting ? [{ ...setting, event, verdict: verdictOf(event, setting, tokens) }] : [];
  });
}

function verdictOf(
  { relativeError }: Pick<ProofEvent, "relativeError">,
  { form, rope }: Setting,
  tokens: number,
): Verdict {
  const isSame = isRounding(relativeError);
  if (form === "naive" || rope === "decoupled") return isSame ? "same" : "wrong";
  if (isSame) return tokens === 1 ? "whole" : "same";
  return Number.isFinite(relativeError) ? "broken" : "wrong";
}

/** Largest difference between two outputs. */
export function difference(a: readonly number[], b: readonly number[]): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? Number.NaN))), 0);
}
