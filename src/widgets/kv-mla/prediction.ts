import { absorbedAttention } from "../../model/attention/absorbed-attention.ts";
import { latentAttention } from "../../model/attention/latent-attention.ts";
import { latentWeights, seededInput } from "../../onnx/proof/seeded-weights.ts";
import { dimsOf, type Rope, withRope } from "./layers.ts";
import { seed } from "./subjects.ts";

/** What absorbing does to the small layer, worked out in float64 without any runtime. */
export interface Prediction {
  /** Largest difference from the expanded form over all outputs ÷ largest output. */
  readonly relativeError: number;
  /** Of the last token: expanded, and absorbed. */
  readonly expected: readonly number[];
  readonly output: readonly number[];
}

/** One for each length of text and place of RoPE: sliders ask for the same again and again. */
const known = new Map<string, Prediction>();

export function predictionOf(rope: Rope, tokens: number): Prediction {
  const key = `${rope} ${tokens}`;
  const found = known.get(key) ?? predict(rope, tokens);
  known.set(key, found);
  return found;
}

function predict(rope: Rope, tokens: number): Prediction {
  const shape = withRope(dimsOf("toy"), rope);
  const weights = latentWeights(shape, seed);
  const x = seededInput(seed, tokens, shape.hidden);
  const { y: expected } = latentAttention(x, tokens, shape, weights);
  const { y: output } = absorbedAttention(x, tokens, shape, weights);
  let [off, largest] = [0, 0];
  for (const [i, value] of expected.entries()) {
    off = Math.max(off, Math.abs(value - (output[i] ?? Number.NaN)));
    largest = Math.max(largest, Math.abs(value));
  }
  const last = (values: Float64Array) => Array.from(values.slice(-shape.hidden));
  return { relativeError: off / largest, expected: last(expected), output: last(output) };
}
