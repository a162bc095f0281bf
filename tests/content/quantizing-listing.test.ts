import assert from "node:assert/strict";
import { test } from "node:test";
import { integerRows } from "../../src/model/quant/integer-rows.ts";
import { type MatrixCodec, perChannel, perToken } from "../../src/model/quant/matrix-codec.ts";
import type { Tensor } from "../helpers/pytorch/tensor.ts";
import { type Listing, listingsOf, runListing } from "./listing.ts";
import { read } from "./mdx.ts";

const sizes = { T: 8, d: 12, g: 4, b: 4 };

/**
 * Numbers whose scales are exact in float16: from −2 to 1.75 in each group along either axis, in steps of
 * 1/8, so that some lie halfway between two codes; the last four channels eight times as large.
 */
const keys: Tensor = {
  dims: [sizes.T, sizes.d],
  data: Float64Array.from({ length: sizes.T * sizes.d }, (_, i) => {
    const [t, c] = [Math.floor(i / sizes.d), i % sizes.d];
    const place = (t + c) % 4;
    const inner = ((i * 7) % 29) / 8 - 1.875;
    return (c < 8 ? 1 : 8) * (place === 0 ? -2 : place === 1 ? 1.75 : inner);
  }),
};

const [listing] = listingsOf("en", "quantization") as readonly [Listing];
const made = (of: Listing) => runListing(of, sizes, () => keys);

function check(of: Listing, codec: MatrixCodec): void {
  const { computed, mistakes } = made(of);
  assert.deepEqual(mistakes, []);
  const value = computed.get("K");
  assert.ok(value);
  assert.deepEqual(value.dims, keys.dims);
  const bytes = codec.encode(Float32Array.from(keys.data), sizes.d);
  assert.deepEqual([...value.data], [...codec.decode(bytes, sizes.T, sizes.d)]);
  assert.notDeepEqual([...value.data], [...keys.data]);
}

const groups = integerRows({ bits: sizes.b, group: sizes.g, symmetric: false });

/** What the prose changes in the listing for groups along tokens. */
const changes = [
  ["K.view(T, d // g, g)", "K.view(T // g, g, d)", "T // g, g, d"],
  ["dim=2", "dim=1", "T // g, 1, d"],
] as const;

function alongTokens(): Listing {
  const [[view, other, whole], [dim, turned, one]] = changes;
  const lines = listing.lines.map((line) => ({
    ...line,
    code: line.code.replace(view, other).replace(dim, turned),
    shape: line.shape === "T, d // g, g" ? whole : line.shape === "T, d // g, 1" ? one : line.shape,
  }));
  return { ...listing, lines };
}

test("the listing stores as the codec stores a token, and both languages have the same", () => {
  check(listing, perToken(groups));
  assert.deepEqual(listingsOf("ko", "quantization"), listingsOf("en", "quantization"));
});

test("with the two changes of the prose it stores as the codec stores a channel", () => {
  for (const lang of ["ko", "en"] as const) {
    const prose = read(`${lang}/chapters/quantization.mdx`);
    for (const [, text] of changes) assert.ok(prose.includes(`\`${text}\``), `${lang} ${text}`);
  }
  check(alongTokens(), perChannel(groups, sizes.g));
});

test("no line is too wide for a phone, and no shape can be changed unnoticed", () => {
  for (const { name, code } of listing.lines) assert.ok(`${name} = ${code}`.length <= 42);
  for (const [i, line] of listing.lines.entries()) {
    if (line.shape === null) continue;
    const lines = listing.lines.with(i, { ...line, shape: `${line.shape}, g` });
    assert.equal(made({ ...listing, lines }).mistakes.length, 1);
  }
});
