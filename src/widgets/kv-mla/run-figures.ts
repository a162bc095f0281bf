import type { AgreementSeries } from "../../charts/agreement.ts";
import type { ErrorRow } from "../../charts/error-rows.ts";
import type { MlaProofData } from "../../charts/mla-proof.ts";
import { powerOfTen } from "../../i18n/scientific.ts";
import type { Translate } from "../translate.ts";
import type { RunState } from "../widget.ts";
import type { Form, MlaResult, MlaValues } from "./compute.ts";
import { errorText } from "./error-text.ts";
import { predictionOf } from "./prediction.ts";
import { type Setting, settings } from "./subjects.ts";
import { isRounding, type Proof, proofsOf, rounding } from "./verdict.ts";

const marks = { naive: "square", absorbed: "triangle" } as const;

/** No more points of one output than can be told apart. */
export const mostPoints = 256;

/** What a run has found so far; before one, what float64 makes of the small layer. */
export function proofData(
  _: MlaResult,
  values: MlaValues,
  t: Translate,
  run: RunState<MlaValues>,
): MlaProofData {
  const ranWith = run.values ?? values;
  const proofs = proofsOf(run.events, ranWith.tokens);
  const hasRun = proofs.length > 0;
  const rows = hasRun ? foundRows(proofs, values, t) : predictedRows(values, t);
  const series = hasRun ? foundSeries(proofs, values, t) : [predictedSeries(values, t)];
  const [first] = series;
  const all = proofs[0]?.event.output.length ?? 0;
  const count = first?.points.length ?? 0;
  return {
    basis: hasRun ? t("proof.ran", { tokens: ranWith.tokens }) : t("proof.predicted"),
    errors: {
      rows,
      rounding: [
        { from: 1e-17, to: 1e-12, text: t("errors.rounding-64") },
        { from: 1e-9, to: rounding, text: t("errors.rounding-32") },
      ],
      ticks: [-16, -12, -8, -4, 0].map((power) => ({
        value: 10 ** power,
        text: power === 0 ? "1" : powerOfTen(power),
      })),
      xAxis: t("errors.x"),
    },
    outputs: {
      series,
      xAxis: hasRun ? t("outputs.x") : t("outputs.x-predicted"),
      yAxis: all > count && count > 0 ? t("outputs.y-some", { count, of: all }) : t("outputs.y"),
    },
    label: t(hasRun ? "proof.label-ran" : "proof.label-predicted", {
      rows: rows.map(({ name, text }) => `${name}: ${text}`).join(", "),
    }),
  };
}

const frameOf = ({ form, rope }: Setting, values: MlaValues, t: Translate) => ({
  name: t(`setting.${form}-${rope}`),
  mark: marks[form],
  own: form === values.form && rope === values.rope,
});

function foundRows(proofs: readonly Proof[], values: MlaValues, t: Translate): readonly ErrorRow[] {
  return settings.map((setting) => {
    const { form, rope } = setting;
    const proof = proofs.find((found) => found.form === form && found.rope === rope);
    const error = proof?.event.relativeError ?? null;
    return {
      ...frameOf(setting, values, t),
      error,
      predicted: false,
      text: error === null ? "…" : errorText(error, t),
      wrong: proof?.verdict === "broken" || proof?.verdict === "wrong",
    };
  });
}

/** The expanded form is what the other is held against. */
function predictedRows(values: MlaValues, t: Translate): readonly ErrorRow[] {
  return settings.map((setting) => {
    const frame = { ...frameOf(setting, values, t), predicted: true };
    if (setting.form === "naive") {
      return { ...frame, error: null, text: t("errors.reference"), wrong: false };
    }
    const { relativeError: error } = predictionOf(setting.rope, values.tokens);
    return { ...frame, error, text: errorText(error, t), wrong: !isRounding(error) };
  });
}

function foundSeries(
  proofs: readonly Proof[],
  values: MlaValues,
  t: Translate,
): readonly AgreementSeries[] {
  return proofs
    .filter(({ rope }) => rope === values.rope)
    .map(({ form, event }) => seriesOf(form, event, values, t));
}

const predictedSeries = (values: MlaValues, t: Translate): AgreementSeries =>
  seriesOf("absorbed", predictionOf(values.rope, values.tokens), values, t);

/** The last token's numbers of one form, against what they should be. */
function seriesOf(
  form: Form,
  of: { readonly output: readonly number[]; readonly expected: readonly number[] },
  values: MlaValues,
  t: Translate,
): AgreementSeries {
  const every = Math.ceil(of.output.length / mostPoints);
  const points = of.output.flatMap((output, i) => {
    const expected = of.expected[i];
    const isPoint = i % every === 0 && expected !== undefined && Number.isFinite(output);
    return isPoint ? [{ expected, output }] : [];
  });
  const look = { mark: marks[form], open: form === "naive", own: form === values.form };
  return { name: t(`form.${form}`), ...look, points };
}
