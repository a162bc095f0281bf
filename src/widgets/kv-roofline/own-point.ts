import type { ResultEvent, RunEvent } from "../../onnx/protocol.ts";
import type { params } from "./params.ts";

type OwnName = Extract<(typeof params)[number]["name"], `own-${string}`>;

const bytesPerValue = { float32: 4, float16: 2 } as const;
const flopsPerMac = 2;
/** Past this error the output was wrong, and its time measures nothing. */
const largestError = { float32: 1e-5, float16: 5e-3 } as const;
/** K and V read as they lie: what is copied out first reads more than it holds. */
type GroupedResult = ResultEvent & {
  readonly row: { readonly form: "grouped"; readonly nKv: number };
};
/** The digits that a timing deserves. */
const digits = 3;

/**
 * The reader's own point, as attributes of `kv-roofline`, from what a run of `kv-attention-run` has
 * yielded: FLOP/B, GFLOP/s and GB/s. Of the steps it takes the one with the largest cache, which
 * hides least behind fixed costs. Each number read takes part in one multiply-add of every query
 * head that shares it: `4 n_h d_h S` FLOPs in all. `null` when nothing was measured.
 */
export function ownPoint(events: readonly unknown[]): Readonly<Record<OwnName, string>> | null {
  const said = events as readonly RunEvent[];
  const [first, ...others] = said.filter(
    (event): event is GroupedResult =>
      event.kind === "result" &&
      event.row.form === "grouped" &&
      event.relativeError <= largestError[event.dtype],
  );
  if (!first) return null;
  const largest = others.reduce((a, b) => (b.kvBytes > a.kvBytes ? b : a), first);
  const copy = said.find((event) => event.kind === "copy");
  const intensity =
    (flopsPerMac * (largest.nHeads / largest.row.nKv)) / bytesPerValue[largest.dtype];
  return {
    "own-intensity": rounded(intensity),
    "own-rate": rounded((intensity * largest.bytesPerSecond) / 1e9),
    "own-bandwidth": rounded(copy ? copy.bytesPerSecond / 1e9 : 0),
  };
}

const rounded = (value: number): string => String(Number(value.toPrecision(digits)));
