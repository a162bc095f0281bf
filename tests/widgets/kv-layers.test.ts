import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { modelIds } from "../../src/data/index.ts";
import { cacheFormat } from "../../src/model/formats.ts";
import type { CacheLayer, LayerGroup } from "../../src/model/layers.ts";
import type { LayersResult } from "../../src/widgets/kv-layers/compute.ts";
import { growthData } from "../../src/widgets/kv-layers/figures.ts";
import { naiveLayers } from "../../src/widgets/kv-layers/naive-layers.ts";
import widget from "../../src/widgets/kv-layers/widget.ts";
import { keepsText, kindOf, kindsOf, layerMapData } from "../../src/widgets/layer-kinds.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { idleRun, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const of = (attributes: Attributes = {}): LayersResult =>
  widget.compute(valuesOf(widget, attributes) as never);

const t = translator("en", widget.messages.en);

const said = (attributes: Attributes = {}, lang: "ko" | "en" = "en"): string => {
  const values = valuesOf(widget, attributes) as never;
  const words = translator(lang, widget.messages[lang]);
  return plainText(widget.summary(widget.compute(values), values, words)).replaceAll("\u00a0", " ");
};

const heads = (nKv: number, headDim: number, more = {}): CacheLayer => ({
  kind: "heads",
  nKv,
  headDim,
  ...more,
});
const state: CacheLayer = {
  kind: "state",
  heads: 32,
  keyDim: 128,
  valueDim: 128,
  convChannels: 8192,
  convTaps: 3,
};

describe("Gemma 3 27B: 10 full layers and 52 with a window of 1,024, 8,192 B a token each", () => {
  const row = 2 * 16 * 128 * 2;

  test("the cache and the naive count at 131,072 tokens", () => {
    const result = of();
    assert.equal(result.bytes, row * (10 * 131_072 + 52 * 1024));
    assert.equal(result.naiveBytes, row * 62 * 131_072);
    assert.equal(
      said(),
      "At 131,072 tokens a request of Gemma 3 27B keeps 11.17 GB; counting every layer as full " +
        "attention gives 66.57 GB, 5.96 times as much.",
    );
    assert.equal(
      said({}, "ko"),
      "131,072토큰에서 Gemma 3 27B의 요청 하나는 11.17 GB를 보관해요. 모든 층을 온전한 어텐션으로 세면 " +
        "66.57 GB, 5.96배로 나와요.",
    );
  });

  test("the counts part one token after the window is full; the next token costs 10 layers", () => {
    const result = of();
    assert.equal(result.partsAt, 1025);
    assert.equal(result.nextTokenBytes, 10 * row);
    assert.equal(result.naiveNextTokenBytes, 62 * row);
    assert.equal(of({ context: "512" }).nextTokenBytes, 62 * row);
  });

  test("before that, both are the same, and the sentence says so", () => {
    const result = of({ context: "1024" });
    assert.equal(result.bytes, result.naiveBytes);
    assert.match(said({ context: "1024" }), /at this length, .* gives the same\.$/);
  });
});

test("a model of full layers only: the naive count is right at every context", () => {
  const result = of({ model: "llama-3.1-405b" });
  assert.equal(result.bytes, 2 * 126 * 8 * 128 * 2 * 131_072);
  assert.equal(result.naiveBytes, result.bytes);
  assert.equal(result.partsAt, null);
  assert.match(said({ model: "llama-3.1-405b" }), /Every layer is full attention/);
  const values = valuesOf(widget, { model: "llama-3.1-405b" }) as never;
  assert.deepEqual(
    growthData(result, values, t).lines.map((line) => line.of),
    ["real"],
  );
});

test("MLA counted as full attention has the K and V of each head: 81,920 B against 1,152 B", () => {
  const result = of({ model: "deepseek-v3", context: "4096" });
  assert.equal(result.bytes, 61 * (512 + 64) * 2 * 4096);
  assert.equal(result.naiveBytes, 61 * 128 * (192 + 128) * 2 * 4096);
  assert.equal(result.partsAt, 1);
});

