import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { blockTable } from "../../src/charts/block-table.ts";
import { poolMaps } from "../../src/charts/pool-maps.ts";
import { poolShares } from "../../src/charts/pool-shares.ts";
import { mapsData, sharesData, tableData } from "../../src/widgets/kv-blocks/figures.ts";
import widget from "../../src/widgets/kv-blocks/widget.ts";
import { translator } from "../../src/widgets/translate.ts";
import { valuesOf } from "../widgets/every-widget.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const t = translator("en", widget.messages.en);
const at = (attributes: Readonly<Record<string, string>>) => {
  const values = valuesOf(widget, attributes) as never;
  return { values, result: widget.compute(values) };
};

/** Area of a path of axis-parallel rectangles. */
const areaOf = (path: Element): number =>
  [...(path.getAttribute("d") ?? "").matchAll(/h([\d.]+)v([\d.]+)/g)].reduce(
    (sum, [, wide, high]) => sum + Number(wide) * Number(high),
    0,
  );

describe("a pool's map", () => {
  for (const scene of ["small", "sharegpt"]) {
    test(`${scene}: what holds tokens takes its share of the drawing`, () => {
      const { values, result } = at({ scene });
      const data = mapsData(result, values, t);
      const pictures = drawn(poolMaps, data);
      for (const size of widths) {
        const width = numberOf(pictures[size], "width");
        const room = width < 500 ? width : (width - 28) / 2;
        const perSlot = (room / data.lineSlots) * (scene === "small" ? 19 : 8);
        const paths = [
          ...pictures[size].querySelectorAll('path[fill="var(--kv)"]:not([fill-opacity])'),
        ];
        assert.equal(paths.length, 4);
        for (const [i, path] of paths.entries()) {
          const slots = data.maps[i]?.runs
            .filter(({ state }) => state === "tokens")
            .reduce((sum, { from, to }) => sum + to - from, 0);
          const found = areaOf(path) / perSlot;
          // Seams between owners take a little of it.
          assert.ok(
            found <= (slots ?? 0) * 1.001 && found > (slots ?? 0) * 0.8,
            `${found} of ${slots}`,
          );
        }
      }
    });
  }

  test("frames every stretch of the request that is followed, in all maps that have it", () => {
    const { values, result } = at({ at: "14", request: "9" });
    const picture = drawn(poolMaps, mapsData(result, values, t)).wide;
    assert.equal(picture.querySelectorAll(".lit-slots").length, 4);
    const none = at({ request: "0" });
    const other = drawn(poolMaps, mapsData(none.result, none.values, t)).wide;
    assert.equal(other.querySelectorAll(".lit-slots").length, 0);
  });
});

test("shares: every bar is as long as the picture is wide", () => {
  const { values, result } = at({ scene: "sharegpt" });
  const pictures = drawn(poolShares, sharesData(result, values, t));
  for (const size of widths) {
    const width = numberOf(pictures[size], "width");
    const rows = new Map<number, number>();
    for (const rect of pictures[size].querySelectorAll("rect")) {
      if (numberOf(rect, "height") < 14) continue;
      const y = numberOf(rect, "y");
      rows.set(y, Math.max(rows.get(y) ?? 0, numberOf(rect, "x") + numberOf(rect, "width")));
    }
    const ends = [...rows.values()];
    assert.equal(ends.length, 8);
    // vLLM's reported bar ends with its tokens: the paper has no number for the rest.
    assert.ok(Math.abs((ends.pop() ?? 0) - 0.963 * width) < 2);
    for (const end of ends) assert.ok(end <= width + 0.5 && end > width - 3, `${end} of ${width}`);
  }
});

test("a block table: one box for a block, and as much room for none", () => {
  const { values, result } = at({ at: "14", request: "9" });
  const data = tableData(result, values, t);
  const full = drawn(blockTable, data).wide;
  assert.equal(full.querySelectorAll("rect[stroke]").length, data.blocks.length);
  const none = drawn(blockTable, { ...data, blocks: [] }).wide;
  assert.equal(numberOf(none, "height"), numberOf(full, "height"));
});
