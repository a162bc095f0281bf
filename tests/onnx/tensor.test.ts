import assert from "node:assert/strict";
import { test } from "node:test";
import { literal, tensorFields } from "../../src/onnx/tensor.ts";
import { concat } from "../../src/onnx/wire.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

test("raw data is little-endian, two's complement and IEEE 754", () => {
  assert.equal(hex(literal("float32", [2], [1, -0.125]).raw), "0000803f000000be");
  assert.equal(hex(literal("float16", [2], [1, -0.125]).raw), "003c00b0");
  assert.equal(hex(literal("int32", [2], [1, -2]).raw), "01000000feffffff");
  assert.equal(hex(literal("int64", [1], [-1]).raw), "ffffffffffffffff");
});

test("a TensorProto, field by field", () => {
  const expected = [
    ["0a02", "0201"], // dims, packed: 2, 1
    ["10", "07"], // data_type: INT64
    ["4201", "63"], // name: "c"
    ["4a10", "0300000000000000", "fcffffffffffffff"], // raw_data: 3, -4
  ];
  const tensor = concat(tensorFields("c", literal("int64", [2, 1], [3, -4])));
  assert.equal(hex(tensor), expected.flat().join(""));
});

test("a scalar has no dims", () => {
  const tensor = concat(tensorFields("s", literal("float32", [], [0.5])));
  assert.equal(hex(tensor), "1001" + "420173" + "4a040000003f");
});

test("values that do not fill the shape are refused", () => {
  assert.throws(() => literal("float32", [2, 3], [1, 2]), /2 values do not fill \[2,3\].*6/);
  assert.throws(() => literal("int32", [], []), /0 values/);
});
