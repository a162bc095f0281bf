import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { modelById, modelIds } from "../../src/data/index.ts";
import type { Lang } from "../../src/i18n/locales.ts";
import { compute, type ShardResult } from "../../src/widgets/kv-shard/compute.ts";
import { shardFactors } from "../../src/widgets/kv-shard/factors.ts";
import { headsData, linesData, rowName } from "../../src/widgets/kv-shard/figures.ts";
import { shardNotes } from "../../src/widgets/kv-shard/notes.ts";
import widget from "../../src/widgets/kv-shard/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { evaluateFormula } from "../helpers/evaluate-formula.ts";
import { idleRun, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const valuesAt = (attributes: Attributes = {}) => valuesOf(widget, attributes) as never;
const of = (attributes: Attributes = {}): ShardResult => compute(valuesAt(attributes));
const t = translator("en", widget.messages.en);

const readable = (text: string): string => text.replaceAll("\u00a0", " ").replaceAll("\u2060", "");

const said = (attributes: Attributes = {}, lang: Lang = "en"): string => {
  const words = translator(lang, widget.messages[lang]);
  return readable(plainText(widget.summary(of(attributes), valuesAt(attributes), words)));
};

const notesOf = (attributes: Attributes): string =>
  shardNotes(of(attributes), valuesAt(attributes), t);

const rowsOf = (attributes: Attributes = {}): Readonly<Record<string, ShardResult["own"]>> =>
  Object.fromEntries(of(attributes).rows.map((row) => [readable(rowName(row)), row]));

describe("Llama 3 70B: 80 layers, 64 query heads, 8 KV heads of 128, 512 B a head and layer", () => {
  test("on 8 GPUs GQA 8 and GQA 2 keep 256 numbers in a layer of each, MLA 576", () => {
    const rows = rowsOf();
    assert.deepEqual(
      Object.entries(rows).map(([name, row]) => [name, row.valuesPerLayer, row.perGpu]),
      [
        ["MHA 64", 2048, 327_680],
        ["GQA 8", 256, 40_960],
        ["GQA 2", 256, 40_960],
        ["MQA 1", 256, 40_960],
        ["MLA", 576, 92_160],
      ],
    );
    assert.equal(rows["GQA 2"]?.all, 327_680);
    assert.equal(rows["GQA 2"]?.once, 81_920);
    assert.deepEqual(rows["GQA 2"]?.holders, [4, 4]);
    assert.deepEqual(of().meeting?.tp, 8);
    assert.equal(rowName(of().meeting?.other as ShardResult["own"]), "GQA\u00a02");
    assert.equal(of().belowLatent?.tp, 4, "512 of two heads against 576");
  });

  test("the sentence for one GPU, an even split, copies and an uneven split", () => {
    assert.equal(
      said({ tp: "1" }),
      "Llama 3 70B: one GPU holds all of the KV heads, 8 of them, and one token takes 327,680 B.",
    );
    assert.equal(
      said({ tp: "4" }),
      "Llama 3 70B: 4 GPUs share 8 KV heads, 2 each. A token takes 81,920 B on each GPU, one " +
        "whole cache over all of them.",
    );
    assert.equal(
      said({ tp: "16" }),
      "Llama 3 70B: with fewer KV heads (8) than GPUs (16), heads are replicated. Each GPU holds " +
        "one, a token takes 40,960 B there, and together they store the cache 2 times.",
    );
    assert.equal(
      said({ tp: "6" }, "ko"),
      "Llama 3 70B: KV 헤드 8개는 GPU 6장으로 나누어떨어지지 않아요. 가장 많이 가진 GPU가 2개, 토큰 하나에 " +
        "81,920 B라 모두 그만큼 자리를 잡아요. 합치면 캐시 1.5벌 자리이고 그중 33.3%가 비어요.",
    );
  });

  test("fewer heads, by hand: a reshaped model, beside its own number", () => {
    assert.match(said({ heads: "2" }), /^A reshaped Llama 3 70B: .* 4 times\.$/);
    assert.deepEqual(Object.keys(rowsOf({ heads: "4" })), [
      "MHA 64",
      "GQA 8",
      "GQA 4",
      "GQA 2",
      "MQA 1",
      "MLA",
    ]);
    assert.equal(of({ heads: "4" }).own.nKv[0], 4);
    assert.equal(of({ heads: "2" }).meeting?.tp, 2, "with MQA");
    assert.equal(of({ heads: "64" }).meeting, null, "64 heads do not come down to one on 16 GPUs");
    assert.equal(of({ heads: "64" }).own.name, "mha");
  });

  test("the picture: which head lies where, what is a copy, what stays empty", () => {
    const drawn = (attributes: Attributes) =>
      headsData(of(attributes), valuesAt(attributes), t).gpus.map(
        ({ heads, idle, queries }) =>
          `${heads.map(({ head, copy }) => `${copy ? "=" : ""}${head}`).join(" ")} ${"_".repeat(idle)}${queries}`,
      );
    assert.deepEqual(drawn({ tp: "3" }), ["1 2 3 Q 1–24", "4 5 6 Q 25–48", "7 8 _Q 49–64"]);
    assert.deepEqual(drawn({ tp: "4", heads: "2" }), [
      "1 Q 1–16",
      "=1 Q 17–32",
      "2 Q 33–48",
      "=2 Q 49–64",
    ]);
  });

  test("the table: copies and empty places as parts of what all GPUs set aside", () => {
    const parts = (attributes: Attributes) =>
      widget
        .table?.(of(attributes), valuesAt(attributes), t, idleRun)
        .rows.map(([name, ...cells]) =>
          readable([name, ...cells.map(({ text }) => text)].join("; ")),
        );
    assert.deepEqual(parts({ tp: "6" }), [
      "MHA 64; 450,560 B; 10–11; 1; 2,703,360 B; 1.03; 0%; 3.0%",
      "GQA 8; 81,920 B; 1–2; 1; 491,520 B; 1.5; 0%; 33.3%",
      "GQA 2; 40,960 B; 1; 3; 245,760 B; 3; 66.7%; 0%",
      "MQA 1; 40,960 B; 1; 6; 245,760 B; 6; 83.3%; 0%",
      "MLA; 92,160 B; whole; 6; 552,960 B; 6; 83.3%; 0%",
    ]);
  });

  test("a split that no engine starts is said to be one; copies have other ways out", () => {
    assert.match(notesOf({ tp: "6" }), /vLLM starts only where/);
    assert.doesNotMatch(notesOf({ tp: "6" }), /data parallel attention/);
    assert.match(notesOf({ tp: "16" }), /data parallel attention/);
    assert.doesNotMatch(notesOf({ tp: "8" }), /vLLM|data parallel/);
    assert.match(notesOf({ tp: "8", heads: "5" }), /64 query heads do not divide evenly over 5/);
  });
});

describe("models whose layers are not all of one kind", () => {
  test("DeepSeek-V3: 576 values in 61 layers, whole on each of 8 GPUs; its GQA twin is below", () => {
    const result = of({ model: "deepseek-v3" });
    assert.equal(result.own.perGpu, 61 * 576 * 2);
    assert.equal(result.own.all, 8 * 61 * 576 * 2);
    assert.match(said({ model: "deepseek-v3" }), /whole on each of 8 GPUs.* 70,272 B .* 8 times/);
    assert.equal(result.belowLatent?.tp, 4);
    // MHA keeps the expanded K (192) and V (128) of 128 heads, 16 on each GPU.
    assert.equal(rowsOf({ model: "deepseek-v3" })["MHA 128"]?.valuesPerLayer, 16 * 320);
    const { latent, gpus } = headsData(result, valuesAt({ model: "deepseek-v3" }), t);
    assert.deepEqual(latent, [
      { letter: "c", values: 512 },
      { letter: "R", values: 64 },
    ]);
    assert.deepEqual(
      gpus.map(({ copy }) => copy),
      [false, ...new Array<boolean>(7).fill(true)],
    );
    assert.doesNotMatch(notesOf({ model: "deepseek-v3" }), /DeepSeek-V2/, "the row is its own");
  });

  test("MiMo-V2-Flash: 9 layers with 4 KV heads and 39 with 8; only the 9 are copied at TP 8", () => {
    const model = "mimo-v2-flash";
    const { own, drawn } = of({ model });
    const row = (192 + 128) * 2;
    assert.equal(own.perGpu, 48 * row);
    assert.equal(own.copied, 9 * 4 * row);
    assert.deepEqual([drawn.count, drawn.others], [39, 9]);
    assert.match(said({ model }), /4–8 KV heads/);
    assert.match(notesOf({ model }), /39 layers with 8 KV heads; the other 9/);
    assert.deepEqual(of({ model, heads: "2" }), of({ model }), "one number cannot change both");
  });

  test("layers with a state take nothing per token, and the notes say so", () => {
    const model = "qwen3-next-80b-a3b";
    assert.equal(of({ model, tp: "2" }).own.perGpu, 12 * 2 * 256 * 2);
    assert.match(notesOf({ model }), /^36 layers keep a state/);
    assert.match(notesOf({ model: "gemma-3-27b" }), /until the windows are full/);
    assert.match(notesOf({ model: "llama-4-scout" }), /until the chunks are full/);
  });

  test("without a known number of query heads there is no MHA row, and no query is named", () => {
    const model = modelIds.find((id) => modelById(id).nHeads === null) ?? "";
    const result = of({ model });
    assert.ok(result.rows.every(({ name }) => name !== "mha"));
    const { gpus, key } = headsData(result, valuesAt({ model }), t);
    assert.ok(gpus.every(({ queries }) => queries === ""));
    assert.ok(key.every(({ of: mark }) => mark !== "queries"));
  });
});

test("the formula on the screen, worked out as written, is what a GPU keeps, for every model", () => {
  for (const model of modelIds) {
    for (const tp of ["1", "3", "8", "16"]) {
      for (const kv of ["bf16", "fp8", "int4", "q8_0"]) {
        const result = of({ model, tp, kv });
        const line = shardFactors(result, valuesAt({ model, tp, kv }), t)
          .map(({ operator = "", value, after = "" }) => `${operator} ${value} ${after}`)
          .join(" ")
          .replace(/,|\u00a0B/g, "");
        const [left = "", right] = line.replace("⌈", "ceil(").replace("⌉", ")").split("=");
        const bytes = evaluateFormula(left.replaceAll("÷", "/"), {});
        assert.equal(bytes, result.own.perGpu, `${model} ${tp} ${kv}: ${line}`);
        assert.equal(Number(right), bytes);
      }
    }
  }
});

test("Llama 3 70B at TP 3: ⌈ 8 ÷ 3 ⌉ × 2 × 128 × 80 × 2 B = 122,880 B", () => {
  const line = shardFactors(of({ tp: "3" }), valuesAt({ tp: "3" }), t)
    .map(({ operator = "", value, after = "" }) => `${operator} ${value} ${after}`.trim())
    .join(" ");
  assert.equal(readable(line), "⌈ 8 ÷ 3 ⌉ × 2 × 128 × 80 × 2 B = 122,880 B");
});

test("every model: one row is its own, and no row keeps more with more GPUs", () => {
  for (const model of modelIds) {
    const values = valuesAt({ model });
    const result = compute(values);
    assert.equal(result.rows.filter(({ own }) => own).length, 1, model);
    assert.equal(new Set(result.rows.map(rowName)).size, result.rows.length, `${model}: names`);
    for (const { bytes, variant } of linesData(result, values, t).lines) {
      assert.equal(bytes.length, 16);
      for (const [i, here] of bytes.entries()) {
        assert.ok(i === 0 || here <= (bytes[i - 1] ?? 0), `${model} ${variant}`);
        if (variant === "mla") assert.equal(here, bytes[0], `${model}: a latent is flat`);
      }
    }
  }
});

test("where lines meet they stay one, and one TP before they are not", () => {
  for (const model of modelIds) {
    for (const heads of ["1", "2", "3", "8", "12"]) {
      const values = valuesAt({ model, heads });
      const result = compute(values);
      if (!result.meeting) continue;
      const { lines } = linesData(result, values, t);
      const { tp, other } = result.meeting;
      const own = lines.find((line) => line.own)?.bytes ?? [];
      const others = lines.find(({ short }) => short === rowName(other))?.bytes ?? [];
      assert.deepEqual(own.slice(tp - 1), others.slice(tp - 1), `${model} ${heads}`);
      assert.ok(tp === 1 || own[tp - 2] !== others[tp - 2], `${model} ${heads}`);
    }
  }
});
