import assert from "node:assert/strict";
import { test } from "node:test";
import { headErrors, relativeError } from "../../../src/model/quant/head-errors.ts";
import { integerRows } from "../../../src/model/quant/integer-rows.ts";
import { type MatrixCodec, perChannel, perToken } from "../../../src/model/quant/matrix-codec.ts";
import { outlierExample } from "../../../src/model/quant/outlier-example.ts";
import { rotatedRows } from "../../../src/model/quant/rotated-rows.ts";

const tokens = 1024;
const head = outlierExample(tokens);
const { channels } = head;
const stored = (codec: MatrixCodec, values: Float32Array) =>
  codec.decode(codec.encode(values, channels), tokens, channels);
const rows = (bits: number) => integerRows({ bits, group: 32, symmetric: false });
const near = (found: number, expected: number, within: number) =>
  assert.ok(Math.abs(found / expected - 1) < within, `${found} against ${expected}`);

/**
 * numpy, numbers of its own normal generator, scales in float64: relative errors over the quiet
 * channels and over all, and the change of a query's attention.
 */
const byNumpy = [
  { bits: 4, token: [0.35, 0.112, 0.272], channel: [0.078, 0.027, 0.065] },
  { bits: 2, token: [1.945, 0.625, 1.172], channel: [0.394, 0.134, 0.323] },
] as const;

for (const { bits, token, channel } of byNumpy) {
  test(`int${bits}: four loud channels of 128 cost per token what per channel does not`, () => {
    const measured = (
      [
        [perToken(rows(bits)), token],
        [perChannel(rows(bits), 32), channel],
      ] as const
    ).map(([codec, [kQuiet, k, weights]]) => {
      const found = headErrors(head, stored(codec, head.k), head.v);
      near(found.kQuiet, kQuiet, 0.06);
      near(found.k, k, 0.06);
      near(2 * found.moved, weights, 0.12);
      assert.equal(found.v, 0);
      return found.kQuiet;
    });
    const factor = (measured[0] as number) / (measured[1] as number);
    near(factor, token[0] / channel[0], 0.06);
  });
}

test("without loud channels there is nothing to choose between the two", () => {
  const { k } = outlierExample(tokens, 0);
  const [one, two] = [perToken(rows(2)), perChannel(rows(2), 32)].map((codec) =>
    relativeError(k, stored(codec, k)),
  );
  near(one as number, two as number, 0.02);
});

test("RoPE spreads a loud channel over its pair: 2 bits per channel lose more after it", () => {
  const codec = perChannel(rows(2), 32);
  const turned = rotatedRows(head.k, channels);
  near(relativeError(head.k, stored(codec, head.k)), 0.134, 0.06);
  near(relativeError(turned, stored(codec, turned)), 0.222, 0.1);
  const norm = (of: Float32Array) => Math.hypot(...of.subarray(0, 5000));
  near(norm(turned), norm(head.k), 0.2);
});

test("values do not mind: random ones are alike along tokens and channels", () => {
  const found = [perToken(rows(4)), perChannel(rows(4), 32)].map(
    (codec) => headErrors(head, head.k, stored(codec, head.v)).output,
  );
  near(found[0] as number, found[1] as number, 0.1);
});
