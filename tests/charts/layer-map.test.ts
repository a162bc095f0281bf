import assert from "node:assert/strict";
import { test } from "node:test";
import type { LayerKind } from "../../src/charts/layer-kind-style.ts";
import { type LayerMapData, layerMap } from "../../src/charts/layer-map.ts";
import { drawn, numberOf, type Width, widths } from "./draw.ts";

type Groups = readonly (readonly [kind: LayerKind, count: number])[];

function dataOf(groups: Groups): LayerMapData {
  const kinds = [...new Set(groups.map(([kind]) => kind))];
  return {
    groups: groups.map(([kind, count]) => ({ kind, count })),
    kinds: kinds.map((kind) => ({ kind, name: `name of ${kind}`, keeps: `keeps of ${kind}` })),
    caption: "layers in order",
    label: "a map",
  };
}

const repeated = (times: number, groups: Groups): Groups =>
  Array.from({ length: times }, () => groups).flat();

/** Corners of a kind's cells in the map; the last square is that of the key. */
function cellsOf(svg: SVGSVGElement, kind: LayerKind) {
  const paths = [...svg.querySelectorAll(`path.cell-${kind}`)];
  const corners = paths.map((path) =>
    [...(path.getAttribute("d") ?? "").matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)/g)].map(
      ([, x, y, size]) => ({ x: Number(x), y: Number(y), size: Number(size) }),
    ),
  );
  assert.equal(corners.length, 2, `${kind}: cells, and one square in the key`);
  assert.equal(corners[1]?.length, 1);
  return corners[0] ?? [];
}

const columnsOf = (cells: readonly { readonly x: number }[]): number =>
  new Set(cells.map(({ x }) => x)).size;

test("a cell for each layer, inside the drawing, rows from left to right", () => {
  const pictures = drawn(layerMap, dataOf([["full", 126]]));
  for (const width of widths) {
    const svg = pictures[width];
    const cells = cellsOf(svg, "full");
    assert.equal(cells.length, 126);
    const places = new Set(cells.map(({ x, y }) => `${x} ${y}`));
    assert.equal(places.size, 126, "no two on one place");
    for (const { x, y, size } of cells) {
      assert.ok(x + size <= numberOf(svg, "width") && y + size <= numberOf(svg, "height"));
      assert.ok(size >= 15, "readable");
    }
    for (const [i, { x, y }] of cells.entries()) {
      const before = cells[i - 1];
      assert.ok(!before || y > before.y || (y === before.y && x > before.x), "in order");
    }
  }
});

test("what repeats stands in columns: every sixth, fourth, or second layer", () => {
  const cases: readonly (readonly [Groups, LayerKind, number])[] = [
    [
      [
        ...repeated(10, [
          ["window", 5],
          ["full", 1],
        ]),
        ["window", 2],
      ],
      "full",
      6,
    ],
    [
      repeated(12, [
        ["state", 3],
        ["full", 1],
      ]),
      "full",
      4,
    ],
    [
      repeated(18, [
        ["window", 1],
        ["full", 1],
      ]),
      "full",
      2,
    ],
  ];
  for (const [groups, kind, period] of cases) {
    const pictures = drawn(layerMap, dataOf(groups));
    for (const width of widths) {
      const cells = cellsOf(pictures[width], kind);
      const inFirstRow = cells.filter(({ y }) => y === cells[0]?.y).length;
      assert.equal(columnsOf(cells), inFirstRow, `period ${period}, ${width}`);
    }
  }
});

test("layers out of any pattern keep their order", () => {
  const order: readonly LayerKind[] = ["state", "none", "full", "none", "state", "shared", "none"];
  const { narrow } = drawn(layerMap, dataOf(order.map((kind) => [kind, 1])));
  const found = [...new Set(order)]
    .flatMap((kind) => cellsOf(narrow, kind).map(({ x }) => ({ kind, x })))
    .sort((a, b) => a.x - b.x)
    .map(({ kind }) => kind);
  assert.deepEqual(found, order);
});

const everyKind: readonly LayerKind[] = [
  "full",
  "window",
  "chunk",
  "latent",
  "indexed",
  "state",
  "tied",
  "factored",
  "shared",
  "none",
];

test("no two kinds have one mark, so that grey print tells them apart", () => {
  const { wide } = drawn(layerMap, dataOf(everyKind.map((kind) => [kind, 1])));
  const marks = everyKind.map((kind) => {
    const [cell] = wide.querySelectorAll(`path.cell-${kind}`);
    const mark = cell?.nextElementSibling?.getAttribute("d") ?? "";
    const [{ x, y } = { x: 0, y: 0 }] = cellsOf(wide, kind);
    // Places inside the cell, without where the cell is.
    return mark.replace(
      /M([\d.]+) ([\d.]+)/g,
      (_, px, py) => `M${(Number(px) - x).toFixed(1)} ${(Number(py) - y).toFixed(1)}`,
    );
  });
  assert.equal(new Set(marks).size, everyKind.length);
});

test("each kind is named beside its mark, in letters of 11 px and more", () => {
  const pictures = drawn(layerMap, dataOf(everyKind.map((kind) => [kind, 3])));
  for (const width of widths) {
    const texts = [...pictures[width].querySelectorAll("text")];
    const said = texts.map((text) => text.textContent);
    for (const kind of everyKind) {
      assert.ok(said.includes(`name of ${kind}`) && said.includes(`keeps of ${kind}`), kind);
    }
    for (const text of texts) assert.ok(!(numberOf(text, "font-size") < 11), text.textContent);
  }
});

test("each row says the number of its first layer", () => {
  const numbers = (width: Width) =>
    [...drawn(layerMap, dataOf([["full", 80]]))[width].querySelectorAll("text")]
      .map((text) => text.textContent ?? "")
      .filter((text) => /^\d+$/.test(text))
      .map(Number);
  for (const width of widths) {
    const found = numbers(width);
    const [first = 0, second = 0] = found;
    assert.equal(first, 1);
    assert.deepEqual(
      found,
      found.map((_, row) => 1 + row * (second - 1)),
    );
    assert.ok((found.at(-1) ?? 0) <= 80 && (found.at(-1) ?? 0) + second - 1 > 80);
  }
});
