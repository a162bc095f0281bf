import { type DType, dtypeCode, type Literal, literal, tensorFields } from "./tensor.ts";
import { type Bytes, concat, integer, message, text } from "./wire.ts";

/** A tensor that flows through the graph. Shapes are checked while the graph is built. */
export interface Value {
  readonly name: string;
  readonly dtype: DType;
  readonly dims: readonly number[];
}

interface Node {
  readonly operator: string;
  readonly inputs: readonly Value[];
  readonly output: Value;
  readonly attributes: Readonly<Record<string, number>>;
}

const opset = 21;
const irVersion = 10; // what ONNX 1.16, the release of opset 21, writes
const attributeInt = 2; // AttributeProto.AttributeType.INT

/** Collects nodes and writes them as a ModelProto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto). */
export class Graph {
  readonly #inputs: Value[] = [];
  readonly #constants: { name: string; literal: Literal }[] = [];
  readonly #nodes: Node[] = [];
  readonly #outputs = new Map<Value, string>();

  input(name: string, dtype: DType, dims: readonly number[]): Value {
    for (const dim of dims) {
      if (Number.isSafeInteger(dim) && dim > 0) continue;
      throw new RangeError(`${name}: [${dims}] is not a shape`);
    }
    const value = { name, dtype, dims };
    this.#inputs.push(value);
    return value;
  }

  constant(dtype: DType, dims: readonly number[], values: readonly number[]): Value {
    const name = `constant${this.#constants.length}`;
    this.#constants.push({ name, literal: literal(dtype, dims, values) });
    return { name, dtype, dims };
  }

  node(
    operator: string,
    inputs: readonly Value[],
    dims: readonly number[],
    attributes: Readonly<Record<string, number>> = {},
  ): Value {
    const dtype = (inputs[0] as Value).dtype;
    const output = { name: `${operator}${this.#nodes.length}`, dtype, dims };
    this.#nodes.push({ operator, inputs, output, attributes });
    return output;
  }

  output(name: string, value: Value): void {
    this.#outputs.set(value, name);
  }

  /** ModelProto */
  toModel(): Bytes {
    const graph = [
      ...this.#nodes.map((node) => message(1, this.#nodeFields(node))),
      text(2, "headcount"),
      ...this.#constants.map(({ name, literal }) => message(5, tensorFields(name, literal))),
      ...this.#inputs.map((value) => message(11, valueInfoFields(value.name, value))),
      ...Array.from(this.#outputs, ([value, name]) => message(12, valueInfoFields(name, value))),
    ];
    return concat([
      integer(1, irVersion),
      text(2, "headcount"),
      message(7, graph),
      message(8, [text(1, ""), integer(2, opset)]),
    ]);
  }

  #nameOf(value: Value): string {
    return this.#outputs.get(value) ?? value.name;
  }

  /** NodeProto */
  #nodeFields({ operator, inputs, output, attributes }: Node): Bytes[] {
    return [
      ...inputs.map((value) => text(1, this.#nameOf(value))),
      text(2, this.#nameOf(output)),
      text(3, output.name),
      text(4, operator),
      ...Object.entries(attributes).map(([name, value]) =>
        message(5, [text(1, name), integer(3, value), integer(20, attributeInt)]),
      ),
    ];
  }
}

/** ValueInfoProto → TypeProto.Tensor → TensorShapeProto */
function valueInfoFields(name: string, { dtype, dims }: Value): Bytes[] {
  const shape = dims.map((dim) => message(1, [integer(1, dim)]));
  return [
    text(1, name),
    message(2, [message(1, [integer(1, dtypeCode[dtype]), message(2, shape)])]),
  ];
}
