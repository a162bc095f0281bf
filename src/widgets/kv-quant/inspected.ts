import type { InspectedEvent, InspectRequest, LabEvent } from "../../lab/protocol.ts";
import { rowsBeforeRotation } from "../../model/quant/rotated-rows.ts";
import { readPrompt, tokensOf } from "../prompt/prompt.ts";
import { kvHeadOf, modelName, textShape } from "../prompt/text-models.ts";
import type { RunState } from "../widget.ts";
import type { QuantValues } from "./format.ts";
import { type StoredHead, type Study, studyOf } from "./study.ts";

/** @throws RangeError where the text cannot be read */
export const requestOf = (values: QuantValues): InspectRequest => ({
  kind: "inspect",
  backend: values.backend,
  model: modelName(values.variant),
  text: tokensOf(values.prompt),
});

/** What a run has found, and the state that it was started with. */
export interface Inspected {
  readonly values: QuantValues;
  readonly event: InspectedEvent;
}

export function inspectedBy({ events, values }: RunState<QuantValues>): Inspected | null {
  const event = (events as readonly LabEvent[]).find(({ kind }) => kind === "inspected");
  return values && event?.kind === "inspected" ? { values, event } : null;
}

/** Whether a run was of the text and the model that are shown now. */
export const isOf = (run: QuantValues, shown: QuantValues): boolean =>
  run.prompt === shown.prompt && run.variant === shown.variant;

/** Of each run the study that was asked for last: several figures and a table are made from it. */
const studies = new WeakMap<InspectedEvent, { readonly key: string; readonly study: Study }>();

/** The chosen head of the text that was read. */
export function studyOfRun({ event, values: ran }: Inspected, values: QuantValues): Study {
  const { layer, head, part, rope, format, axis, group, symmetric } = values;
  const key = [layer, head, part, rope, format, axis, group, symmetric].join();
  const known = studies.get(event);
  if (known?.key === key) return known.study;
  const study = studyOf(headOf(event, ran, values), values);
  studies.set(event, { key, study });
  return study;
}

function headOf(
  { layers }: InspectedEvent,
  { prompt, variant }: QuantValues,
  { layer, head, part, rope }: QuantValues,
): StoredHead {
  const shape = textShape(variant);
  const { headDim: channels } = shape;
  const size = readPrompt(prompt).letters.length * channels;
  const all = layers[layer - 1];
  if (!all) throw new RangeError(`no layer ${layer} in ${layers.length}`);
  const rows = (of: Float32Array, at: number) => of.subarray(at * size, (at + 1) * size);
  const kvHead = kvHeadOf(shape, head - 1);
  const [q, k, v] = [rows(all.q, head - 1), rows(all.k, kvHead), rows(all.v, kvHead)];
  const isBeforeRope = part === "k" && rope === "before";
  const cached = part === "v" ? v : isBeforeRope ? rowsBeforeRotation(k, channels) : k;
  return { head: { channels, q, k, v, loud: [], causal: true }, part, cached, isBeforeRope };
}
