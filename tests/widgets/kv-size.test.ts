import assert from "node:assert/strict";
import { test } from "node:test";
import { modelById, modelIds } from "../../src/data/index.ts";
import { cacheFormat } from "../../src/model/formats.ts";
import { kvBytesPerSequence } from "../../src/model/kv.ts";
import widget, { type SizeResult } from "../../src/widgets/kv-size/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { idleRun, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const sized = (attributes: Attributes = {}): SizeResult =>
  widget.compute(valuesOf(widget, attributes) as never);

const said = (attributes: Attributes, lang: "ko" | "en"): string => {
  const values = valuesOf(widget, attributes) as never;
  const t = translator(lang, widget.messages[lang]);
  return plainText(widget.summary(widget.compute(values), values, t)).replaceAll("\u00a0", " ");
};

const bytes = (result: SizeResult) =>
  Object.fromEntries(result.variants.map((variant) => [variant.name, variant.bytes]));

test("Llama 3 70B at 8,192 tokens, by hand: 2 · n_kv · 128 · 80 · 8,192 · 2", () => {
  const result = sized();
  assert.deepEqual(bytes(result), {
    mha: 21_474_836_480,
    gqa: 2_684_354_560,
    mqa: 335_544_320,
  });
  assert.equal(result.own.name, "gqa");
  assert.equal(result.own.bytesPerToken, 327_680);
  assert.equal(result.reshaped, false);
});

test("131,072 tokens are 42.95 GB, and the model is Llama 3.1 then", () => {
  const result = sized({ context: "131072" });
  assert.equal(result.own.bytes, 42_949_672_960);
  assert.equal(result.model.name, "Llama 3.1 70B");
  assert.match(
    said({ context: "131072" }, "en"),
    /^Llama 3\.1 70B keeps .* 42\.95 GB for one request of 131,072 tokens\.$/,
  );
});

test("requests multiply, fp8 halves", () => {
  assert.equal(sized({ requests: "32" }).own.bytes, 85_899_345_920);
  assert.equal(sized({ requests: "32", kv: "fp8" }).own.bytes, 42_949_672_960);
});

test("Gemma 2 9B: 21 layers keep 8,192 tokens and 21 keep 4,096", () => {
  // 2 · 8 · 256 · 2 B = 8,192 B a layer and token; 21 · (8,192 + 4,096) tokens and layers
  assert.equal(sized({ model: "gemma-2-9b" }).own.bytes, 8192 * 21 * (8192 + 4096));
  assert.match(said({ model: "gemma-2-9b" }, "en"), /2\.114 GB/);
  const wide = sized({ model: "gemma-2-9b", "window-layers": "0", layers: "42" });
  assert.equal(wide.own.bytes, 8192 * 42 * 8192);
});

test("DeepSeek-V3 keeps 512 + 64 numbers a token and layer, whatever its heads", () => {
  const result = sized({ model: "deepseek-v3" });
  assert.equal(result.own.name, "mla");
  assert.equal(result.own.bytesPerToken, 576 * 61 * 2);
  // As MHA it would keep K of 128 + 64 and V of 128 for each of 128 heads (arXiv:2405.04434).
  assert.equal(bytes(result).mha, 128 * (192 + 128) * 61 * 2 * 8192);
});

test("the controls start at the shape of every model", () => {
  for (const model of modelIds) {
    const result = sized({ model });
    assert.equal(result.reshaped, false, model);
    const { layers } = modelById(model);
    assert.equal(
      result.own.bytesPerRequest,
      kvBytesPerSequence(layers, cacheFormat("bf16"), 8192),
      model,
    );
  }
  const gemma = valuesOf(widget, { model: "gemma-2-9b" });
  assert.deepEqual(
    ["n-kv", "head-dim", "layers", "window-layers", "window"].map((name) => gemma[name]),
    [8, 256, 21, 21, 4096],
  );
});

test("no more KV heads than the model has query heads", () => {
  assert.equal(valuesOf(widget, { model: "gemma-2-9b", "n-kv": "64" })["n-kv"], 16);
});

test("a shape of the reader's own: proportional in each factor", () => {
  const base = sized().own.bytes;
  assert.equal(sized({ layers: "40" }).own.bytes, base / 2);
  assert.equal(sized({ "head-dim": "64" }).own.bytes, base / 2);
  assert.equal(sized({ "n-kv": "16" }).own.bytes, base * 2);
  assert.equal(sized({ layers: "40" }).reshaped, true);
  assert.match(said({ layers: "40" }, "en"), /^A reshaped Llama 3 70B/);
  assert.match(said({ layers: "40" }, "ko"), /^Llama 3 70B의 모양을 바꾼 모델/);
});

test("KV heads that set the variant: 64 is MHA, 1 is MQA, between is GQA", () => {
  for (const [nKv, name] of [
    ["64", "mha"],
    ["8", "gqa"],
    ["16", "gqa"],
    ["1", "mqa"],
  ] as const) {
    assert.equal(sized({ "n-kv": nKv }).own.name, name, nKv);
  }
});

