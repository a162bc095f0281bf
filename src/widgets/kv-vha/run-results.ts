import { html, nothing, type TemplateResult } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import { cacheFormat } from "../../model/formats.ts";
import { layerBytesPerToken } from "../../model/kv.ts";
import type { ProofEvent } from "../../onnx/proof/proof-request.ts";
import { backendOf, ranHere, runControls } from "../run-controls.ts";
import type { Translate } from "../translate.ts";
import type { RunState } from "../widget.ts";
import type { VhaValues } from "./faults.ts";
import { shapeOf, tokens } from "./layers.ts";
import { type Found, foundBy, isOf, subjectsOf } from "./run.ts";
import { differenceText, errorText, isRounding, layerNames } from "./words.ts";

/** Button and ladder, the outputs, and what the device found. */
export function runResults(
  values: VhaValues,
  run: RunState<VhaValues>,
  outputs: TemplateResult | typeof nothing,
  t: Translate,
): TemplateResult {
  const found = foundBy(run);
  const of = run.values ? subjectsOf(run.values).length : 1;
  const done = found?.done ?? 0;
  const started = backendOf(run.events) !== null;
  const progress = started ? { text: t("proving", { done, of }), share: done / of } : null;
  return html`
    ${runControls({ backend: values.backend, progress, kept: done }, run, t)}
    ${found ? headline(found, values, t) : waiting(values, run, t)}
    ${outputs}
    ${found ? table(found, run, t) : nothing}`;
}

const waiting = ({ dims }: VhaValues, { status }: RunState<VhaValues>, t: Translate) =>
  status === "running"
    ? nothing
    : html`<p class="state">${t(dims === "paper" ? "not-yet-paper" : "not-yet")}</p>`;

/** What the two forms show once both are there, if the device can be trusted at all. */
function headline({ values, trained, absorbed }: Found, shown: VhaValues, t: Translate) {
  const other = isOf(values, shown)
    ? nothing
    : html`<p class="state">${t("run-of", {
        layer: t(`layer.${values.dims}`),
        alpha: values.alpha,
        beta: values.beta,
        rank: values.rank,
        fault: t(`fault-name.${values.break}`),
      })}</p>`;
  if (!trained || !absorbed) return other;
  const warning = (said: string) => html`${other}<p class="state error" role="alert">${said}</p>`;
  if (Number.isNaN(trained.relativeError + absorbed.relativeError))
    return warning(t("run-no-number"));
  const said = {
    trained: errorText(trained.relativeError, t),
    absorbed: errorText(absorbed.relativeError, t),
  };
  if (!isRounding(trained.relativeError)) {
    return warning(t("run-untrusted", said));
  }
  const key = isRounding(absorbed.relativeError) ? "run-right" : "run-broken";
  return html`${other}<p class="headline">${t(key, said)}</p>`;
}

function table({ values, trained, absorbed }: Found, run: RunState<VhaValues>, t: Translate) {
  const shape = shapeOf(values.dims, values.rank);
  const { nKv, headDim } = shape;
  const names = layerNames(shape, t);
  const caption = t("run-caption", { tokens });
  const columns = ["form", "largest", "share", "cache", "formula"].map((name) =>
    t(`column.${name}`),
  );
  const rows = [
    trained ? row(names.trained, trained, values, t) : nothing,
    absorbed ? row(names.absorbed, absorbed, values, t) : nothing,
  ];
  return html`
    <div class="scroll" role="group" tabindex="0" aria-label=${caption}><table>
      <caption>${caption}</caption>
      <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      <tbody>${rows}</tbody>
    </table></div>
    <p class="source">${t("cache-note", { nKv, headDim, tokens })} ${ranHere(run.events, t)}</p>`;
}

function row(name: string, proof: ProofEvent, { dims, rank }: VhaValues, t: Translate) {
  const { nKv, headDim } = shapeOf(dims, rank);
  const perToken = layerBytesPerToken({ kind: "heads", nKv, headDim }, cacheFormat("fp32"));
  const filled = proof.filled.at(-1);
  const bytes = (count: number) => `${formatInteger(count, t.lang)}\u00a0B`;
  const cells = [
    differenceText(proof.maxError, t),
    errorText(proof.relativeError, t),
    bytes(filled?.bytes ?? 0),
    bytes(perToken * (filled?.tokens ?? 0)),
  ];
  return html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
}
