import type { LayerOutput } from "../../model/attention/grouped-attention.ts";
import type { Backend } from "../backend/backend.ts";
import { CachedLayer, type LayerStep } from "./cached-layer.ts";
import type { ProofEvent, ProofRequest } from "./proof-request.ts";
import { seededInput } from "./seeded-weights.ts";
import { subjectOf } from "./subject.ts";

/** Runs one subject of a request, and holds every output against float64. */
export async function prove(
  request: ProofRequest,
  index: number,
  backend: Backend,
  breathe: () => Promise<void>,
): Promise<ProofEvent> {
  const { prefill, steps, seed, dtype } = request;
  const subject = request.subjects[index];
  if (!subject) throw new RangeError(`no subject ${index}`);
  const { layer, reference } = subjectOf(subject, seed);
  const tokens = prefill + steps;
  const x = seededInput(seed, tokens, layer.hidden);
  const held = backend.live().tensors;
  const running = await CachedLayer.create(backend, layer, { dtype, capacity: tokens });
  const found = await outcome().finally(() => running.free());
  return { ...found, tensorsLeft: backend.live().tensors - held };

  async function outcome(): Promise<Omit<ProofEvent, "tensorsLeft">> {
    const outputs: number[] = [];
    const filled: { tokens: number; bytes: number }[] = [];
    let last: LayerStep | null = null;
    const sizes = [...(prefill > 0 ? [prefill] : []), ...new Array<number>(steps).fill(1)];
    for (const size of sizes) {
      await breathe();
      const from = running.length * layer.hidden;
      last = await running.step(x.subarray(from, from + size * layer.hidden), size);
      for (const value of last.y) outputs.push(value);
      filled.push({ tokens: running.length, bytes: running.filledBytes });
    }
    const expected = reference(x, tokens);
    return {
      kind: "proof",
      subject: index,
      ...errors(outputs, expected.y),
      filled,
      cacheBytes: running.cacheBytes,
      weights: last ? lastWeights(last, running.length, expected) : [],
      output: outputs.slice(-layer.hidden),
      expected: Array.from(expected.y.slice(-layer.hidden)),
    };
  }
}

/** Largest difference, and the same as a share of the largest value. */
export function errors(
  values: ArrayLike<number>,
  reference: Float64Array,
): { readonly maxError: number; readonly relativeError: number } {
  let maxError = 0;
  let largest = 0;
  for (let i = 0; i < reference.length; i++) {
    const expected = reference[i] as number;
    // A number that is none makes the error none, whatever comes after it.
    maxError = Math.max(maxError, Math.abs((values[i] ?? Number.NaN) - expected));
    largest = Math.max(largest, Math.abs(expected));
  }
  return { maxError, relativeError: maxError / largest };
}

/** The last token's weights over all tokens, head by head, without the room that was not filled. */
function lastWeights(
  { weights, weightDims }: LayerStep,
  tokens: number,
  { weights: expected }: LayerOutput,
): readonly (readonly number[])[] {
  const heads = expected.at(-1)?.length ?? 0;
  const width = weightDims.at(-1) ?? 0;
  const rows = weights.length / width;
  const perHead = rows / heads;
  return Array.from({ length: heads }, (_, head) => {
    const row = Array.from(weights.subarray(((head + 1) * perHead - 1) * width).subarray(0, width));
    // A step's own token stands after the room of the cache.
    return width > tokens ? [...row.slice(0, tokens - 1), row.at(-1) ?? 0] : row;
  });
}
