import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { seededNormal } from "../../../src/model/attention/seeded-normal.ts";
import { codebookRows, fitLevels } from "../../../src/model/quant/codebook-rows.ts";
import { scaledFp8Rows, scaledInt8Rows } from "../../../src/model/quant/float-rows.ts";
import { fp8LatentRows } from "../../../src/model/quant/fp8-latent-rows.ts";
import { integerRows } from "../../../src/model/quant/integer-rows.ts";
import { e4m3fn, float16, fromMinifloat, toMinifloat } from "../../../src/model/quant/minifloat.ts";
import { packBits, unpackBits } from "../../../src/model/quant/pack-bits.ts";
import type { RowCodec } from "../../../src/model/quant/row-codec.ts";

function roundTrip(rows: RowCodec, row: Float32Array) {
  const bytes = new Uint8Array(rows.rowBytes(row.length));
  rows.encode(row, bytes);
  const back = new Float32Array(row.length);
  rows.decode(bytes, back);
  return { bytes, back };
}

describe("packing", () => {
  test("3 bits lie across bytes, lowest bits first", () => {
    const bytes = new Uint8Array(3);
    packBits([1, 2, 3, 4, 5, 6, 7, 0], 3, bytes);
    // 000 111 110 101 100 011 010 001, read from the right
    assert.deepEqual([...bytes], [0b11010001, 0b01011000, 0b00011111]);
  });

  test("comes apart as it went in, at any width and length", () => {
    for (const bits of [2, 3, 4, 5, 8]) {
      for (let length = 0; length < 40; length++) {
        const codes = Uint8Array.from({ length }, (_, i) => (i * 37 + 11) % 2 ** bits);
        const bytes = new Uint8Array(Math.ceil((length * bits) / 8));
        packBits(codes, bits, bytes);
        const back = new Uint8Array(length);
        unpackBits(bytes, bits, back);
        assert.deepEqual(back, codes);
      }
    }
  });
});

describe("integers", () => {
  test("4 bits by hand: −3 to 4.5 in steps of a half", () => {
    const row = Float32Array.from([-3, 4.5, 0, 0.25, 0.75, 1]);
    const rows = integerRows({ bits: 4, group: 32, symmetric: false });
    const { bytes, back } = roundTrip(rows, row);
    // ties to even: 0.25 is 6.5 steps above −3, 0.75 is 7.5
    assert.deepEqual([...back], [-3, 4.5, 0, 0, 1, 1]);
    assert.deepEqual([...bytes.subarray(0, 3)], [0xf0, 0x66, 0x88]);
    assert.deepEqual([...bytes.subarray(3)], [0x00, 0x38, 0x00, 0xc2], "0.5 and −3 in float16");
  });

  test("2 bits symmetric: a scale's multiples −1, 0, 1", () => {
    const rows = integerRows({ bits: 2, group: 4, symmetric: true });
    const { back, bytes } = roundTrip(rows, Float32Array.from([-2, 0.9, 1.1, 0.5, 8, -4, -4.5, 3]));
    assert.deepEqual(
      [...back],
      [-2, 0, 2, 0, 8, 0, -8, 0].map((value) => value + 0),
    );
    assert.equal(bytes.length, 2 + 2 * 2);
  });

  for (const bits of [2, 3, 4, 8]) {
    for (const symmetric of [false, true]) {
      test(`int${bits}${symmetric ? " symmetric" : ""}: off by half a step at most, and itself again`, () => {
        const rows = integerRows({ bits, group: 32, symmetric });
        for (let seed = 1; seed <= 50; seed++) {
          const row = seededNormal(seed, 100).map(
            (value, i) => value * (1 + (i >> 5)) + (seed % 3),
          );
          const { back } = roundTrip(rows, row);
          for (let from = 0; from < 100; from += 32) {
            const group = [...row.subarray(from, from + 32)];
            const [least, most] = [Math.min(...group), Math.max(...group)];
            const steps = symmetric ? 2 ** (bits - 1) - 1 : 2 ** bits - 1;
            const exact = symmetric ? Math.max(-least, most) / steps : (most - least) / steps;
            // scale and zero point are rounded to 11 bits, and the ends move with them
            const step = exact / 2 + 2 ** -11 * (exact * steps + Math.abs(least));
            for (const [i, value] of group.entries()) {
              assert.ok(Math.abs((back[from + i] as number) - value) <= step, `seed ${seed}, ${i}`);
            }
          }
          assert.deepEqual(roundTrip(rows, back).back, back);
        }
      });
    }
  }

  test("rows of one value, of 0, and beyond float16", () => {
    const rows = integerRows({ bits: 4, group: 32, symmetric: false });
    assert.deepEqual([...roundTrip(rows, new Float32Array(5).fill(3)).back], [3, 3, 3, 3, 3]);
    assert.deepEqual([...roundTrip(rows, new Float32Array(3)).back], [0, 0, 0]);
    const { back } = roundTrip(rows, Float32Array.from([-1e9, 1e9]));
    assert.deepEqual([...back], [-65_504, -65_504 + 15 * 65_504], "saturated, and finite");
    assert.deepEqual(roundTrip(rows, new Float32Array(0)).bytes.length, 0);
  });
});