test("bytes of the kinds add up to the request's, for every model, context and format", () => {
  for (const model of modelIds) {
    for (const context of ["256", "5000", "1048576"]) {
      for (const kv of ["bf16", "fp8", "int4"]) {
        const { kinds, bytes, naiveBytes, model: shown } = of({ model, context, kv });
        const sum = (key: "bytes" | "naiveBytes" | "count") =>
          kinds.reduce((total, kind) => total + kind[key], 0);
        assert.equal(sum("bytes"), bytes, model);
        assert.equal(sum("naiveBytes"), naiveBytes, model);
        assert.equal(
          sum("count"),
          shown.layers.reduce((total, { count }) => total + count, 0),
          model,
        );
      }
    }
  }
});

test("the counts part at partsAt and not a token earlier", () => {
  for (const model of modelIds) {
    const { partsAt } = of({ model });
    if (partsAt === null || partsAt <= 257) continue;
    const [at, before] = [partsAt, partsAt - 1].map((context) =>
      of({ model, context: String(context) }),
    );
    assert.ok(at && before);
    assert.ok(at.naiveBytes > at.bytes && before.naiveBytes <= before.bytes, model);
  }
});

describe("layers counted as full attention", () => {
  const shape = { nHeads: 16, headDim: 256 };
  const layersOf = (...layers: readonly CacheLayer[]): readonly LayerGroup[] =>
    layers.map((layer) => ({ count: 3, layer }));

  test("windows and chunks go, K and V of different widths stay", () => {
    const layers = layersOf(
      heads(4, 192, { valueDim: 128, windowTokens: 128 }),
      heads(8, 128, { chunkTokens: 8192 }),
    );
    assert.deepEqual(
      naiveLayers({ ...shape, layers }),
      layersOf(heads(4, 192, { valueDim: 128 }), heads(8, 128)),
    );
  });

  test("layers without K and V have the heads of the first full layer", () => {
    const full = heads(2, 256);
    const layers = layersOf(state, { kind: "none" }, heads(4, 64, { windowTokens: 512 }), full, {
      kind: "shared",
    });
    assert.deepEqual(
      naiveLayers({ ...shape, layers }),
      layersOf(full, full, heads(4, 64), full, full),
    );
  });

  test("a latent, a tied row and factors become heads", () => {
    const latent: CacheLayer = { kind: "latent", latentDim: 512, ropeDim: 64, indexerDim: 128 };
    const layers = layersOf(
      latent,
      { kind: "tied", nKv: 4, headDim: 128, ropeDim: 64 },
      { kind: "factored", nHeads: 32, headDim: 64, rankK: 2, rankV: 2 },
      state,
    );
    const expanded = { dK: 192, dV: 128 };
    const wide = heads(16, 192, { valueDim: 128 });
    assert.deepEqual(
      naiveLayers({ ...shape, expanded, layers }),
      layersOf(wide, heads(4, 128), heads(32, 64), wide),
    );
  });

  test("a model of states alone has its own heads; without any known it stays as it is", () => {
    assert.deepEqual(naiveLayers({ ...shape, layers: layersOf(state) }), layersOf(heads(16, 256)));
    const unknown = { ...shape, nHeads: null, layers: layersOf(state) };
    assert.deepEqual(naiveLayers(unknown), layersOf(state));
  });
});

