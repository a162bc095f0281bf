import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { MlaPathData } from "../../src/charts/mla-drawing.ts";
import { mlaPath } from "../../src/charts/mla-path.ts";
import { textWidth } from "../../src/charts/text-width.ts";
import { compute, type MlaValues } from "../../src/widgets/kv-mla/compute.ts";
import { pathData } from "../../src/widgets/kv-mla/figures.ts";
import { params } from "../../src/widgets/kv-mla/params.ts";
import widget from "../../src/widgets/kv-mla/widget.ts";
import { parseValues } from "../../src/widgets/params.ts";
import { translators } from "../widgets/every-widget.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const states = ["naive", "absorbed"].flatMap((form) =>
  ["decoupled", "latent"].flatMap((rope) =>
    ["v2", "v2-lite", "toy"].map((dims) => ({ form, rope, dims })),
  ),
);

const dataOf = (
  attributes: Readonly<Record<string, string>>,
  lang: "ko" | "en" = "en",
): MlaPathData => {
  const values: MlaValues = parseValues(params, (name) => attributes[name]);
  const t = translators(widget).find((words) => words.lang === lang);
  assert.ok(t);
  return pathData(compute(values), values, t);
};

const boxOf = (element: Element) => ({
  left: numberOf(element, "x"),
  right: numberOf(element, "x") + numberOf(element, "width"),
  top: numberOf(element, "y"),
  bottom: numberOf(element, "y") + numberOf(element, "height"),
});

/** px², what the outline takes included: half a pixel on each side. */
const areaOf = (svg: SVGSVGElement, name: string, outline = 0): number => {
  const rect = svg.querySelector(`rect.${name}`);
  assert.ok(rect, name);
  return (numberOf(rect, "width") + outline) * (numberOf(rect, "height") + outline);
};

/** The text of a piece, its symbols and its size. */
const said = (svg: SVGSVGElement) =>
  [...svg.querySelectorAll("text")].map((text) =>
    (text.textContent ?? "").replaceAll("\u00a0", " ").replaceAll("\u200b", ""),
  );

describe("latent, RoPE key, K and V are drawn to one scale", () => {
  for (const { dims, numbers } of [
    { dims: "v2", numbers: { latent: 512, "rope-key": 64, k: 128 * 128, v: 128 * 128 } },
    { dims: "v2-lite", numbers: { latent: 512, "rope-key": 64, k: 16 * 128, v: 16 * 128 } },
    { dims: "toy", numbers: { latent: 32, "rope-key": 8, k: 4 * 16, v: 4 * 16 } },
  ] as const) {
    test(dims, () => {
      for (const form of ["naive", "absorbed"]) {
        const pictures = drawn(mlaPath, dataOf({ dims, form }));
        for (const width of widths) {
          const svg = pictures[width];
          const perNumber = areaOf(svg, "latent") / numbers.latent;
          assert.ok(Math.abs(areaOf(svg, "rope-key") / numbers["rope-key"] / perNumber - 1) < 0.01);
          for (const role of ["k", "v"] as const) {
            const ratio = areaOf(svg, role, 1) / numbers[role] / perNumber;
            assert.ok(Math.abs(ratio - 1) < 0.01, `${role} ${form} ${width}: ${ratio}`);
          }
        }
      }
    });
  }
});

test("the ways up stand at the cache, or at query and output; never at both", () => {
  for (const width of widths) {
    const naive = drawn(mlaPath, dataOf({ form: "naive" }))[width];
    const absorbed = drawn(mlaPath, dataOf({ form: "absorbed" }))[width];
    assert.equal(naive.querySelectorAll("rect.moved, rect.ghost").length, 0);
    assert.equal(absorbed.querySelectorAll("rect.moved").length, 2);
    assert.equal(absorbed.querySelectorAll("rect.piece.ghost").length, 2);
    assert.equal(absorbed.querySelectorAll("rect.k.ghost, rect.v.ghost").length, 2);
    for (const picture of [naive, absorbed]) {
      assert.equal(
        said(picture).filter((text) => text.startsWith("WK")).length,
        picture === naive ? 1 : 2,
      );
    }
    const way = boxOf(absorbed.querySelector("rect.moved") as Element);
    const cache = boxOf(absorbed.querySelector("rect.latent") as Element);
    assert.ok(way.right < cache.left, "W_K is in the query's lane");
  }
});

