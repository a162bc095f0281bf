import { seededNormal } from "../src/model/attention/seeded-normal.ts";
import { cacheCodec, codecNames } from "../src/model/quant/cache-codec.ts";
import type { MatrixCodec } from "../src/model/quant/matrix-codec.ts";
import type { BenchTable } from "./bench-table.ts";
import { medianMs } from "./median-ms.ts";

const channels = 128;
const tokens = 8192;

/** Encodes and decodes a million numbers in every format, in Node, beside a plain copy of them. */
export function benchQuant(): BenchTable {
  const values = seededNormal(1, tokens * channels);
  const copied = new Float32Array(values.length);
  const copy = medianMs(() => copied.set(values));
  const rows = codecNames.flatMap((name) => {
    if (name === "fp8_ds_mla") return []; // its rows are 576 long
    const { k, v } = cacheCodec(name);
    const kinds: readonly [string, MatrixCodec][] =
      k === v
        ? [["", k]]
        : [
            [" keys", k],
            [" values", v],
          ];
    return kinds.map(([kind, codec]) => {
      const bytes = codec.encode(values, channels);
      const encode = medianMs(() => codec.encode(values, channels));
      const decode = medianMs(() => codec.decode(bytes, tokens, channels));
      return {
        format: `${name}${kind}`,
        bits: ((8 * bytes.length) / values.length).toFixed(2),
        "encode, 10⁶ values/s": millions(encode),
        "decode, 10⁶ values/s": millions(decode),
        "encode, times a copy": Math.round(encode / copy),
        "decode, times a copy": Math.round(decode / copy),
      };
    });
  });
  return {
    title: "Formats of the cache: encoding and decoding in Node",
    remarks: [
      `${tokens} tokens of ${channels} numbers, one thread; a plain copy of them takes ${copy.toFixed(2)} ms, ${millions(copy)} million values a second.`,
    ],
    rows,
  };
}

const millions = (ms: number): string => ((tokens * channels) / ms / 1000).toPrecision(3);
