import assert from "node:assert/strict";
import { test } from "node:test";
import { seededNormal } from "../../../src/model/attention/seeded-normal.ts";
import { floatRows } from "../../../src/model/quant/float-rows.ts";
import { nvfp4Rows } from "../../../src/model/quant/fp4-blocks.ts";
import { attendedBy } from "../../../src/model/quant/head-errors.ts";
import { integerRows } from "../../../src/model/quant/integer-rows.ts";
import { perChannel, perToken, withNewest } from "../../../src/model/quant/matrix-codec.ts";
import { e4m3fn } from "../../../src/model/quant/minifloat.ts";
import { rotatedRows, rowsBeforeRotation } from "../../../src/model/quant/rotated-rows.ts";
import type { LevelledRowCodec } from "../../../src/model/quant/row-codec.ts";

const encoded = (codec: LevelledRowCodec, row: Float32Array) => {
  const bytes = new Uint8Array(codec.rowBytes(row.length));
  codec.encode(row, bytes);
  return bytes;
};
const levels = (codec: LevelledRowCodec, row: readonly number[], place = 0) => [
  ...codec.levels(encoded(codec, Float32Array.from(row)), row.length, place),
];

test("levels by hand: four of int2, fifteen around 0, those of FP4, all of fp8", () => {
  const int2 = integerRows({ bits: 2, group: 4, symmetric: false });
  assert.deepEqual(levels(int2, [0, 6, 1, 2]), [0, 2, 4, 6]);
  assert.deepEqual(levels(int2, [0, 6, 1, 2, -1, 2, 0, 0], 5), [-1, 0, 1, 2], "of its own group");
  assert.deepEqual(levels(int2, [5, 5, 5, 5]), [5], "numbers that are all the same have one");
  const int4 = integerRows({ bits: 4, group: 4, symmetric: true });
  assert.deepEqual(
    levels(int4, [-3.5, 1, 0, 0]),
    Array.from({ length: 15 }, (_, i) => (i - 7) / 2),
  );
  const sizes = [0.5, 1, 1.5, 2, 3, 4, 6];
  const row = [12, ...new Array<number>(15).fill(0)];
  assert.deepEqual(levels(nvfp4Rows, row), [
    ...sizes.map((size) => -2 * size).reverse(),
    0,
    ...sizes.map((size) => 2 * size),
  ]);
  const fp8 = levels(floatRows(e4m3fn), [0]);
  // 256 codes without two NaNs; both zeros are one.
  assert.deepEqual([fp8.length, fp8[0], fp8.at(-1)], [253, -448, 448]);
});

test("whatever is decoded is one of the levels of its place", () => {
  const row = seededNormal(3, 64);
  const codecs = [
    integerRows({ bits: 3, group: 16, symmetric: false }),
    integerRows({ bits: 2, group: 32, symmetric: true }),
    nvfp4Rows,
    floatRows(e4m3fn),
  ];
  for (const codec of codecs) {
    const bytes = encoded(codec, row);
    const decoded = new Float32Array(64);
    codec.decode(bytes, decoded);
    for (const [place, value] of decoded.entries()) {
      assert.ok(codec.levels(bytes, 64, place).includes(value + 0), `${value} at ${place}`);
    }
  }
});

test("scales in the order of their groups: token by token, or channel by channel", () => {
  const rows = integerRows({ bits: 2, group: 2, symmetric: false });
  // Two tokens of four channels: spans 3, 6 and 9, 12; and along tokens 3, 9, 24 and 30.
  const values = Float32Array.from([0, 3, 0, 6, 3, 12, 24, 36]);
  const scales = (codec: ReturnType<typeof perToken>) => [
    ...codec.scales(codec.encode(values, 4), values.length / 4, 4),
  ];
  assert.deepEqual(scales(perToken(rows)), [1, 2, 3, 4]);
  assert.deepEqual(scales(perChannel(rows, 2)), [1, 3, 8, 10]);
  const newest = (tokens: number) => tokens % 2;
  assert.deepEqual(scales(withNewest(perChannel(rows, 2), newest)), [1, 3, 8, 10]);
  assert.deepEqual(scales(withNewest(perChannel(rows, 4), () => 2)), []);
  assert.deepEqual(scales(perToken(floatRows(e4m3fn))), [], "no number shares one");
});

test("rows turn as complex numbers do, and back", () => {
  const [tokens, width] = [40, 8];
  const rows = seededNormal(5, tokens * width);
  const turned = rotatedRows(rows, width, 3);
  for (let t = 0; t < tokens; t++) {
    for (let i = 0; i < width / 2; i++) {
      const angle = (t + 3) / 10_000 ** (i / (width / 2));
      const [re, im] = [rows[t * width + i] as number, rows[t * width + i + width / 2] as number];
      const expected = re * Math.cos(angle) - im * Math.sin(angle);
      assert.ok(Math.abs((turned[t * width + i] as number) - expected) < 1e-6);
    }
  }
  const back = rowsBeforeRotation(rotatedRows(rows, width), width);
  for (const [at, value] of rows.entries()) {
    assert.ok(Math.abs((back[at] as number) - value) < 1e-6, `${at}`);
  }
});

test("a causal query reads no token after its own", () => {
  const head = { channels: 2, q: seededNormal(1, 6), k: seededNormal(2, 6), v: seededNormal(3, 6) };
  const found = attendedBy({ ...head, loud: [], causal: true }, head.k, head.v);
  assert.deepEqual(
    found.map(({ weights }) => weights.length),
    [1, 2, 3],
  );
  assert.deepEqual([...(found[0]?.output ?? [])], [...head.v.subarray(0, 2)]);
});