test("a rotation in the way is drawn as that, where it stands: after R_t and before W_K", () => {
  for (const width of widths) {
    for (const { form, rope, dims } of states) {
      const svg = drawn(mlaPath, dataOf({ form, rope, dims }))[width];
      const wrong = form === "absorbed" && rope === "latent";
      assert.equal(svg.querySelectorAll("rect.obstacle").length, Number(wrong));
      assert.equal(svg.querySelectorAll("rect.wrong").length, Number(wrong));
      assert.equal(
        svg.querySelectorAll("path.cross").length,
        2 * Number(wrong),
        "not by colour alone",
      );
      assert.equal(svg.querySelectorAll("rect.rope-key").length, Number(rope === "decoupled"));
      if (!wrong) continue;
      const [turn, obstacle, moved] = ["rotation", "obstacle", "moved"].map((name) =>
        boxOf(svg.querySelector(`rect.${name}`) as Element),
      );
      assert.ok(turn && obstacle && moved);
      assert.ok(turn.bottom < obstacle.top && obstacle.bottom < moved.top);
    }
    const naive = drawn(mlaPath, dataOf({ form: "naive", rope: "latent" }))[width];
    const [turn] = [...naive.querySelectorAll("rect.rotation")].map(boxOf);
    const k = boxOf(naive.querySelector("rect.k") as Element);
    assert.ok(turn && turn.top > k.bottom, "the expanded keys are turned after they are made");
  }
});

test("boxes carry the sizes of the layer", () => {
  const texts = (attributes: Readonly<Record<string, string>>) =>
    said(drawn(mlaPath, dataOf(attributes)).wide);
  const v2 = texts({});
  for (const text of [
    "x5,120",
    "WQ5,120 → 24,576",
    "q128 × (128 + 64)",
    "WK128 × 512",
    "qc128 × (512 + 64)",
    "5,120 × 512",
    "5,120 × 64",
    "oc128 × 512",
    "WV512 × 128",
    "o128 × 128",
    "WO16,384 × 5,120",
    "y5,120",
    "512 + 64 = 576",
    "1,152 B stored",
  ]) {
    assert.ok(v2.includes(text), `${text} in ${v2.join(" | ")}`);
  }
  const toy = texts({ dims: "toy", form: "naive", rope: "latent" });
  for (const text of ["WQ64 → 64", "q4 × 16", "WK32 × 16", "K 4 × 16", "Rs16", "WO64 × 64"]) {
    assert.ok(toy.includes(text), `${text} in ${toy.join(" | ")}`);
  }
});

test("the switches change what is drawn, not how tall the picture is", () => {
  for (const dims of ["v2", "v2-lite", "toy"]) {
    for (const width of widths) {
      const heights = states
        .filter((state) => state.dims === dims)
        .map((state) => numberOf(drawn(mlaPath, dataOf(state))[width], "height"));
      assert.equal(heights.length, 4);
      assert.equal(new Set(heights).size, 1, `${dims} ${width}: ${heights}`);
    }
  }
});

test("in every state nothing leaves the picture, and no box lies on another", () => {
  for (const state of states) {
    for (const lang of ["ko", "en"] as const) {
      const pictures = drawn(mlaPath, dataOf(state, lang));
      for (const width of widths) {
        const svg = pictures[width];
        const where = `${JSON.stringify(state)} ${lang} ${width}`;
        const [right, bottom] = [numberOf(svg, "width"), numberOf(svg, "height")];
        const boxes = [...svg.querySelectorAll("rect")].map(boxOf);
        for (const [i, box] of boxes.entries()) {
          assert.ok(box.left >= 0 && box.right <= right + 0.01 && box.bottom <= bottom, where);
          for (const other of boxes.slice(0, i)) {
            const apart =
              other.right <= box.left + 0.01 ||
              box.right <= other.left + 0.01 ||
              other.bottom <= box.top + 0.01 ||
              box.bottom <= other.top + 0.01;
            assert.ok(apart, `${where}: ${JSON.stringify([box, other])}`);
          }
        }
        for (const text of svg.querySelectorAll("text")) {
          assert.ok(!(numberOf(text, "font-size") < 11), where);
          const content = text.textContent ?? "";
          // Letters of a box are measured by its own test; here plain lines.
          if (text.querySelector("tspan")) continue;
          const room = textWidth(content, numberOf(text, "font-size")) * 0.93;
          const anchor = text.getAttribute("text-anchor");
          const x = numberOf(text, "x");
          const left = anchor === "end" ? x - room : anchor === "middle" ? x - room / 2 : x;
          assert.ok(left >= -1 && left + room <= right + 1, `${where}: ${content}`);
        }
      }
    }
  }
});
