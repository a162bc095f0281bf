import { randomWords } from "../../model/random-words.ts";
import type { Backend } from "../../onnx/backend/backend.ts";
import { cachedDecoder, paddedTokens, uncachedDecoder } from "../decoder.ts";
import type { DecodeRequest } from "../protocol.ts";
import { runFormats } from "../run-formats.ts";
import { chooseToken, probabilities, ranked } from "../sampling.ts";
import type { LoadedModel } from "../shipped-model.ts";
import type { LabRun } from "./lab-run.ts";

const shown = 5;

/** Decodes a text with a cache and, to compare, without one, step by step. */
export async function decode(
  { prompt, tokens, sampling, format }: DecodeRequest,
  { shape, parameters }: LoadedModel,
  backend: Backend,
  { emit, breathe }: LabRun,
): Promise<void> {
  const held = await backend.hold("float32", [parameters.length], parameters);
  const cached = cachedDecoder(backend, shape, held, format ? runFormats[format] : undefined);
  const uncached = uncachedDecoder(backend, shape, held);
  const word = randomWords(sampling.seed);
  // Graphs are accepted and kernels compiled before anything is timed, each length's in its turn.
  const rehearsed = new Set<number>();
  const rehearse = async (length: number): Promise<void> => {
    const padded = paddedTokens(length, shape);
    if (rehearsed.has(padded)) return;
    rehearsed.add(padded);
    await uncached.rehearse(length);
  };
  try {
    await cached.rehearse(prompt.length);
    const rows: Float32Array[] = [];
    let taken = prompt;
    for (let made = 0; made < tokens; made++) {
      await breathe();
      await rehearse(uncached.length + taken.length);
      const from = cached.length;
      const one = await timed(backend, () => cached.feed(taken));
      const other = await timed(backend, () => uncached.feed(taken));
      const { logits } = one.value;
      const dice = word();
      const next = chooseToken(logits, sampling, dice);
      const shares = probabilities(logits);
      const traces = await one.value.traces();
      rows.push(...traces.flatMap((trace) => trace.cached));
      const anew = (await other.value.rows()).flat();
      emit({
        kind: "token",
        ...{ taken, from, next },
        likeliest: ranked(logits)
          .slice(0, shown)
          .map((id) => ({ id, probability: shares[id] as number })),
        nextWithout: chooseToken(other.value.logits, sampling, dice),
        traces,
        cachedMs: one.milliseconds,
        uncachedMs: other.milliseconds,
        projected: { cached: one.value.projected, uncached: other.value.projected },
        filledBytes: cached.filledBytes,
        difference: apart(logits, other.value.logits),
        largestLogit: largest(logits),
        rowDifference: Math.max(...rows.map((row, i) => apart(row, anew[i] as Float32Array))),
        largestRow: Math.max(...rows.map(largest)),
      });
      taken = [next];
    }
  } finally {
    cached.free();
    uncached.free();
    backend.free(held);
  }
}

const largest = (values: Float32Array): number =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

const apart = (own: Float32Array, other: Float32Array): number =>
  largest(own.map((value, i) => value - (other[i] as number)));

async function timed<T>(backend: Backend, work: () => Promise<T>) {
  await backend.settle();
  const before = performance.now();
  const value = await work();
  return { value, milliseconds: performance.now() - before };
}
