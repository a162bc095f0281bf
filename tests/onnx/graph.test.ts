import assert from "node:assert/strict";
import { test } from "node:test";
import { Graph } from "../../src/onnx/graph.ts";
import { MatMul } from "../../src/onnx/ops/mat-mul.ts";
import { Mul } from "../../src/onnx/ops/mul.ts";
import { Softmax } from "../../src/onnx/ops/softmax.ts";

const ascii = (word: string) => Buffer.from(word).toString("hex");

test("a model of one node, byte by byte", () => {
  const graph = new Graph();
  graph.output("y", Softmax(graph, graph.input("x", "float32", [3])));

  const axis = ["0a04" + ascii("axis"), "18" + "ffffffffffffffffff01", "a00102"].join("");
  const node = [
    "0a01" + ascii("x"), // input
    "1201" + ascii("y"), // output, under the name the graph gives it
    "1a08" + ascii("Softmax0"), // name
    "2207" + ascii("Softmax"), // op_type
    "2a14" + axis, // attribute: name, i = -1, type INT
  ].join("");
  const floatOf3 = "120a" + "0a08" + "0801" + "1204" + "0a02" + "0803";
  const body = [
    "0a2f" + node,
    "1209" + ascii("headcount"),
    "5a0f" + "0a01" + ascii("x") + floatOf3,
    "620f" + "0a01" + ascii("y") + floatOf3,
  ].join("");
  const expected = [
    "080a", // ir_version 10
    "1209" + ascii("headcount"), // producer_name
    "3a5e" + body, // graph
    "4204" + "0a00" + "1015", // opset_import: "" at 21
  ].join("");
  assert.equal(Buffer.from(graph.toModel()).toString("hex"), expected);
});

test("shapes follow from the operators", () => {
  const graph = new Graph();
  const a = graph.input("a", "float32", [2, 3, 4]);
  const b = graph.input("b", "float32", [2, 4, 5]);
  const product = MatMul(graph, a, b);
  assert.deepEqual(product.dims, [2, 3, 5]);
  assert.deepEqual(Mul(graph, product, graph.constant("float32", [], [2])).dims, [2, 3, 5]);
  assert.deepEqual(Softmax(graph, product).dims, [2, 3, 5]);
});

test("shapes that do not fit are refused while the graph is built", () => {
  const graph = new Graph();
  const a = graph.input("a", "float32", [2, 3, 4]);
  const b = graph.input("b", "float32", [2, 5, 4]);
  const c = graph.input("c", "float32", [3, 4, 4]);
  assert.throws(() => MatMul(graph, a, b), /MatMul: \[2,3,4\] does not multiply \[2,5,4\]/);
  assert.throws(() => MatMul(graph, a, c), /MatMul/);
  assert.throws(() => Mul(graph, a, b), /Mul: \[2,3,4\] and \[2,5,4\] differ/);
  assert.throws(() => Softmax(graph, a, 3), /Softmax: \[2,3,4\] has no axis 3/);
  assert.throws(() => graph.input("d", "float32", [2, 0]), /d: \[2,0\] is not a shape/);
  assert.throws(() => graph.input("d", "float32", [1.5]), /is not a shape/);
});
