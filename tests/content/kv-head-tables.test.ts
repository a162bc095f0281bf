import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { example, models } from "../../src/data/index.ts";
import type { Lang } from "../../src/i18n/locales.ts";
import { langs } from "../../src/i18n/locales.ts";
import { cacheFormat } from "../../src/model/formats.ts";
import { kvBytesPerSequence, kvBytesPerToken } from "../../src/model/kv.ts";
import { layerKinds } from "../../src/model/layers.ts";
import { read } from "./mdx.ts";

const bf16 = cacheFormat("bf16");
const figure = (text: string) => Number(text.replace(/[^\d.]/g, ""));

/** Rows of every table of a chapter, as cells. */
const rowsOf = (lang: Lang, slug: string): readonly (readonly string[])[] =>
  [...read(`${lang}/chapters/${slug}.mdx`).matchAll(/^\| (.*) \|$/gm)].map(([, row = ""]) =>
    row.split(" | "),
  );

/** KV heads and head dimensions of the layers that have heads, each pair once. */
const shapesOf = (id: string) => {
  const model = models.find((entry) => entry.id === id);
  const heads = layerKinds(model?.layers ?? []).flatMap(({ layer }) =>
    layer.kind === "heads" ? [`${layer.nKv} × ${layer.headDim}`] : [],
  );
  return [...new Set(heads)];
};

/** The running example's shape with another number of KV heads. */
const shaped = (nKv: number) => [
  { count: 80, layer: { kind: "heads" as const, nKv, headDim: 128 } },
];

for (const lang of langs) {
  describe(lang, () => {
    test("models in the table of MQA are as the catalogue has them", () => {
      const rows = rowsOf(lang, "mqa").flatMap(([name, ...cells]) => {
        const model = models.find((entry) => entry.name === name);
        return model ? [{ model, cells: cells.map(figure) }] : [];
      });
      assert.equal(rows.length, 4);
      for (const { model, cells } of rows) {
        const [nHeads, headDim, bytes] = cells;
        assert.equal(nHeads, model.nHeads, model.name);
        assert.deepEqual(shapesOf(model.id), [`1 × ${headDim}`]);
        assert.equal(bytes, kvBytesPerToken(model.layers, bf16), model.name);
      }
    });

    test("models in the table of GQA are as the catalogue has them", () => {
      const rows = rowsOf(lang, "gqa").flatMap(([name, ...cells]) => {
        const model = models.find((entry) => entry.name === name);
        return model ? [{ model, cells: cells.map(figure) }] : [];
      });
      assert.equal(rows.length, 12);
      for (const { model, cells } of rows) {
        const [nHeads = 0, nKv = 0, group] = cells;
        assert.equal(nHeads, model.nHeads, model.name);
        assert.deepEqual(
          shapesOf(model.id).map((shape) => Number.parseInt(shape, 10)),
          [nKv],
          model.name,
        );
        assert.equal(group, nHeads / nKv, model.name);
      }
    });

    test("the scale from MHA to MQA is the formula", () => {
      const rows = rowsOf(lang, "gqa").filter(([, , perToken]) => perToken?.endsWith("\u00a0B"));
      assert.deepEqual(
        rows.map(([groups]) => groups),
        ["64, MHA", "32", "16", "8", "4", "2", "1, MQA"],
      );
      for (const [name = "", size, perToken = "", request = ""] of rows) {
        const groups = Number.parseInt(name, 10);
        assert.equal(Number(size), 64 / groups);
        assert.equal(figure(perToken), kvBytesPerToken(shaped(groups), bf16), name);
        const gigabytes = kvBytesPerSequence(shaped(groups), bf16, example.context) / 1e9;
        assert.equal(figure(request), Number(gigabytes.toPrecision(4)), name);
      }
    });

    test("the share of a GPU is the model's", () => {
      const rows = rowsOf(lang, "gqa").filter((cells) =>
        cells.slice(1).every((cell) => /^\d[\d,]{4,}$/.test(cell)),
      );
      assert.deepEqual(
        rows.map(([heads = ""]) => figure(heads)),
        [64, 16, 8, 4, 2, 1],
      );
      for (const [heads = "", ...bytes] of rows) {
        assert.deepEqual(
          bytes.map(figure),
          [4, 8, 16].map((tp) => kvBytesPerToken(shaped(figure(heads)), bf16, tp)),
        );
      }
    });
  });
}

test("more than half of the catalogue's GQA models have 8 KV heads", () => {
  const groups = models.flatMap(({ id, nHeads }) => {
    const counts = [...new Set(shapesOf(id).map((shape) => Number.parseInt(shape, 10)))];
    const [nKv = 0] = counts;
    return counts.length === 1 && nKv > 1 && nKv !== nHeads ? [nKv] : [];
  });
  assert.ok(groups.length > 50, String(groups.length));
  assert.ok(groups.filter((nKv) => nKv === 8).length > groups.length / 2);
});
