import { type DType, dtypeCode, type Literal, literal, tensorFields } from "./tensor.ts";
import { type Bytes, concat, float, integer, message, packedIntegers, text } from "./wire.ts";

/** A tensor that flows through the graph. Shapes are checked while the graph is built. */
export interface Value {
  readonly name: string;
  readonly dtype: DType;
  readonly dims: readonly number[];
  /** What a constant of int64 holds: shapes and axes, which differentiation has to know. */
  readonly integers?: readonly number[];
}

/** An integer, a list of integers, or a real number, which ONNX tells apart. */
export type Attribute = number | readonly number[] | { readonly float: number };

/** One operator with what goes in and what comes out. */
export interface GraphNode {
  readonly operator: string;
  readonly domain: string;
  /** `null` for an optional input that is left out. */
  readonly inputs: readonly (Value | null)[];
  readonly outputs: readonly Value[];
  readonly attributes: Readonly<Record<string, Attribute>>;
}

/** An operator of the runtime's own, outside the ONNX standard. */
export interface Call {
  readonly operator: string;
  readonly domain: "com.microsoft";
  readonly inputs: readonly (Value | null)[];
  /** Shapes of the outputs. */
  readonly outputs: readonly (readonly number[])[];
  readonly attributes: Readonly<Record<string, Attribute>>;
}

const opset = 23;
const irVersion = 11; // what ONNX 1.18, the release of opset 23, writes
/** AttributeProto.AttributeType */
const attributeType = { float: 1, int: 2, ints: 7 };

/** Collects nodes and writes them as a ModelProto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto). */
export class Graph {
  readonly #inputs: Value[] = [];
  readonly #constants: { name: string; literal: Literal }[] = [];
  readonly #nodes: GraphNode[] = [];
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
    return dtype === "int64" ? { name, dtype, dims, integers: values } : { name, dtype, dims };
  }

  /** In the order in which they were built: each after what it reads. */
  get nodes(): readonly GraphNode[] {
    return this.#nodes;
  }

  node(
    operator: string,
    inputs: readonly Value[],
    dims: readonly number[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): Value {
    const dtype = (inputs[0] as Value).dtype;
    const output = { name: `${operator}${this.#nodes.length}`, dtype, dims };
    this.#nodes.push({ operator, domain: "", inputs, outputs: [output], attributes });
    return output;
  }

  call({ operator, domain, inputs, outputs: shapes, attributes }: Call): readonly Value[] {
    const dtype = inputs[0]?.dtype ?? "float32";
    const name = `${operator}${this.#nodes.length}`;
    const outputs = shapes.map((dims, i) => ({ name: `${name}_${i}`, dtype, dims }));
    this.#nodes.push({ operator, domain, inputs, outputs, attributes });
    return outputs;
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
      ...this.#domains().map((domain) => message(8, [text(1, domain), integer(2, 1)])),
    ]);
  }

  #nameOf(value: Value): string {
    return this.#outputs.get(value) ?? value.name;
  }

  #domains(): readonly string[] {
    return [...new Set(this.#nodes.map(({ domain }) => domain))].filter(Boolean);
  }

  /** NodeProto */
  #nodeFields({ operator, domain, inputs, outputs, attributes }: GraphNode): Bytes[] {
    return [
      ...inputs.map((value) => text(1, value ? this.#nameOf(value) : "")),
      ...outputs.map((value) => text(2, this.#nameOf(value))),
      text(3, outputs[0]?.name ?? operator),
      text(4, operator),
      ...Object.entries(attributes).map(([name, value]) =>
        message(5, [text(1, name), ...attributeFields(value)]),
      ),
      ...(domain === "" ? [] : [text(7, domain)]),
    ];
  }
}

/** AttributeProto, without its name */
function attributeFields(value: Attribute): Bytes[] {
  if (typeof value === "number") return [integer(3, value), integer(20, attributeType.int)];
  if ("float" in value) return [float(2, value.float), integer(20, attributeType.float)];
  return [packedIntegers(8, value), integer(20, attributeType.ints)];
}

/** ValueInfoProto → TypeProto.Tensor → TensorShapeProto */
function valueInfoFields(name: string, { dtype, dims }: Value): Bytes[] {
  const shape = dims.map((dim) => message(1, [integer(1, dim)]));
  return [
    text(1, name),
    message(2, [message(1, [integer(1, dtypeCode[dtype]), message(2, shape)])]),
  ];
}
