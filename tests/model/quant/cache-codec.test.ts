import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { seededNormal } from "../../../src/model/attention/seeded-normal.ts";
import { cacheFormat, rowsBytes } from "../../../src/model/formats.ts";
import { kvBytesPerSequence } from "../../../src/model/kv.ts";
import { cacheCodec, codecNames } from "../../../src/model/quant/cache-codec.ts";

describe("every format", () => {
  for (const name of codecNames) {
    const { k, v } = cacheCodec(name);
    const format = cacheFormat(name);
    const latent = name === "fp8_ds_mla";

    test(`${name}: what is encoded is as long as the calculator says, to the byte`, () => {
      for (const tokens of [0, 1, 31, 32, 33, 127, 128, 129, 300]) {
        for (const channels of latent ? [576] : [64, 128, 256]) {
          const values = seededNormal(tokens + channels, tokens * channels);
          for (const [codec, own] of [
            [k, format.k],
            [v, format.v],
          ] as const) {
            const bytes = codec.encode(values, channels);
            assert.equal(bytes.length, codec.bytes(tokens, channels));
            const { ropeBits } = own;
            const expected = ropeBits
              ? rowsBytes(own, channels - 64, tokens) + tokens * 8 * ropeBits
              : rowsBytes(own, channels, tokens);
            assert.equal(bytes.length, expected, `${tokens} × ${channels}`);
            assert.equal(codec.decode(bytes, tokens, channels).length, values.length);
          }
        }
      }
    });

    test(`${name}: what was decoded is encoded to the same numbers`, () => {
      const channels = latent ? 576 : 64;
      const values = seededNormal(11, 200 * channels);
      for (const codec of [k, v]) {
        const once = codec.decode(codec.encode(values, channels), 200, channels);
        const twice = codec.decode(codec.encode(once, channels), 200, channels);
        const off = Math.max(...once.map((value, i) => Math.abs(value - (twice[i] as number))));
        // q4_0 and q5_0 cut off the end opposite to the largest number, and may turn round the scale
        assert.ok(off <= (/^q[45]_0/.test(name) ? 0.5 : 2e-3), `${off}`);
      }
    });

    test(`${name}: no token's numbers depend on a later token's`, () => {
      const channels = latent ? 576 : 32;
      const values = seededNormal(12, 300 * channels);
      const other = Float32Array.from(values);
      other.set(
        seededNormal(13, 40 * channels).map((value) => value * 30),
        260 * channels,
      );
      for (const codec of [k, v]) {
        const [one, two] = [values, other].map((all) =>
          codec.decode(codec.encode(all, channels), 300, channels).subarray(0, 256 * channels),
        );
        assert.deepEqual(one, two);
      }
    });
  }
});

test("a whole sequence: what its heads are encoded to is what the calculator counts", () => {
  const [nKv, headDim, layers, tokens] = [2, 64, 3, 200];
  for (const name of codecNames) {
    if (name === "fp8_ds_mla") continue;
    const { k, v } = cacheCodec(name);
    const values = seededNormal(4, tokens * headDim);
    const head = k.encode(values, headDim).length + v.encode(values, headDim).length;
    const layer = { kind: "heads", nKv, headDim } as const;
    assert.equal(
      kvBytesPerSequence([{ count: layers, layer }], cacheFormat(name), tokens),
      layers * nKv * head,
      name,
    );
  }
});
