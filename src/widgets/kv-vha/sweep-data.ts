import type { ErrorSweepData } from "../../charts/error-sweep.ts";
import type { Translate } from "../translate.ts";
import type { RunState } from "../widget.ts";
import type { VhaResult } from "./compute.ts";
import { faults, type VhaValues } from "./faults.ts";
import { relativeError } from "./relative-error.ts";
import { foundBy, isAlong } from "./run.ts";
import { sweep, sweepPlaces } from "./sweep.ts";
import { absorbedOutput, trainedOutput } from "./toy-layer.ts";
import { errorText } from "./words.ts";

/** Places on the axes that somebody has reported. */
const landmarks: Readonly<Record<"alpha" | "beta", readonly { at: number; key: string }[]>> = {
  alpha: [
    { at: 0.1, key: "at-start" },
    { at: 0.52, key: "at-peak" },
  ],
  beta: [{ at: 0, key: "at-start" }],
};

/** Of the small layer, whichever is chosen: the other takes seconds. */
export function sweepData(
  _: VhaResult,
  values: VhaValues,
  t: Translate,
  run: RunState<VhaValues>,
): ErrorSweepData {
  const { break: fault, alpha, beta, rank } = values;
  const { axis } = faults[fault];
  const mixes = { alpha, beta, rank };
  const error = relativeError(absorbedOutput(mixes, fault), trainedOutput(mixes, fault));
  const current = { at: values[axis], error };
  const points = sweep(fault, mixes).filter(({ at }) => at !== current.at);
  const found = foundBy(run);
  return {
    points: [...points, current].toSorted((a, b) => a.at - b.at),
    current: { ...current, text: errorText(error, t) },
    measured: found && isAlong(found.values, values) ? found.measured : [],
    landmarks: landmarks[axis].map(({ at, key }) => ({ at, text: t(key) })),
    names: { line: t("sweep-line"), measured: t("sweep-measured") },
    xTicks: sweepPlaces[axis].filter((_at, i) => i % 2 === 0),
    xAxis: t(`sweep-x.${axis}`),
    yAxis: t("sweep-y"),
    label: t("sweep-label", {
      fault: t(`fault-name.${fault}`),
      points: points.map((point) => `${point.at}: ${errorText(point.error, t)}`).join("; "),
    }),
  };
}
