import type { Derivation } from "../derivation.ts";
import type { LlamaCppRules } from "./llama-cpp-versions.ts";

/** What decides the number of cells. Contexts and batches are in tokens. */
export interface CellPlan {
  readonly ctx: number;
  readonly slots: number;
  readonly ubatch: number;
  readonly unified: boolean;
  readonly flashAttention: boolean;
  readonly swaFull: boolean;
  readonly padding?: number;
}

const roundedUp = (value: number, step: number) => Math.ceil(value / step) * step;

/**
 * Cells of a stream that keeps the whole context, and the number of streams. A unified cache is one
 * stream for all slots; else each slot has its own share of the context (`llama-context.cpp`).
 */
export function fullCells(
  plan: CellPlan,
  rules: LlamaCppRules,
  d: Derivation,
): { readonly cells: number; readonly streams: number; readonly padding: number } {
  const { ctx, slots } = plan;
  const padding = plan.padding ?? (rules.alwaysPad256 || plan.flashAttention ? 256 : 32);
  if (plan.unified || !rules.streams || slots === 1) {
    const cells = d.add({
      name: "full_cells",
      unit: "cells",
      formula: "ceil(n_ctx / padding) × padding",
      terms: { n_ctx: ctx, padding },
      value: roundedUp(ctx, padding),
    });
    return { cells, streams: 1, padding };
  }
  const share = rules.alwaysPad256
    ? "floor(ceil(n_ctx / padding) × padding / slots)"
    : "ceil(n_ctx / slots)";
  const tokens = rules.alwaysPad256
    ? Math.floor(roundedUp(ctx, padding) / slots)
    : Math.ceil(ctx / slots);
  const cells = d.add({
    name: "full_cells",
    unit: "cells",
    formula: `ceil(${share} / padding) × padding`,
    terms: { n_ctx: ctx, slots, padding },
    value: roundedUp(tokens, padding),
  });
  return { cells, streams: slots, padding };
}

/**
 * Cells of a stream that keeps a window of `windowTokens`: the window of every sequence in the
 * stream and one step's tokens (`llama-kv-cache-iswa.cpp`). A chunk counts as a window.
 */
export function windowCells(
  plan: CellPlan,
  full: { readonly cells: number; readonly streams: number; readonly padding: number },
  windowTokens: number,
  d: Derivation,
): number {
  if (plan.swaFull) {
    return d.add({
      name: "swa_cells",
      unit: "cells",
      formula: "full_cells",
      terms: { full_cells: full.cells },
      value: full.cells,
    });
  }
  const sequences = full.streams === 1 ? plan.slots : 1;
  // A step is never longer than the context.
  const ubatch = Math.min(plan.ubatch, plan.ctx);
  return d.add({
    name: "swa_cells",
    unit: "cells",
    formula: "ceil(min(full_cells, n_swa × sequences + n_ubatch) / padding) × padding",
    terms: {
      full_cells: full.cells,
      n_swa: windowTokens,
      sequences,
      n_ubatch: ubatch,
      padding: full.padding,
    },
    value: roundedUp(Math.min(full.cells, windowTokens * sequences + ubatch), full.padding),
  });
}
