import assert from "node:assert/strict";
import { test } from "node:test";
import { Graph } from "../../src/onnx/graph.ts";
import { Add } from "../../src/onnx/ops/add.ts";
import { Concat } from "../../src/onnx/ops/concat.ts";
import { Expand } from "../../src/onnx/ops/expand.ts";
import { MatMul } from "../../src/onnx/ops/mat-mul.ts";
import { Mul } from "../../src/onnx/ops/mul.ts";
import { Reshape } from "../../src/onnx/ops/reshape.ts";
import { RmsNorm } from "../../src/onnx/ops/rms-norm.ts";
import { Slice } from "../../src/onnx/ops/slice.ts";
import { Softmax } from "../../src/onnx/ops/softmax.ts";
import { Transpose } from "../../src/onnx/ops/transpose.ts";

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
    "080b", // ir_version 11
    "1209" + ascii("headcount"), // producer_name
    "3a5e" + body, // graph
    "4204" + "0a00" + "1017", // opset_import: "" at 23
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
  assert.deepEqual(MatMul(graph, graph.input("w", "float32", [3, 2]), b2(graph)).dims, [7, 3, 9]);
  assert.deepEqual(
    Add(graph, product, graph.constant("float32", [5], Array(5).fill(1))).dims,
    [2, 3, 5],
  );
  assert.deepEqual(Transpose(graph, product, [2, 0, 1]).dims, [5, 2, 3]);
  assert.deepEqual(Reshape(graph, product, [6, 5]).dims, [6, 5]);
  assert.deepEqual(Slice(graph, product, 1, 1, 3).dims, [2, 2, 5]);
  assert.deepEqual(Concat(graph, [product, Slice(graph, product, 2, 0, 1)], 2).dims, [2, 3, 6]);
  assert.deepEqual(
    Expand(graph, graph.input("e", "float32", [2, 1, 5]), [2, 4, 5]).dims,
    [2, 4, 5],
  );
  assert.deepEqual(RmsNorm(graph, product, graph.input("s", "float32", [5])).dims, [2, 3, 5]);
});

const b2 = (graph: Graph) => graph.input("b2", "float32", [7, 2, 9]);

test("attributes: integers, lists and real numbers; operators of the runtime's own", () => {
  const graph = new Graph();
  const x = graph.input("x", "float32", [1, 2]);
  const y = Transpose(graph, RmsNorm(graph, x, graph.input("s", "float32", [2])), [1, 0]);
  const [z] = graph.call({
    operator: "Own",
    domain: "com.microsoft",
    inputs: [y, null],
    outputs: [[2, 1]],
    attributes: { n: 3 },
  });
  graph.output("z", z as typeof y);
  const hex = Buffer.from(graph.toModel()).toString("hex");
  const perm = "0a04" + ascii("perm") + "42020100" + "a00107"; // ints, packed: 1, 0; type INTS
  const epsilon = "0a07" + ascii("epsilon") + "15bd378635" + "a00101"; // f = 1e-6; type FLOAT
  assert.ok(hex.includes(perm));
  assert.ok(hex.includes(epsilon));
  assert.ok(hex.includes("0a00" + "1201" + ascii("z")), "an input left out is an empty name");
  assert.ok(hex.includes("3a0d" + ascii("com.microsoft")), "the node's domain");
  assert.ok(hex.endsWith("4211" + "0a0d" + ascii("com.microsoft") + "1001"), "and its version");
});

test("shapes that do not fit are refused while the graph is built", () => {
  const graph = new Graph();
  const a = graph.input("a", "float32", [2, 3, 4]);
  const b = graph.input("b", "float32", [2, 5, 4]);
  const c = graph.input("c", "float32", [3, 4, 4]);
  assert.throws(() => MatMul(graph, a, b), /MatMul: \[2,3,4\] does not multiply \[2,5,4\]/);
  assert.throws(() => MatMul(graph, a, c), /MatMul/);
  assert.throws(() => Mul(graph, a, b), /Mul: \[2,3,4\] and \[2,5,4\] do not fit/);
  assert.throws(() => Transpose(graph, a, [0, 1]), /\[0,1\] is no order of the axes/);
  assert.throws(() => Transpose(graph, a, [0, 1, 1]), /no order/);
  assert.throws(() => Reshape(graph, a, [5, 5]), /\[2,3,4\] does not fill \[5,5\]/);
  assert.throws(() => Slice(graph, a, 2, 1, 5), /1 to 5 of axis 2 is not in \[2,3,4\]/);
  assert.throws(() => Concat(graph, [a, b], 0), /differ beyond axis 0/);
  assert.throws(() => Expand(graph, a, [3, 3, 4]), /Expand/);
  assert.throws(() => RmsNorm(graph, a, b), /does not scale/);
  assert.throws(() => Softmax(graph, a, 3), /Softmax: \[2,3,4\] has no axis 3/);
  assert.throws(() => graph.input("d", "float32", [2, 0]), /d: \[2,0\] is not a shape/);
  assert.throws(() => graph.input("d", "float32", [1.5]), /is not a shape/);
});
