import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type HeadFanData, headFan } from "../../src/charts/head-fan.ts";
import { headFanLayout } from "../../src/charts/head-fan-layout.ts";
import { lightHeads } from "../../src/charts/light-heads.ts";
import { drawn, numberOf, snapshotOf, widths } from "./draw.ts";

const shapes = [4, 8, 16, 32, 64].flatMap((heads) =>
  [1, 2, 4, 8, 16, 32, 64].filter((g) => g <= heads).map((groups) => ({ heads, groups })),
);

const dataOf = (
  shape: { readonly heads: number; readonly groups: number },
  lit: HeadFanData["lit"] = null,
): HeadFanData => ({
  ...shape,
  lit,
  names: { queries: "Query heads", kept: "1,024 B kept", rest: "4,096 B in MHA" },
  label: "Query heads and KV heads",
});

const edges = (rect: Element) => {
  const [left, width] = [numberOf(rect, "x"), numberOf(rect, "width")];
  return { left, right: left + width, middle: left + width / 2, width };
};
const headOf = (part: Element) => Number(part.getAttribute("data-head"));
const kvOf = (part: Element) => Number(part.getAttribute("data-kv"));
const queries = (svg: Element) =>
  [...svg.querySelectorAll("rect[data-part][data-head]")].filter((cell) =>
    cell.hasAttribute("fill"),
  );
const kvCells = (svg: Element) => [...svg.querySelectorAll("rect[data-part]:not([data-head])")];
const lines = (svg: Element) => [...svg.querySelectorAll("path[data-part=line]")];

describe("query heads and what they read", () => {
  test("each line leads from its query head's cell to its KV head's, in order", () => {
    for (const shape of shapes) {
      const pictures = drawn(headFan, dataOf(shape));
      for (const width of widths) {
        const svg = pictures[width];
        const where = `${JSON.stringify(shape)} ${width}`;
        const [cells, kvs] = [queries(svg), kvCells(svg)];
        assert.equal(cells.length, shape.heads, where);
        assert.equal(kvs.length, 2 * shape.groups, "a K and a V each");
        assert.equal(lines(svg).length, shape.heads);
        let before = Number.NEGATIVE_INFINITY;
        for (const [i, line] of lines(svg).entries()) {
          const numbers =
            line
              .getAttribute("d")
              ?.match(/-?[\d.]+/g)
              ?.map(Number) ?? [];
          const [from = Number.NaN, to = Number.NaN] = [numbers[0], numbers.at(-2)];
          assert.deepEqual(
            [headOf(line), kvOf(line)],
            [i + 1, Math.floor(i / (shape.heads / shape.groups)) + 1],
          );
          const query = edges(cells[i] as Element);
          assert.ok(Math.abs(query.middle - from) < 1e-6, where);
          for (const kv of kvs.filter((cell) => kvOf(cell) === kvOf(line))) {
            assert.ok(edges(kv).left < to && to < edges(kv).right, where);
          }
          assert.ok(to > before, "lines of a picture do not cross");
          before = to;
        }
      }
    }
  });

  test("cells stand apart and inside the picture; those of a group closer than groups", () => {
    for (const shape of shapes) {
      const pictures = drawn(headFan, dataOf(shape));
      for (const width of widths) {
        const svg = pictures[width];
        const where = `${JSON.stringify(shape)} ${width}`;
        for (const cells of [queries(svg), kvCells(svg).filter((_, i) => i % 2 === 0)]) {
          for (const [i, cell] of cells.entries()) {
            const { left, right } = edges(cell);
            assert.ok(left >= 0 && right <= numberOf(svg, "width") + 1e-9, where);
            const next = cells[i + 1];
            if (next) assert.ok(edges(next).left - right >= 0.9, where);
          }
        }
        const gaps = queries(svg).map((cell, i, all) =>
          i === 0 ? 0 : edges(cell).left - edges(all[i - 1] as Element).right,
        );
        const { heads, groups } = shape;
        if (groups === 1 || groups === heads) continue;
        const between = Math.min(...gaps.filter((_, i) => i > 0 && i % (heads / groups) === 0));
        const inside = Math.max(...gaps.filter((_, i) => i % (heads / groups) !== 0));
        assert.ok(between > inside + 1, where);
      }
    }
  });

  test("cells have letters where they fit; those under 8 px are solid, beside one letter a row", () => {
    for (const shape of shapes) {
      const pictures = drawn(headFan, dataOf(shape));
      for (const width of widths) {
        const svg = pictures[width];
        const said = [...svg.querySelectorAll("text:not([data-part])")].map((x) => x.textContent);
        for (const [letter, cells, last] of [
          ["Q", queries(svg), shape.heads],
          ["K", kvCells(svg), shape.groups],
        ] as const) {
          const cell = cells[0] as Element;
          const solid = !(cell.getAttribute("fill") ?? "").includes("wash");
          const lettered = said.includes(`${letter}${last}`);
          if (edges(cell).width < 8) assert.ok(solid);
          if (solid) assert.ok(!lettered && said.includes(letter));
          else assert.ok(lettered || (said.includes(String(last)) && said.includes(letter)));
        }
      }
    }
    const sizes = (heads: number, width: number) => headFanLayout(width, heads, 2).queries;
    assert.deepEqual(
      [4, 8, 16, 32, 64].map((heads) => [sizes(heads, 640), sizes(heads, 328)]),
      [
        ["full", "full"],
        ["full", "full"],
        ["full", "number"],
        ["number", "solid"],
        ["solid", "solid"],
      ],
    );
  });

  test("cells of query heads keep their size for every number of KV heads", () => {
    for (const width of [640, 328]) {
      for (const heads of [4, 8, 16, 32, 64]) {
        const found = new Set(
          [1, 2, 4, 8, 16, 32, 64]
            .filter((groups) => groups <= heads)
            .map((groups) => headFanLayout(width, heads, groups).cellWidth),
        );
        assert.equal(found.size, 1);
      }
    }
  });
});

