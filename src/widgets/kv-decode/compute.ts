import { cachedValues } from "../../lab/model-shape.ts";
import type { ValuesOf } from "../params.ts";
import { type Prompt, readPrompt } from "../prompt/prompt.ts";
import { bytesPerToken, textShape } from "../prompt/text-models.ts";
import type { params } from "./params.ts";

export type DecodeValues = ValuesOf<typeof params>;

/** What one step costs, by counting. */
export interface CountedStep {
  /** Tokens of the text that it reads. */
  readonly length: number;
  /** Rows of K and V computed for it, in each layer. */
  readonly cached: number;
  readonly uncached: number;
  /** Bytes of the cache after it. */
  readonly bytes: number;
}

export interface DecodeResult {
  readonly prompt: Prompt;
  /** Numbers that a layer caches for a token. */
  readonly cachedValues: number;
  readonly bytesPerToken: number;
  readonly steps: readonly CountedStep[];
  /** All steps together, and the bytes after the last. */
  readonly total: { readonly cached: number; readonly uncached: number; readonly bytes: number };
}

/** What decoding costs with the cache and without, from the lengths alone. */
export function compute(values: DecodeValues): DecodeResult {
  const prompt = readPrompt(values.prompt);
  const shape = textShape(values.variant);
  const perToken = bytesPerToken(shape);
  // Something has to be read before anything can follow.
  const first = Math.max(1, prompt.letters.length);
  const steps = Array.from({ length: values.tokens }, (_, step): CountedStep => {
    const length = first + step;
    const cached = step === 0 ? length : 1;
    return { length, cached, uncached: length, bytes: length * perToken };
  });
  const sum = (of: "cached" | "uncached") => steps.reduce((all, step) => all + step[of], 0);
  return {
    prompt,
    cachedValues: cachedValues(shape),
    bytesPerToken: perToken,
    steps,
    total: { cached: sum("cached"), uncached: sum("uncached"), bytes: steps.at(-1)?.bytes ?? 0 },
  };
}
