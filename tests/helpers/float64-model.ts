import type { ModelShape } from "../../src/lab/model-shape.ts";
import { parametersOf } from "../../src/lab/parameters.ts";
import { attend } from "../../src/model/attention/attend.ts";
import { rmsNorm } from "../../src/model/attention/rms-norm.ts";
import { rotaryTables, rotated } from "../../src/model/attention/rotary.ts";

/**
 * The family's grouped members in float64, token by token, straight from their definition.
 * @param stored what a layer's keys and values, [tokens, nKv · headDim], are read as once the last of
 *   them has been stored
 * @returns the logits after each token
 */
export function decodedInFloat64(
  shape: ModelShape,
  parameters: Float32Array,
  text: readonly number[],
  stored: (part: "k" | "v", rows: Float32Array, width: number) => Float32Array,
): readonly Float64Array[] {
  const { hidden, headDim, nHeads, vocabulary, mlp, attention } = shape;
  if (attention.kind !== "grouped") throw new RangeError("grouped members only");
  const { nKv } = attention;
  const width = nKv * headDim;
  const named = new Map(
    parametersOf(shape).map(({ name, at, length }) => [name, parameters.subarray(at, at + length)]),
  );
  const weights = (name: string): Float32Array => {
    const found = named.get(name);
    if (!found) throw new RangeError(`no ${name}`);
    return found;
  };
  const times = (x: ArrayLike<number>, name: string, columns: number): Float64Array => {
    const w = weights(name);
    return Float64Array.from({ length: columns }, (_, c) => {
      let sum = 0;
      for (let r = 0; r < x.length; r++) sum += (x[r] as number) * (w[r * columns + c] as number);
      return sum;
    });
  };
  const plus = (a: Float64Array, b: ArrayLike<number>) =>
    a.map((value, i) => value + (b[i] as number));
  const rowOf = (table: string, id: number) =>
    weights(table).subarray(id * hidden, (id + 1) * hidden);
  const tables = rotaryTables(
    text.map((_, t) => t),
    headDim,
  );
  const heads = (row: Float64Array, t: number, turn: boolean) =>
    Array.from({ length: row.length / headDim }, (_, h) => {
      const head = row.slice(h * headDim, (h + 1) * headDim);
      return turn ? rotated(head, t, tables) : head;
    });
  const cache = Array.from({ length: shape.layers }, () => ({
    k: [] as number[],
    v: [] as number[],
  }));
  return text.map((id, t) => {
    let stream = plus(
      Float64Array.from(rowOf("embedding", id)),
      rowOf("previousEmbedding", text[Math.max(t - 1, 0)] as number),
    );
    for (const [layer, kept] of cache.entries()) {
      const own = (name: string) => `${layer}.${name}`;
      const x = rmsNorm(stream, weights(own("attentionScale")));
      kept.k.push(...heads(times(x, own("wk"), width), t, true).flatMap((head) => [...head]));
      kept.v.push(...times(x, own("wv"), width));
      const k = stored("k", Float32Array.from(kept.k), width);
      const v = stored("v", Float32Array.from(kept.v), width);
      const attended = heads(times(x, own("wq"), nHeads * headDim), t, true).flatMap((q, h) => {
        const at = Math.floor((h * nKv) / nHeads) * headDim;
        const rows = (of: Float32Array) =>
          Array.from({ length: t + 1 }, (_, s) =>
            of.subarray(s * width + at, s * width + at + headDim),
          );
        return [...attend(q, { keys: rows(k), values: rows(v) }, t + 1).output];
      });
      stream = plus(stream, times(attended, own("wo"), hidden));
      const open = times(rmsNorm(stream, weights(own("mlpScale"))), own("w1"), mlp);
      stream = plus(
        stream,
        times(
          open.map((value) => Math.max(value, 0) ** 2),
          own("w2"),
          hidden,
        ),
      );
    }
    return times(rmsNorm(stream, weights("finalScale")), "head", vocabulary);
  });
}
