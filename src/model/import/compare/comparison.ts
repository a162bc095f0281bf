import type { Step } from "../../derivation.ts";
import type { ExpandedHeads } from "../../engines/llama-cpp-buffers.ts";
import type { LayerGroup } from "../../layers.ts";
import type { Hint } from "../logs/hints.ts";

/** A model beside which a log is laid. */
export interface ComparedModel {
  readonly layers: readonly LayerGroup[];
  readonly draftLayers: readonly LayerGroup[];
  /** Bytes of a value as engines load the model where a log names no type: 2, unless told. */
  readonly elementBytes: number;
  /** The format the model's file fixes for its cache; `null` where it fixes none. */
  readonly kvCacheFormat: string | null;
  /** MLA: the heads the latent expands to; `null` where not known. */
  readonly expanded: ExpandedHeads | null;
}

export type Quantity =
  | "kvTokens"
  | "swaTokens"
  | "concurrency"
  | "blocks"
  | "cpuBlocks"
  | "neededGiB"
  | "kvGiB"
  | "totalMib"
  | "fullMib"
  | "swaMib"
  | "indexerMib"
  | "recurrentMib"
  | "fullCells"
  | "swaCells";

/** A printed number beside what is predicted for it. */
export interface ComparedRow {
  readonly quantity: Quantity;
  readonly printed: number;
  /** The printed number stands for any within so much of it. */
  readonly rounding: number;
  /** The least and the most predicted, over what the printed starting point can stand for. */
  readonly low: number;
  readonly high: number;
  /** Whether the two intervals meet. */
  readonly within: boolean;
  /** How far apart they are, as a part of the printed number; 0 within. */
  readonly off: number;
}

/** A setting that the log does not tell, and the value the prediction took for it. */
export interface Assumption {
  readonly setting: AssumedSetting;
  readonly value: string | number | boolean;
}
export type AssumedSetting =
  | "version"
  | "tp"
  | "maxBatchedTokens"
  | "stateMode"
  | "blockSize"
  | "dp"
  | "hybrid"
  | "ubatch"
  | "slots"
  | "unified"
  | "flashAttention"
  | "mla";

/** What the predicted numbers start from. */
export interface Basis {
  readonly quantity: "availableGiB" | "blocks" | "kvTokens" | "settings";
  /** The number as printed; `null` where settings alone decide. */
  readonly printed: number | null;
  /** Bytes of one GPU that it can stand for. */
  readonly lowBytes: number | null;
  readonly highBytes: number | null;
}

/** One way to read the log: what is not told is assumed. */
export interface Attempt {
  readonly assumptions: readonly Assumption[];
  readonly basis: Basis;
  readonly rows: readonly ComparedRow[];
  /** Bytes of one more token on one GPU; `null` for llama.cpp, which counts cells. */
  readonly bytesPerTokenPerGpu: number | null;
  readonly steps: readonly Step[];
}

/** The sum of memory that a log prints, beside what it leaves; GiB. */
export interface PrintedBudget {
  readonly predictedGiB: number;
  readonly printedGiB: number;
  /** By how much rounding may have moved the difference. */
  readonly roundingGiB: number;
}

/**
 * A server's log beside a model. `ok` is null where the log prints nothing that can be compared.
 * `fitted`: of what the log does not tell, other values than the usual ones come nearer.
 */
export interface LogComparison extends Attempt {
  readonly status: "compared";
  readonly ok: boolean | null;
  readonly fitted: boolean;
  readonly budget: PrintedBudget | null;
  /** Why numbers that are not within may differ. */
  readonly hints: readonly Hint[];
}

/** Why nothing could be compared. */
export interface NotCompared {
  readonly status:
    | "draft-context"
    | "unknown-format"
    | "unknown-heads"
    | "nothing-printed"
    | "refused-by-engine"
    | "too-large";
  /** What stood in the way, to print. */
  readonly found: string;
}

/** Dust of binary fractions. */
const dust = 1e-9;

/** Lays a printed number beside the least and the most that is predicted. */
export function comparedRow(
  quantity: Quantity,
  printed: number,
  rounding: number,
  predicted: readonly [number, number],
): ComparedRow {
  const [low, high] = [Math.min(...predicted), Math.max(...predicted)];
  const gap = Math.max(0, low - (printed + rounding), printed - rounding - high);
  const within = gap <= dust * Math.max(1, Math.abs(printed));
  const off = within ? 0 : gap / Math.max(Math.abs(printed), dust);
  return { quantity, printed, rounding, low, high, within, off };
}

/** Sizes of tensor parallel groups to try where a log does not tell. */
export const usualTp = [1, 2, 4, 8, 16] as const;

/** Half a unit of the last of a number's decimals, which are two at least. */
export function roundingOf(printed: number): number {
  const decimals = /\.(\d+)$/.exec(String(printed))?.[1]?.length ?? 0;
  return 10 ** -Math.max(2, decimals) / 2;
}

/**
 * The smallest whole number up to `most` at which `reached` holds, which then holds from there on;
 * `most + 1` where it never does. A `guess` that is near is found in a few calls.
 */
export function firstReached(
  most: number,
  guess: number,
  reached: (value: number) => boolean,
): number {
  let low = 0;
  let high = most + 1;
  const start = Math.min(Math.max(0, Math.round(guess)), most);
  if (reached(start)) {
    high = start;
    for (let step = 1; high > 0; step *= 2) {
      const below = Math.max(0, high - step);
      if (!reached(below)) {
        low = below + 1;
        break;
      }
      high = below;
    }
  } else {
    low = start + 1;
    for (let step = 1; low <= most; step *= 2) {
      const above = Math.min(most, low + step);
      if (reached(above)) {
        high = above;
        break;
      }
      low = above + 1;
    }
  }
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    if (reached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The first attempt in which every row is within, else the first of those that come nearest. */
export function bestAttempt(attempts: Iterable<Attempt>): {
  readonly attempt: Attempt | null;
  readonly fitted: boolean;
} {
  let first: Attempt | null = null;
  let best: Attempt | null = null;
  for (const attempt of attempts) {
    first ??= attempt;
    if (best === null || farthest(attempt) < farthest(best)) best = attempt;
    if (farthest(best) === 0) break;
  }
  return { attempt: best, fitted: best !== first };
}

const farthest = ({ rows }: Attempt): number => Math.max(0, ...rows.map(({ off }) => off));