describe("a scale for a row", () => {
  const row = seededNormal(3, 128);
  const largest = Math.max(...row.map(Math.abs));

  test("int8: the largest number is 127 scales, the others within half a scale", () => {
    const { back, bytes } = roundTrip(scaledInt8Rows, row);
    assert.equal(bytes.length, 132);
    const scale = Math.fround(largest / 127);
    assert.equal(new DataView(bytes.buffer).getFloat32(128, true), scale);
    for (const [i, value] of row.entries()) {
      assert.ok(Math.abs((back[i] as number) - value) <= scale * 0.5001);
    }
    assert.ok(Math.max(...back.map(Math.abs)) >= 126.99 * scale);
  });

  test("fp8: each number is E4M3 of its share of the largest", () => {
    const { back } = roundTrip(scaledFp8Rows, row);
    const scale = Math.fround(largest / 448);
    for (const [i, value] of row.entries()) {
      const code = toMinifloat(e4m3fn, value / scale);
      assert.equal(back[i], Math.fround(fromMinifloat(e4m3fn, code) * scale));
    }
  });

  test("a row of zeros stays one", () => {
    for (const rows of [scaledInt8Rows, scaledFp8Rows]) {
      assert.deepEqual([...roundTrip(rows, new Float32Array(4)).back], [0, 0, 0, 0]);
    }
  });
});

test("FlashMLA's row: 656 bytes, four scales for the latent, the RoPE key in bf16", () => {
  const rows = fp8LatentRows(64);
  const row = seededNormal(8, 576).map((value, i) => value * (1 + Math.floor(i / 128)));
  const { bytes, back } = roundTrip(rows, row);
  assert.equal(bytes.length, 656);
  const view = new DataView(bytes.buffer);
  for (let tile = 0; tile < 4; tile++) {
    const numbers = row.subarray(tile * 128, (tile + 1) * 128);
    const scale = Math.fround(Math.max(...numbers.map(Math.abs)) / 448);
    assert.equal(view.getFloat32(512 + 4 * tile, true), scale);
  }
  for (let i = 0; i < 576; i++) {
    const share = i < 512 ? 2 ** -4 : 2 ** -8;
    const [was, is] = [row[i] as number, back[i] as number];
    assert.ok(Math.abs(is - was) <= share * Math.abs(was) + 1e-4, `${i}: ${was} → ${is}`);
  }
});

describe("a codebook with outliers", () => {
  const laid = seededNormal(21, 4096).map((value) => value / 3.5);
  const levels = fitLevels(laid, 3);

  test("levels: 8, ascending, from −1 to 1, closer together where the numbers are", () => {
    assert.equal(levels.length, 8);
    assert.deepEqual([levels[0], levels[7]], [-1, 1]);
    const gaps = [...levels].slice(1).map((level, i) => level - (levels[i] as number));
    assert.ok(gaps.every((gap) => gap > 0));
    assert.ok((gaps[3] as number) < (gaps[0] as number) / 2);
  });

  test("an outlier is kept in float16 and does not widen the others' range", () => {
    const row = seededNormal(5, 128);
    row[77] = 300;
    const { back, bytes } = roundTrip(codebookRows({ levels, outliers: 0.01 }), row);
    assert.equal(bytes.length, 48 + 4 + 4);
    assert.equal(back[77], 300);
    const plain = roundTrip(codebookRows({ levels, outliers: 0 }), row).back;
    const error = (found: Float32Array) =>
      Math.hypot(...row.map((value, i) => (i === 77 ? 0 : value - (found[i] as number))));
    assert.ok(error(back) < error(plain) / 5, `${error(back)} against ${error(plain)}`);
  });

  test("as near as any of its levels", () => {
    const row = seededNormal(6, 100);
    const rows = codebookRows({ levels, outliers: 0 });
    const { back, bytes } = roundTrip(rows, row);
    const view = new DataView(bytes.buffer);
    const [centre, scale] = [38, 40].map((at) => fromMinifloat(float16, view.getUint16(at, true)));
    for (const [i, value] of row.entries()) {
      const off = Math.min(
        ...levels.map((level) => Math.abs((centre as number) + level * (scale as number) - value)),
      );
      assert.ok(Math.abs(Math.abs((back[i] as number) - value) - off) < 1e-6);
    }
  });
});
