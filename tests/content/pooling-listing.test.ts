import assert from "node:assert/strict";
import { test } from "node:test";
import { initialParameters } from "../../src/lab/initial-parameters.ts";
import type { ModelShape } from "../../src/lab/model-shape.ts";
import { parametersOf } from "../../src/lab/parameters.ts";
import { type Pooling, poolHeads } from "../../src/lab/upcycle/pool-heads.ts";
import type { Tensor } from "../helpers/pytorch/tensor.ts";
import { type Listing, listingsOf, runListing } from "./listing.ts";
import { read } from "./mdx.ts";

const shape: ModelShape = {
  ...{ vocabulary: 5, hidden: 12, layers: 1, nHeads: 6, headDim: 4, mlp: 8, context: 4 },
  attention: { kind: "grouped", nKv: 6 },
};
const sizes = { D: 12, n_q: 6, n_kv: 2, d: 4 };
const trained = initialParameters(shape, 3);

const matrix = (of: ModelShape, parameters: Float32Array, name: string): Tensor => {
  const found = parametersOf(of).find((parameter) => parameter.name === `0.${name}`);
  assert.ok(found);
  const data = Float64Array.from(parameters.subarray(found.at, found.at + found.length));
  return { dims: found.dims, data };
};

/** What the listing makes of the trained matrices. */
const made = (listing: Listing) =>
  runListing(listing, sizes, (name) => matrix(shape, trained, name.replace("_", "").toLowerCase()));

function check(listing: Listing, pooling: Pooling): void {
  const { computed, mistakes } = made(listing);
  assert.deepEqual(mistakes, []);
  const pooled = poolHeads(shape, trained, sizes.n_kv, pooling, 1);
  for (const [name, projection] of [
    ["W_K", "wk"],
    ["W_V", "wv"],
  ] as const) {
    const expected = matrix(pooled.shape, pooled.parameters, projection);
    const value = computed.get(name);
    assert.ok(value);
    assert.deepEqual(value.dims, expected.dims);
    const off = value.data.map((of, i) => Math.abs(of - (expected.data[i] as number)));
    assert.ok(Math.max(...off) < 1e-6, name);
    assert.ok(Math.max(...expected.data.map(Math.abs)) > 0.01);
  }
}

const [listing] = listingsOf("en", "upcycling") as readonly [Listing];

test("the listing pools as the models are pooled, and both languages have the same", () => {
  check(listing, "mean");
  assert.deepEqual(listingsOf("ko", "upcycling"), listingsOf("en", "upcycling"));
});

test("with the other words of the prose it takes the first head", () => {
  for (const lang of ["ko", "en"] as const) {
    const prose = read(`${lang}/chapters/upcycling.mdx`);
    assert.ok(prose.includes("`mean(dim=2)`") && prose.includes("`select(2, 0)`"), lang);
  }
  const lines = listing.lines.map((line) => ({
    ...line,
    code: line.code.replace("mean(dim=2)", "select(2, 0)"),
  }));
  check({ ...listing, lines }, "first");
});

test("no line is too wide for a phone, and no shape can be changed unnoticed", () => {
  for (const { name, code } of listing.lines) assert.ok(`${name} = ${code}`.length <= 42);
  for (const [i, line] of listing.lines.entries()) {
    if (line.shape === null) continue;
    const lines = listing.lines.with(i, { ...line, shape: `${line.shape}, n_kv` });
    assert.equal(made({ ...listing, lines }).mistakes.length, 1);
  }
});
