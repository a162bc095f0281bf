import type { OutputDiagonalData, OutputSeries } from "../../charts/output-diagonal.ts";
import { servedShape } from "../../model/attention/absorb-virtual-heads.ts";
import type { ProofEvent } from "../../onnx/proof/proof-request.ts";
import type { Translate } from "../translate.ts";
import type { RunState } from "../widget.ts";
import type { VhaResult } from "./compute.ts";
import type { VhaValues } from "./faults.ts";
import { foundBy, isOf } from "./run.ts";
import { errorText, headsText } from "./words.ts";

/** More marks than this hide each other. */
const mostMarks = 128;

/** Outputs of the last token: those of a run of this state, and before it those of the page. */
export function outputsData(
  result: VhaResult,
  values: VhaValues,
  t: Translate,
  run: RunState<VhaValues>,
): OutputDiagonalData {
  const series = outputSeries(result, values, t, run);
  const said = series.map(({ name, note }) => `${name}: ${note}`).join("; ");
  return {
    series,
    xAxis: t("outputs-x"),
    yAxis: t("outputs-y"),
    label: t("outputs-label", { series: said || t("not-yet") }),
  };
}

/** At the size of a real layer there is nothing to draw before a run. */
export const hasOutputs = (
  { outputs }: VhaResult,
  values: VhaValues,
  run: RunState<VhaValues>,
): boolean => outputs !== null || foundOf(values, run) !== null;

/** What a run of this very state has found. */
function foundOf(values: VhaValues, run: RunState<VhaValues>) {
  const found = foundBy(run);
  return found && isOf(found.values, values) ? found : null;
}

function outputSeries(
  { shape, outputs, error }: VhaResult,
  values: VhaValues,
  t: Translate,
  run: RunState<VhaValues>,
): readonly OutputSeries[] {
  const served = `GQA ${headsText(servedShape(shape).nHeads, shape.nKv)}`;
  const absorbed = { variant: "gqa", name: t("series-absorbed", { served }) } as const;
  const found = foundOf(values, run);
  if (found) {
    return [
      ...measured({ variant: "vha", name: t("series-trained") }, found.trained, t),
      ...measured(absorbed, found.absorbed, t),
    ];
  }
  if (!outputs || error === null) return [];
  const note = t("series-page", { error: errorText(error, t) });
  return [{ ...absorbed, note, points: outputs.points }];
}

function measured(
  named: Pick<OutputSeries, "variant" | "name">,
  proof: ProofEvent | null,
  t: Translate,
): readonly OutputSeries[] {
  if (!proof) return [];
  const every = Math.ceil(proof.expected.length / mostMarks);
  const points = proof.expected
    .map((value, i) => [value, proof.output[i] as number] as const)
    .filter(([, output], i) => i % every === 0 && Number.isFinite(output));
  return [
    { ...named, note: t("series-run", { error: errorText(proof.relativeError, t) }), points },
  ];
}
