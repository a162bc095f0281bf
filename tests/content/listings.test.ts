import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { rearrange } from "../helpers/pytorch/rearrange.ts";
import { shapeText, type Tensor } from "../helpers/pytorch/tensor.ts";
import { type Listing, listingsOf, parseListing, runListing, seeded } from "./listing.ts";
import {
  type Layer,
  type ListingCase,
  listingCases,
  listingOf,
  type Match,
} from "./listing-cases.ts";

const chapters = ["mqa", "gqa", "mla", "vha"] as const;

/** What is wrong with a listing as the layer that it is said to be. */
function mistakesOf(listing: Listing, { given, computed }: ListingCase, layer: Layer): string[] {
  try {
    const run = runListing(listing, layer.sizes, seeded);
    return [
      ...run.mistakes,
      ...given.flatMap((match) => graphMistakes(match, run.given, layer)),
      ...computed.flatMap((match) => graphMistakes(match, run.computed, layer)),
    ];
  } catch (error) {
    return [String(error)];
  }
}

function graphMistakes(
  [name, tensor, axes]: Match,
  values: ReadonlyMap<string, Tensor>,
  { graphs }: Layer,
): readonly string[] {
  const value = values.get(name);
  if (!value) return [`there is no ${name}`];
  const shape = shapeText(rearrange(value, axes).dims);
  const declared = shapeText(graphs[tensor] ?? []);
  return shape === declared ? [] : [`${name} is ${shape}, ${tensor} is ${declared}`];
}

test("every listing of the four chapters is one of the cases", () => {
  for (const chapter of chapters) {
    const cases = listingCases.filter((of) => of.chapter === chapter);
    assert.deepEqual(
      listingsOf("en", chapter).map((_, index) => index),
      cases.map(({ index }) => index),
      chapter,
    );
  }
});

test("both languages have the same code and the same shapes", () => {
  for (const chapter of chapters) {
    assert.deepEqual(listingsOf("ko", chapter), listingsOf("en", chapter), chapter);
  }
});

test("no line of code, and no comment above it, is too wide for a phone", () => {
  for (const chapter of chapters) {
    for (const { given, lines } of listingsOf("en", chapter)) {
      const code = lines.map((line) => `${line.name} = ${line.code}`);
      const above = Object.entries(given).map(([name, shape]) => `# ${name}: [${shape}]`);
      assert.deepEqual(
        [...code, ...above].filter((line) => line.length > 42),
        [],
      );
    }
  }
});

for (const one of listingCases) {
  describe(one.name, () => {
    const listing = listingOf(one);

    test("each line has the shape that is said, and the graphs have it too", () => {
      for (const layer of one.layers) assert.deepEqual(mistakesOf(listing, one, layer), []);
    });

    test("every tensor of the graphs is in the listing, or is known to be elsewhere", () => {
      const named = [...one.given, ...one.computed].map(([, tensor]) => tensor);
      for (const { graphs } of one.layers) {
        assert.deepEqual(Object.keys(graphs).sort(), [...new Set(named), ...one.elsewhere].sort());
      }
    });

    test("no shape can be changed unnoticed", () => {
      const layer = one.layers[1] as Layer;
      const others = Object.keys(layer.sizes);
      let changes = 0;
      for (const [changed, what] of changedShapes(listing, others)) {
        assert.notDeepEqual(mistakesOf(changed, one, layer), [], what);
        changes++;
      }
      assert.ok(changes >= 2 * listing.lines.length, String(changes));
    });
  });
}

/** The listing with one axis of one shape named otherwise, for each of them. */
function* changedShapes(
  { given, lines }: Listing,
  symbols: readonly string[],
): Generator<readonly [Listing, string]> {
  for (const [name, shape] of Object.entries(given)) {
    if (!lines.some(({ code }) => code.split(/\W+/).includes(name))) continue;
    for (const other of variantsOf(shape, symbols)) {
      yield [{ given: { ...given, [name]: other }, lines }, `${name}: [${other}]`];
    }
  }
  for (const [i, line] of lines.entries()) {
    if (line.shape === null) continue;
    for (const shape of [null, ...variantsOf(line.shape, symbols)]) {
      yield [{ given, lines: lines.with(i, { ...line, shape }) }, `${line.name}: [${shape}]`];
    }
  }
}

/** Each axis replaced by the next symbol, and the last one left out. */
function variantsOf(shape: string, symbols: readonly string[]): readonly string[] {
  const axes = shape.split(", ");
  const next = (axis: string) => symbols[(symbols.indexOf(axis) + 1) % symbols.length] as string;
  return [
    ...axes.map((axis, at) => axes.with(at, next(axis)).join(", ")),
    ...(axes.length > 1 ? [axes.slice(0, -1).join(", ")] : []),
  ];
}

test("an operation that does not fit is refused", () => {
  const sizes = { n: 2, d: 3, T: 5 };
  for (const code of [
    "x @ w",
    "K.T",
    "K.view(n, d)",
    "K.view(T, n, n)",
    "cat([K, x], dim=0)",
    "cat([x, w], dim=0)",
    "softmax(K, dim=0)",
    'einsum("nd,ntd->nt", w, K)',
    'einsum("nd,nd->nd", x)',
    'einsum("nd->nn", x)',
    'einsum("nd->nt", x)',
    "x + w",
    "x / w",
    "causal(K)",
    "repeat_interleave(K, n)",
    "y",
  ]) {
    const text = `# x: [n, d]\n# w: [n, n]\n# K: [n, T, d]\nz = ${code}  # [n]`;
    assert.throws(() => runListing(parseListing(text), sizes, seeded), RangeError, code);
  }
  for (const line of ["def f(x):", "return x", "x: [n]", "y = x  # of n", "# K: n, T"]) {
    assert.throws(() => parseListing(line), SyntaxError, line);
  }
});