test("the bar is filled as far as MHA's bytes are kept, and the rest is dashed", () => {
  for (const shape of shapes) {
    const pictures = drawn(headFan, dataOf(shape));
    for (const width of widths) {
      const svg = pictures[width];
      const kept = [...svg.querySelectorAll("rect.kept")];
      const whole = numberOf(svg, "width");
      assert.equal(kept.length, shape.groups);
      const { right } = edges(kept.at(-1) as Element);
      assert.ok(Math.abs(right / whole - shape.groups / shape.heads) < 0.005);
      const rest = svg.querySelector("rect.rest");
      assert.equal(rest === null, shape.groups === shape.heads);
      if (rest) assert.match(rest.getAttribute("stroke-dasharray") ?? "", /\d/);
    }
  }
});

describe("a head that is lit", () => {
  const parts = (svg: Element, selector: string) => [...svg.querySelectorAll(selector)];
  const visible = (svg: Element, part: string) =>
    parts(svg, `[data-part=${part}]`).filter((x) => x.getAttribute("visibility") === "visible");

  test("has a thick line, its like dashed ones, all others thin ones: no colour needed", () => {
    for (const [heads, groups, head, kv] of [
      [8, 2, 3, 1],
      [64, 8, 37, 5],
      [64, 1, 64, 1],
      [8, 8, 5, 5],
    ] as const) {
      const pictures = drawn(headFan, dataOf({ heads, groups }, { head, kv }));
      for (const width of widths) {
        const svg = pictures[width];
        const forms = lines(svg).map((line) => [
          numberOf(line, "stroke-width"),
          line.getAttribute("stroke-dasharray") !== "none",
        ]);
        for (const [i, form] of forms.entries()) {
          const same = Math.ceil(((i + 1) * groups) / heads) === kv;
          const expected = i + 1 === head ? [3, false] : [1, same];
          assert.deepEqual(form, expected, `head ${i + 1} of ${heads}, ${groups}`);
        }
        const outlined = parts(svg, "rect[data-part]").filter(
          (cell) => cell.getAttribute("stroke") === "var(--ink)",
        );
        assert.deepEqual(
          outlined.map((cell) => headOf(cell) || `kv ${kvOf(cell)}`),
          [head, `kv ${kv}`, `kv ${kv}`],
        );
        assert.ok(visible(svg, "pointer").some((x) => x.textContent === `Q${head}`));
        assert.deepEqual(visible(svg, "bracket").map(kvOf), [kv]);
        for (const name of visible(svg, "pointer").filter((x) => x.localName === "text")) {
          const half = (name.textContent?.length ?? 0) * 3.3;
          const x = numberOf(name, "x");
          assert.ok(x - half >= 0 && x + half <= numberOf(svg, "width"), name.textContent ?? "");
        }
      }
    }
  });

  test("small KV heads get their names while they are lit", () => {
    const { narrow } = drawn(headFan, dataOf({ heads: 64, groups: 32 }, { head: 50, kv: 25 }));
    const shown = visible(narrow, "pointer").map((x) => x.textContent);
    assert.ok(shown.includes("K25 V25"));
  });

  test("can be changed and put out in a drawing that stands", () => {
    const shape = { heads: 16, groups: 4 };
    const { wide } = drawn(headFan, dataOf(shape));
    const before = snapshotOf(wide);
    lightHeads(wide, { head: 7, kv: 2, ...shape });
    const lit = drawn(headFan, dataOf(shape, { head: 7, kv: 2 })).wide;
    assert.equal(snapshotOf(wide), snapshotOf(lit));
    assert.notEqual(snapshotOf(wide), before);
    lightHeads(wide, { head: 16, kv: 4, ...shape });
    lightHeads(wide, null);
    assert.equal(snapshotOf(wide), before);
    lightHeads(wide, { head: 7, kv: 1, heads: 16, groups: 1 });
    assert.equal(snapshotOf(wide), before, "of another shape");
  });

  test("lies under one column a head, from edge to edge of its pitch", () => {
    for (const shape of shapes) {
      const { narrow } = drawn(headFan, dataOf(shape));
      const columns = parts(narrow, "rect[pointer-events=all]");
      assert.deepEqual(
        columns.map(headOf),
        Array.from({ length: shape.heads }, (_, i) => i + 1),
      );
      for (const [i, column] of columns.entries()) {
        const cell = edges(queries(narrow)[i] as Element);
        assert.ok(edges(column).left <= cell.left && cell.right <= edges(column).right);
        const next = columns[i + 1];
        if (next) assert.ok(edges(column).right <= edges(next).left + 1e-9);
      }
    }
  });
});
