import type { ProofEvent, ProofRequest, ProofSubject } from "../../onnx/proof/proof-request.ts";
import type { RunEvent } from "../../onnx/protocol.ts";
import type { RunState } from "../widget.ts";
import { faults, type VhaValues } from "./faults.ts";
import { prefill, seed, shapeOf, steps } from "./layers.ts";
import { type SweepPoint, sweepPlaces } from "./sweep.ts";

/** Along the sweep every other of its places is run too; at the size of a real layer none is. */
function placesOf({ dims, break: fault }: VhaValues): readonly number[] {
  if (dims !== "toy") return [];
  return sweepPlaces[faults[fault].axis].filter((_, i) => i % 2 === 0);
}

/** The trained form, the absorbed form, and the absorbed form along the sweep. */
export function subjectsOf(values: VhaValues): readonly ProofSubject[] {
  const { dims, rank, alpha, beta } = values;
  const { order, mix, axis } = faults[values.break];
  const subject = (form: "trained" | "absorbed", spread: { alpha: number; beta: number }) =>
    ({ what: "vha", shape: shapeOf(dims, rank), form, ...spread, order, mix }) as const;
  const here = { alpha, beta };
  return [
    subject("trained", here),
    subject("absorbed", here),
    ...placesOf(values).map((at) => subject("absorbed", { ...here, [axis]: at })),
  ];
}

export const requestOf = (values: VhaValues): ProofRequest => ({
  kind: "prove",
  backend: values.backend,
  dtype: "float32",
  subjects: subjectsOf(values),
  ...{ prefill, steps, seed },
});

/** What a run has found so far, and the state that it was started with. */
export interface Found {
  readonly values: VhaValues;
  readonly trained: ProofEvent | null;
  readonly absorbed: ProofEvent | null;
  /** Along the sweep. */
  readonly measured: readonly SweepPoint[];
  readonly done: number;
}

/** `null` before the first result. */
export function foundBy({ events, values }: RunState<VhaValues>): Found | null {
  const proofs = (events as readonly RunEvent[]).filter((event) => event.kind === "proof");
  if (values === null || proofs.length === 0) return null;
  const by = (subject: number) => proofs.find((event) => event.subject === subject) ?? null;
  const { axis } = faults[values.break];
  const places = placesOf(values);
  const along = [values[axis], ...places].flatMap((at, i) => {
    const proof = by(i + 1);
    return proof && Number.isFinite(proof.relativeError)
      ? [{ at, error: proof.relativeError }]
      : [];
  });
  return {
    values,
    trained: by(0),
    absorbed: by(1),
    measured: places.length > 0 ? along : [],
    done: proofs.length,
  };
}

const decisive = ["dims", "alpha", "beta", "rank", "break"] as const;

/** Whether a run was of the state that is shown now. */
export const isOf = (run: VhaValues, shown: VhaValues): boolean =>
  decisive.every((name) => run[name] === shown[name]);

/** Whether it lies on the line that is drawn now: along its axis the reader may have moved on. */
export const isAlong = (run: VhaValues, shown: VhaValues): boolean =>
  decisive.every(
    (name) => name === "dims" || name === faults[shown.break].axis || run[name] === shown[name],
  );
