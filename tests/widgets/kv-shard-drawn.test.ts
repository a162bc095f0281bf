import assert from "node:assert/strict";
import { test } from "node:test";
import { gpuHeads } from "../../src/charts/gpu-heads.ts";
import { shardLines } from "../../src/charts/shard-lines.ts";
import { modelById, modelIds } from "../../src/data/index.ts";
import { compute, type ShardValues } from "../../src/widgets/kv-shard/compute.ts";
import { headsData, linesData } from "../../src/widgets/kv-shard/figures.ts";
import { shardNotes } from "../../src/widgets/kv-shard/notes.ts";
import widget from "../../src/widgets/kv-shard/widget.ts";
import { translator } from "../../src/widgets/translate.ts";
import { drawn, widths } from "../charts/draw.ts";
import { valuesOf } from "./every-widget.ts";

const [ko, en] = (["ko", "en"] as const).map((lang) => translator(lang, widget.messages[lang]));
assert.ok(ko && en);
const t = en;

const at = (model: string, tp: number) => {
  const values = valuesOf(widget, { model, tp: String(tp) }) as ShardValues;
  return { values, result: compute(values) };
};

test("every model of the catalogue has pictures made of numbers", () => {
  for (const model of modelIds) {
    for (const tp of [1, 2, 3, 8, 16]) {
      const { values, result } = at(model, tp);
      const pictures = [
        drawn(shardLines, linesData(result, values, t)),
        drawn(gpuHeads, headsData(result, values, t)),
      ];
      for (const picture of pictures) {
        for (const width of widths) {
          const where = `${model}, TP ${tp}, ${width}`;
          assert.doesNotMatch(picture[width].outerHTML, /NaN|Infinity|undefined/, where);
        }
      }
    }
  }
});

test("a model whose query heads are not known: no MHA, no query heads, and a sentence", () => {
  const unknown = modelIds.filter((id) => modelById(id).nHeads === null);
  assert.ok(unknown.includes("gemma-3-270m"));
  for (const [model, known] of [
    ...unknown.map((id) => [id, false] as const),
    ["llama-3-70b", true] as const,
  ]) {
    const { values, result } = at(model, 8);
    assert.equal(
      result.rows.some(({ name }) => name === "mha"),
      known,
      model,
    );
    assert.equal(
      headsData(result, values, t).gpus.some(({ queries }) => queries !== ""),
      known,
    );
    assert.equal(/쿼리 헤드 수는 알려지지/.test(shardNotes(result, values, ko)), !known, model);
    assert.equal(/How many query heads/.test(shardNotes(result, values, en)), !known, model);
  }
});

test("lines over a short span still have a tick to read them by", () => {
  const { values, result } = at("gemma-3-270m", 8);
  const { wide } = drawn(shardLines, linesData(result, values, t));
  assert.match(wide.textContent ?? "", /32\sKiB/);
});
