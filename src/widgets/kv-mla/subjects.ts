import type { ProofRequest, ProofSubject } from "../../onnx/proof/proof-request.ts";
import type { Form, MlaValues } from "./compute.ts";
import { type DimsName, dimsOf, type MlaDims, type Rope, withRope } from "./layers.ts";

export interface Setting {
  readonly form: Form;
  readonly rope: Rope;
}

/** What a run puts through, in this order: both switches in all their positions. */
export const settings: readonly Setting[] = [
  { form: "naive", rope: "decoupled" },
  { form: "absorbed", rope: "decoupled" },
  { form: "naive", rope: "latent" },
  { form: "absorbed", rope: "latent" },
];

/** Of weights and text. */
export const seed = 1;

/** The layer of a run: the weights of DeepSeek-V2 are too many for a page. */
export const runName = (name: DimsName): DimsName => (name === "v2" ? "toy" : name);

export const runDims = (name: DimsName): MlaDims => dimsOf(runName(name));

/** All four, on a text of which the first half is a prefill and each further token a step. */
export function requestOf({ dims, tokens, backend }: MlaValues): ProofRequest {
  const prefill = Math.floor(tokens / 2);
  return {
    kind: "prove",
    backend,
    dtype: "float32",
    subjects: settings.map(({ form, rope }) => subjectOf(withRope(runDims(dims), rope), form)),
    prefill,
    steps: tokens - prefill,
    seed,
  };
}

function subjectOf(dims: MlaDims, form: Form): ProofSubject {
  const { hidden, nHeads, latentDim, nopeDim, ropeDim, valueDim } = dims;
  return {
    what: "mla",
    form,
    shape: { hidden, nHeads, latentDim, nopeDim, ropeDim, valueDim },
  };
}
