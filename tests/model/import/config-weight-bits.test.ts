import assert from "node:assert/strict";
import { test } from "node:test";
import { importConfig } from "../../../src/model/import/config/import-config.ts";
import { dims } from "./config-shapes.ts";

const group = (weights: object) => ({ config_groups: { group_0: { weights } } });
const groups = (...weights: readonly object[]) => ({
  config_groups: Object.fromEntries(weights.map((each, i) => [`group_${i}`, { weights: each }])),
});

/** Bits of a weight and its share of the scales, by hand. */
const rows: readonly (readonly [object, number | null])[] = [
  [{ quant_method: "fp8", weight_block_size: [128, 128] }, 8],
  [{ quant_method: "fbgemm_fp8" }, 8],
  [{ quant_method: "modelopt", quant_algo: "FP8" }, 8],
  [{ quant_method: "compressed-tensors", ...group({ num_bits: 8, type: "int" }) }, 8],
  [{ quant_method: "compressed-tensors", ...group({ num_bits: 8, type: "float" }) }, 8],
  [{ quant_method: "gptq", bits: 4, group_size: 128 }, 4 + 32 / 128],
  [{ quant_method: "awq", w_bit: 4, q_group_size: 128 }, 4.25],
  [{ quant_method: "gptq", bits: 4, group_size: 32 }, 5],
  [{ quant_method: "gptq", bits: 4, group_size: -1 }, 4],
  [{ quant_method: "gptq", bits: 8, group_size: 128 }, 8.25],
  [{ bits: 4, group_size: 64 }, 4.5],
  [{ ...group({ num_bits: 4, type: "int", group_size: 128 }) }, 4.25],
  // Symmetric integers have no zero point.
  [{ ...group({ num_bits: 4, type: "int", group_size: 32, symmetric: true }) }, 4.5],
  [{ quant_method: "mxfp4" }, 4.25],
  [{ quant_method: "modelopt", quant_algo: "NVFP4" }, 4.5],
  [{ ...group({ num_bits: 4, type: "float", group_size: 16 }) }, 4.5],
  [{ ...groups({ num_bits: 4, type: "int" }, { num_bits: 8, type: "int" }) }, null],
  [{ ...groups({ num_bits: 8, type: "int" }, { num_bits: 8, type: "float" }) }, 8],
  [{ quant_method: "bitsandbytes", load_in_4bit: true, load_in_8bit: false }, 4.5],
  [{ quant_method: "bitsandbytes", load_in_8bit: true }, 8],
  [{ quant_method: "bitsandbytes" }, null],
  [{ quant_method: "modelopt", quant_algo: "W4A16_AWQ", group_size: 128 }, 4.25],
  [{ quant_method: "torchao", bits: "4" }, null],
  [{ quant_method: "something", bits: -1 }, null],
];

test("bits of a weight, as the quantization says", () => {
  for (const [quantization_config, bits] of rows) {
    const { weightBits } = importConfig(dims(2, 8, 512, { quantization_config }));
    assert.equal(weightBits, bits, JSON.stringify(quantization_config));
  }
  assert.equal(importConfig(dims(2, 8, 512)).weightBits, null);
});
