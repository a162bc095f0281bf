import { alphabet } from "../../src/lab/family.ts";
import { cachedValues } from "../../src/lab/model-shape.ts";
import type { TokenEvent } from "../../src/lab/protocol.ts";
import type { DecodeValues } from "../../src/widgets/kv-decode/compute.ts";
import { textShape } from "../../src/widgets/prompt/text-models.ts";

/** Steps of a run: what a token cached is its own place in every value, plus the layer's tenth. */
export function stepsOf(
  values: DecodeValues,
  written: string,
  changes: Partial<TokenEvent> = {},
): TokenEvent[] {
  const shape = textShape(values.variant);
  const numbers = cachedValues(shape);
  const ids = [...values.prompt, ...written].map((letter) => alphabet.indexOf(letter));
  const first = values.prompt.length;
  return [...written].map((_, step) => {
    const from = step === 0 ? 0 : first + step - 1;
    const length = first + step;
    return {
      kind: "token",
      taken: ids.slice(from, length),
      from,
      next: ids[length] as number,
      likeliest: [
        { id: ids[length] as number, probability: 0.5 },
        { id: 0, probability: 0.25 },
      ],
      nextWithout: ids[length] as number,
      traces: Array.from({ length: length - from }, (__, i) => ({
        weights: Array.from({ length: shape.layers }, () =>
          Array.from({ length: shape.nHeads }, (___, head) =>
            new Float32Array(from + i + 1).fill(head / 10),
          ),
        ),
        cached: Array.from({ length: shape.layers }, (___, layer) =>
          Float32Array.from({ length: numbers }, () => from + i + 1 + layer / 10),
        ),
      })),
      cachedMs: 2,
      uncachedMs: 2 + step,
      projected: { cached: length - from, uncached: length },
      filledBytes: length * shape.layers * numbers * 4,
      difference: 3e-7,
      largestLogit: 10,
      rowDifference: 2e-7,
      largestRow: 4,
      ...changes,
    };
  });
}
