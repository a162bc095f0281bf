import assert from "node:assert/strict";
import { test } from "node:test";
import { type Bytes, integer, message, packedIntegers, text, varint } from "../../src/onnx/wire.ts";

const hex = (bytes: Bytes) => Buffer.from(bytes).toString("hex");

test("the examples of the protobuf documentation", () => {
  // https://protobuf.dev/programming-guides/encoding/
  assert.equal(hex(integer(1, 150)), "089601");
  assert.equal(hex(text(2, "testing")), "120774657374696e67");
  assert.equal(hex(message(3, [integer(1, 150)])), "1a03089601");
  assert.equal(hex(packedIntegers(6, [3, 270, 86_942])), "3206038e029ea705");
});

test("varints at the edges of a byte and of int64", () => {
  const cases: [number | bigint, string][] = [
    [0, "00"],
    [127, "7f"],
    [128, "8001"],
    [2 ** 31, "8080808008"],
    [Number.MAX_SAFE_INTEGER, "ffffffffffffff0f"],
    [-1, "ffffffffffffffffff01"],
    [-(2n ** 63n), "80808080808080808001"],
  ];
  for (const [value, expected] of cases) assert.equal(hex(varint(value)), expected, `${value}`);
});

test("field numbers above 15 take two bytes, text is UTF-8", () => {
  assert.equal(hex(integer(20, 2)), "a00102");
  assert.equal(hex(text(1, "캐시")), "0a06ecba90ec8b9c");
});
