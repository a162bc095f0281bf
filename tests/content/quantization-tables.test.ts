import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { modelById } from "../../src/data/index.ts";
import { quantizedTable, quantizedValue } from "../../src/data/quantized-quality.ts";
import { langs } from "../../src/i18n/locales.ts";
import { cacheFormat, elementFormats, rowBytes } from "../../src/model/formats.ts";
import { kvBytesPerSequence, layerBytesPerToken } from "../../src/model/kv.ts";
import { floatRows, scaledFp8Rows } from "../../src/model/quant/float-rows.ts";
import { e4m3fn } from "../../src/model/quant/minifloat.ts";
import type { RowCodec } from "../../src/model/quant/row-codec.ts";
import { read } from "./mdx.ts";

const tablesOf = (lang: string): readonly (readonly (readonly string[])[])[] =>
  [...read(`${lang}/chapters/quantization.mdx`).matchAll(/(?:^\|.*\|\n)+/gm)].map(([table]) =>
    table
      .trim()
      .split("\n")
      .map((row) => row.slice(2, -2).split(" | ")),
  );
const numbers = (cells: readonly string[] = []) =>
  cells.slice(1).map((cell) => Number(cell.replace(/[^\d.-]/g, "")));

function stored(codec: RowCodec, row: readonly number[]): readonly number[] {
  const bytes = new Uint8Array(codec.rowBytes(row.length));
  codec.encode(Float32Array.from(row), bytes);
  const back = new Float32Array(row.length);
  codec.decode(bytes, back);
  return [...back].map((value) => Number(value.toPrecision(4)));
}

const latent = { kind: "latent", latentDim: 512, ropeDim: 64 } as const;

for (const lang of langs) {
  describe(lang, () => {
    const [factors, floats, switches] = tablesOf(lang);

    test("32 requests by heads and format", () => {
      const rows = factors?.slice(2) ?? [];
      assert.deepEqual(
        rows.map(numbers),
        [64, 8, 1].map((nKv) =>
          (["bf16", "fp8", "int4"] as const).map((format) => {
            const layers = [{ count: 80, layer: { kind: "heads", nKv, headDim: 128 } }] as const;
            const bytes = 32 * kvBytesPerSequence(layers, cacheFormat(format), 8192);
            return Number((bytes / 1e9).toPrecision(4));
          }),
        ),
      );
    });

    test("five numbers in fp8, with a scale of 1.0 and with the row's", () => {
      const rows = (floats ?? []).slice(2).map((cells) => cells.map(Number));
      const row = rows.map(([number = 0]) => number);
      assert.deepEqual(row, [0.0005, 0.01, 1.1, 300, 600]);
      for (const [at, codec] of [floatRows(e4m3fn), scaledFp8Rows].entries()) {
        assert.deepEqual(
          rows.map((cells) => cells[at + 1]),
          stored(codec, row),
        );
      }
    });

    test("bytes of the switches' blocks", () => {
      const last = (name: string) =>
        switches?.find(([first]) => first?.includes(`\`${name}\``))?.at(-1) ?? "";
      for (const name of ["q8_0", "q4_0"] as const) {
        const bytes = `${rowBytes(elementFormats[name], 32)} B`;
        assert.ok(last(name).includes(bytes), bytes);
      }
      assert.match(last("fp8_per_token_head"), /^8\.25/);
    });

    test("numbers of the prose that code knows", () => {
      const text = read(`${lang}/chapters/quantization.mdx`);
      const mla = ["bf16", "fp8_ds_mla"] as const;
      const [wide = 0, packed = 1] = mla.map((name) =>
        layerBytesPerToken(latent, cacheFormat(name)),
      );
      assert.deepEqual([wide, packed, (wide / packed).toFixed(2)], [1152, 656, "1.76"]);
      for (const said of ["1,152", "656", "1.76", "26.8 GB", "21.5", "4.625", "31.25%"]) {
        assert.ok(text.includes(said), said);
      }
      const { layers } = modelById("llama-3-70b");
      const of = (format: "bf16" | "int4") => kvBytesPerSequence(layers, cacheFormat(format), 8192);
      assert.equal((100 * of("int4")) / of("bf16"), 31.25);
    });

    test("numbers of the prose that papers print", () => {
      const text = read(`${lang}/chapters/quantization.mdx`);
      const axes = quantizedTable("kivi-axes");
      const perplexity = quantizedTable("kvquant-perplexity");
      for (const [model, row, column] of [
        ["Llama-2-13B", "int2-ct", "gsm8k"],
        ["Llama-2-13B", "kivi-2", "gsm8k"],
        ["Llama-2-13B", "bits16", "gsm8k"],
        ["Falcon-7B", "bits16", "coqa"],
        ["Falcon-7B", "kivi-2", "coqa"],
      ] as const) {
        assert.ok(text.includes(quantizedValue(axes, model, row, column).toFixed(2)));
      }
      const lost = (model: string) =>
        quantizedValue(perplexity, null, "int4-tt-whole", model) -
        quantizedValue(perplexity, null, "bits16", model);
      for (const model of ["llama-2-70b", "llama-3-70b"]) {
        assert.ok(text.includes(lost(model).toFixed(2)), model);
      }
    });
  });
}