test("the sentence gives the number in the reader's unit", () => {
  assert.equal(
    said({}, "en"),
    "Llama 3 70B keeps 327,680 B per token: 2.684 GB for one request of 8,192 tokens.",
  );
  assert.equal(
    said({ unit: "GiB" }, "ko"),
    "Llama 3 70B: 토큰 하나에 327,680 B, 8,192토큰짜리 요청 하나에 2.5 GiB예요.",
  );
  assert.equal(
    said({ requests: "32" }, "en"),
    "Llama 3 70B keeps 327,680 B per token: 85.90 GB for 32 requests of 8,192 tokens.",
  );
  assert.equal(
    said({ requests: "32" }, "ko"),
    "Llama 3 70B: 토큰 하나에 327,680 B, 8,192토큰짜리 요청 32개에 85.90 GB예요.",
  );
});

test("with windows a token adds bytes only until they are full, and the sentence says so", () => {
  const model = "gemma-2-9b";
  assert.equal(
    said({ model, context: "4096" }, "en"),
    "Gemma 2 9B adds 344,064 B per token until its windows are full: one request of 4,096 tokens takes 1.409 GB.",
  );
  assert.equal(
    said({ model, requests: "2" }, "en"),
    "Gemma 2 9B adds 344,064 B per token until its windows are full: 2 requests of 8,192 tokens take 4.228 GB.",
  );
  assert.equal(
    said({ model }, "ko"),
    "Gemma 2 9B: 윈도가 차기 전에는 토큰 하나에 344,064 B, 8,192토큰짜리 요청 하나에 2.114 GB예요.",
  );
  assert.equal(
    said({ model, requests: "2" }, "ko"),
    "Gemma 2 9B: 윈도가 차기 전에는 토큰 하나에 344,064 B, 8,192토큰짜리 요청 2개에 4.228 GB예요.",
  );
});

test("a state is said beside the bytes of a token, and the product comes out", () => {
  const model = "qwen3-next-80b-a3b";
  assert.equal(
    said({ model }, "en"),
    "Qwen3-Next 80B-A3B keeps 39.52 MB per request, whatever its length, and 24,576 B per token: " +
      "0.2408 GB for one request of 8,192 tokens.",
  );
  assert.equal(
    said({ model, requests: "4" }, "ko"),
    "Qwen3-Next 80B-A3B: 길이와 상관없이 요청마다 39.52 MB, 토큰 하나에 24,576 B, 8,192토큰짜리 요청 4개에 " +
      "0.9634 GB예요.",
  );
  for (const id of modelIds) {
    const { stateBytes, own } = sized({ model: id, requests: "4" });
    const states = modelById(id).layers.some(({ layer }) => layer.kind === "state");
    assert.equal(stateBytes > 0, states, id);
    if (states) assert.equal(own.bytes, 4 * (stateBytes + own.bytesPerToken * 8192), id);
  }
});

const ownCells = (attributes: Attributes) => {
  const values = valuesOf(widget, attributes) as never;
  const t = translator("en", widget.messages.en);
  const table = widget.table?.(widget.compute(values), values, t, idleRun);
  assert.ok(table);
  const [head, ...cells] = table.rows[table.own ?? -1] ?? [""];
  const plain = cells.map(({ text, value }) => [text.replaceAll("\u00a0", " "), value]);
  return { head, cells: plain, units: table.units, columns: table.columns };
};

test("cells carry the number behind them, in the unit of their column", () => {
  const { head, cells, units, columns } = ownCells({});
  assert.equal(head, "GQA\u00a08");
  assert.deepEqual(columns, ["Variant", "One token", "All (GB)", "All (GiB)", "Of the weights"]);
  assert.deepEqual(units, [null, "B", null, null, null]);
  assert.deepEqual(cells, [
    ["327,680 B", 327_680],
    ["2.684 GB", 2.68435456],
    ["2.5 GiB", 2.5],
    ["1.9%", 2_684_354_560 / 141_104_000_000],
  ]);
});

test("where there are several requests, one of them has a column, in the reader's unit", () => {
  for (const [unit, oneRequest] of [
    ["GB", ["2.684 GB", 2.68435456]],
    ["GiB", ["2.5 GiB", 2.5]],
  ] as const) {
    const { cells, units, columns } = ownCells({ requests: "2", unit });
    assert.deepEqual(columns, [
      "Variant",
      "One token",
      "One request",
      "All (GB)",
      "All (GiB)",
      "Of the weights",
    ]);
    assert.deepEqual(units, [null, "B", unit, null, null, null]);
    assert.deepEqual(cells, [
      ["327,680 B", 327_680],
      oneRequest,
      ["5.369 GB", 5.36870912],
      ["5 GiB", 5],
      ["3.8%", 5_368_709_120 / 141_104_000_000],
    ]);
  }
});

test("a share below the whole is a percentage, from there on a multiple", () => {
  const share = (attributes: Attributes) => ownCells(attributes).cells.at(-1)?.[0];
  assert.equal(share({ requests: "52" }), "99%"); // 139.586 ÷ 141.104
  assert.equal(share({ requests: "53" }), "1.01×"); // 142.271 ÷ 141.104
  assert.equal(share({ context: "1048576", requests: "8" }), "19.5×"); // 2,748.8 ÷ 141.104
});