describe("kinds of layers", () => {
  const bf16 = cacheFormat("bf16");
  const kept = (layers: readonly LayerGroup[]) =>
    kindsOf(layers).map((kind) => keepsText(kind, bf16, t));

  test("each layer has one, whatever its dimensions", () => {
    const cases: readonly (readonly [string, CacheLayer])[] = [
      ["full", heads(8, 128)],
      ["window", heads(8, 128, { windowTokens: 1024 })],
      ["chunk", heads(8, 128, { chunkTokens: 8192 })],
      ["latent", { kind: "latent", latentDim: 512, ropeDim: 64 }],
      ["indexed", { kind: "latent", latentDim: 512, ropeDim: 64, indexerDim: 128 }],
      ["state", state],
      ["tied", { kind: "tied", nKv: 4, headDim: 128, ropeDim: 64 }],
      ["factored", { kind: "factored", nHeads: 32, headDim: 64, rankK: 2, rankV: 2 }],
      ["shared", { kind: "shared" }],
      ["none", { kind: "none" }],
    ];
    for (const [kind, layer] of cases) {
      assert.equal(kindOf(layer), kind);
      assert.match(t(`kind.${kind}`), /\S/);
    }
  });

  test("groups of one kind are one, in the order of the first; a range where they differ", () => {
    const layers = [
      { count: 2, layer: heads(4, 128, { windowTokens: 512 }) },
      { count: 1, layer: heads(8, 128) },
      { count: 3, layer: heads(8, 128, { windowTokens: 4096 }) },
      { count: 1, layer: { kind: "shared" } as const },
    ];
    assert.deepEqual(
      kindsOf(layers).map(({ kind, count }) => [kind, count]),
      [
        ["window", 5],
        ["full", 1],
        ["shared", 1],
      ],
    );
    assert.deepEqual(kept(layers), [
      "the last 512–4,096 tokens, 2,048–4,096 B each",
      "all tokens, 4,096 B each",
      "nothing of its own",
    ]);
  });

  test("a state is bytes per request: 32 × 128 × 128 × 2 + 8,192 × 3 × 2", () => {
    assert.deepEqual(kept([{ count: 3, layer: state }]), ["1,097,728 B per request, however long"]);
  });

  test("the map has the layers in order, and names each kind with its number", () => {
    const layers = [
      { count: 3, layer: state },
      { count: 1, layer: heads(2, 256) },
      { count: 3, layer: state },
      { count: 1, layer: heads(2, 256) },
    ];
    const map = layerMapData(layers, bf16, t);
    assert.deepEqual(map.groups, [
      { kind: "state", count: 3 },
      { kind: "full", count: 1 },
      { kind: "state", count: 3 },
      { kind: "full", count: 1 },
    ]);
    assert.deepEqual(
      map.kinds.map(({ name }) => name),
      ["State (linear, SSM), 6 layers", "Full attention, 2 layers"],
    );
    assert.match(map.label, /^Map of 8 layers/);
  });
});

test("the table has a row for each kind and one for all", () => {
  const values = valuesOf(widget) as never;
  const table = widget.table?.(widget.compute(values), values, t, idleRun);
  const rows = table?.rows.map(([head, ...cells]) => [head, ...cells.map(({ value }) => value)]);
  const row = 8192;
  const byKind = new Map(rows?.map((cells) => [cells[0], cells]));
  assert.deepEqual(byKind.get("Full attention"), [
    "Full attention",
    10,
    "all tokens, 8,192 B each",
    row * 10 * 131_072,
    row * 10 * 131_072,
  ]);
  assert.deepEqual(byKind.get("Sliding window"), [
    "Sliding window",
    52,
    "the last 1,024 tokens, 8,192 B each",
    row * 52 * 1024,
    row * 52 * 131_072,
  ]);
  assert.equal(byKind.get("All")?.[1], 62);
  assert.equal(table?.rows.length, 3);
});

test("the growth bends where the window is full: the line has a point there", () => {
  const values = valuesOf(widget) as never;
  const { lines, parting } = growthData(widget.compute(values), values, t);
  const window = lines.find((line) => line.of === "window");
  const at = (context: number) => window?.points.find((p) => p.context === context)?.bytes;
  assert.equal(at(1024), 52 * 1024 * 8192);
  assert.equal(at(2 ** 20), at(1024));
  assert.equal(at(512), 52 * 512 * 8192);
  assert.equal(parting?.context, 1025);
});
