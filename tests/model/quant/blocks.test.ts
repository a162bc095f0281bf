import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { mxfp4Rows, nvfp4Rows } from "../../../src/model/quant/fp4-blocks.ts";
import { llamaBlocks } from "../../../src/model/quant/llama-blocks.ts";
import { perToken } from "../../../src/model/quant/matrix-codec.ts";
import { e4m3fn, minifloatValues } from "../../../src/model/quant/minifloat.ts";
import oracle from "./gguf-blocks.json" with { type: "json" };

const unpacked = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));
const values = new Float32Array(unpacked(oracle.values).buffer);

describe("blocks as llama.cpp's own Python encodes them, byte by byte", () => {
  for (const [name, rows] of Object.entries({ ...llamaBlocks, mxfp4: mxfp4Rows })) {
    test(name, () => {
      const expected = unpacked(oracle.bytes[name as keyof typeof oracle.bytes]);
      const found = perToken(rows).encode(values, oracle.rowValues);
      assert.equal(found.length, expected.length);
      const wrong = [...found.keys()].filter((i) => found[i] !== expected[i]);
      assert.deepEqual(wrong, []);
    });
  }
});

test("a q4_0 block, decoded by hand: the number largest in size is −8 scales", () => {
  const row = new Float32Array(32).map((_, i) => i - 15);
  const bytes = new Uint8Array(18);
  llamaBlocks.q4_0.encode(row, bytes);
  // largest in size: 16, so the scale is −2, 0xc000 in float16; −15 is 7.5 scales: 8.5 + 7.5 = 16 → 15
  assert.deepEqual([bytes[0], bytes[1]], [0x00, 0xc0]);
  const back = new Float32Array(32);
  llamaBlocks.q4_0.decode(bytes, back);
  assert.equal(back[31], 16);
  assert.equal(back[0], -14, "the other end is cut off");
  assert.deepEqual([back[15], back[16], back[17]], [0, 0, 2]);
});

test("rows are whole blocks, of finite numbers", () => {
  for (const rows of Object.values({ ...llamaBlocks, mxfp4: mxfp4Rows })) {
    assert.throws(() => rows.rowBytes(80), /80 numbers a row.*blocks hold 32/);
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const row = new Float32Array(32);
      row[7] = bad;
      assert.throws(() => rows.encode(row, new Uint8Array(rows.rowBytes(32))), /value 7 is/);
    }
  }
  assert.throws(() => nvfp4Rows.rowBytes(24), /blocks hold 16/);
});

test("NVFP4: each number the nearest of its 15 multiples of the nearest E4M3 scale", () => {
  const fp4 = [0, 0.5, 1, 1.5, 2, 3, 4, 6].flatMap((size) => [size, -size]);
  const scales = [...minifloatValues(e4m3fn)].filter((scale) => Number.isFinite(scale));
  const nearest = (among: readonly number[], to: number) =>
    among.reduce((best, value) => (Math.abs(value - to) < Math.abs(best - to) ? value : best));
  const row = values.subarray(0, 64);
  const bytes = new Uint8Array(nvfp4Rows.rowBytes(64));
  nvfp4Rows.encode(row, bytes);
  const back = new Float32Array(64);
  nvfp4Rows.decode(bytes, back);
  for (let block = 0; block < 4; block++) {
    const numbers = [...row.subarray(block * 16, (block + 1) * 16)];
    const scale = nearest(scales, Math.max(...numbers.map(Math.abs)) / 6);
    for (const [i, number] of numbers.entries()) {
      assert.equal(back[block * 16 + i], Math.fround(scale * nearest(fp4, number / scale)));
    }
  }
});
