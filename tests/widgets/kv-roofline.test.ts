import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseHTML } from "linkedom";
import { gpuById, gpuIds, modelById, modelIds } from "../../src/data/index.ts";
import type { ResultEvent } from "../../src/onnx/protocol.ts";
import { renderWidget } from "../../src/site/render-widget.ts";
import type { RooflineResult } from "../../src/widgets/kv-roofline/compute.ts";
import { rooflineData } from "../../src/widgets/kv-roofline/figures.ts";
import { ownPoint } from "../../src/widgets/kv-roofline/own-point.ts";
import widget from "../../src/widgets/kv-roofline/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { idleRun, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const roofline = (attributes: Attributes = {}): RooflineResult =>
  widget.compute(valuesOf(widget, attributes) as never);

const plain = (text: string) => text.replaceAll("\u00a0", " ");

const said = (attributes: Attributes = {}, lang: "ko" | "en" = "en"): string => {
  const values = valuesOf(widget, attributes) as never;
  const t = translator(lang, widget.messages[lang]);
  return plain(plainText(widget.summary(widget.compute(values), values, t)));
};

const intensities = ({ attention }: RooflineResult) =>
  Object.fromEntries(attention.map(({ of, intensity }) => [of, intensity.toFixed(1)]));

test("intensity of decoding 70B at 8K grows with the batch and stays below the ridge", () => {
  for (const [batch, expected] of [
    ["1", "1.1"],
    ["8", "8.0"],
    ["32", "22.9"],
    ["64", "33.3"],
    ["128", "42.9"],
  ] as const) {
    const { decode, ridge } = roofline({ batch });
    assert.equal(decode.intensity.toFixed(1), expected, batch);
    assert.equal(decode.bound, "memory");
    assert.ok(ridge !== null && decode.intensity < ridge);
  }
});

test("ridges", () => {
  for (const [gpu, ridge] of [
    ["a100-80g", 153],
    ["h100-80g", 295],
    ["h200-141g", 206],
    ["b200-180g", 281],
    ["l4-24g", 403],
    ["rtx-4090-24g", 164],
    ["mi300x-192g", 247],
  ] as const) {
    assert.equal(Math.round(roofline({ gpu }).ridge ?? 0), ridge, gpu);
  }
});

test("attention alone: query heads a KV head in 16 bits, twice that in 8, 241.8 for MLA", () => {
  assert.deepEqual(intensities(roofline()), { mha: "1.0", gqa: "8.0", mqa: "64.0" });
  assert.deepEqual(intensities(roofline({ kv: "fp8" })), { mha: "2.0", gqa: "16.0", mqa: "128.0" });
  const latent = { model: "deepseek-v3", gpu: "h100-80g" };
  assert.equal(intensities(roofline(latent)).mla, "241.8");
  assert.equal(intensities(roofline({ ...latent, kv: "fp8" })).mla, "483.6");
  assert.equal(intensities(roofline({ model: "deepseek-v2-lite" })).mla, "30.2");
  // Neither batch nor context moves it.
  assert.deepEqual(
    intensities(roofline({ batch: "512", context: "131072" })),
    intensities(roofline()),
  );
});

test("a prefill of 8,192 tokens: 1.244 PFLOP, 314 ms at the peak of four H100", () => {
  const { prefill } = roofline();
  assert.equal((prefill.flops / 1e15).toFixed(3), "1.244");
  assert.equal(prefill.bound, "compute");
  assert.equal((prefill.seconds * 1000).toFixed(0), "314");
  assert.equal(prefill.flopsPerSecond, 4 * 989.4e12);
});

test("no point lies above the roof, and each lies on it, for every model and GPU", () => {
  for (const model of modelIds) {
    for (const gpu of gpuIds) {
      const result = roofline({ model, gpu, batch: "64" });
      const { bytesPerSecond, peakFlopsPerSecond, attention, decode, prefill } = result;
      for (const point of [decode, prefill, ...attention]) {
        const roof = Math.min(
          point.intensity * bytesPerSecond,
          peakFlopsPerSecond ?? Number.POSITIVE_INFINITY,
        );
        const where = `${model} ${gpu} ${point.of}`;
        assert.ok(Math.abs(point.flopsPerSecond / roof - 1) < 1e-12, where);
        const compute = result.ridge !== null && point.intensity > result.ridge;
        assert.equal(point.bound, compute ? "compute" : "memory", where);
      }
    }
  }
});

test("what is not known is not shown: a peak, query heads", () => {
  const apple = gpuIds.filter((gpu) => gpuById(gpu).peakFlopsBf16 === null);
  assert.ok(apple.length > 0);
  for (const gpu of apple) {
    const result = roofline({ gpu });
    assert.deepEqual([result.ridge, result.peakFlopsPerSecond], [null, null]);
    assert.match(said({ gpu }), /peak of this device is not published/);
    assert.match(said({ gpu }, "ko"), /공개되지 않아서/);
  }
  const headless = modelIds.filter((id) => modelById(id).nHeads === null);
  assert.ok(headless.length > 0);
  for (const model of headless) assert.deepEqual(roofline({ model }).attention, [], model);
});

test("the sentence says which of the two limits", () => {
  assert.equal(
    said(),
    "Llama 3 70B on 4 × H100 80 GB SXM: decoding 32 requests of 8,192 tokens does 22.9 FLOP per " +
      "byte it reads, so bandwidth limits it; a prefill of that length does 8,651, so arithmetic does. " +
      "The two meet at 295.",
  );
  assert.equal(
    said({}, "ko"),
    "Llama 3 70B, H100 80 GB SXM 4장: 요청 32개(8,192토큰씩)의 디코딩은 바이트당 22.9 FLOP이라 대역폭에 " +
      "막히고, 같은 길이의 프리필은 8,651 FLOP이라 연산에 막혀요. 꺾임점은 295 FLOP/B예요.",
  );
});

/** Text of a rendered widget by selector. */
async function texts(attributes: Attributes, selector: string): Promise<readonly string[]> {
  const { shadow } = await renderWidget(widget, "en", (name) => attributes[name]);
  const { document } = parseHTML(`<!doctype html><body>${shadow}</body>`);
  return [...document.querySelectorAll(selector)].map((found) =>
    plain(found.textContent?.replace(/\s+/g, " ").trim() ?? ""),
  );
}

test("the formula takes the lesser of slope and peak; without a peak the slope", async () => {
  const selector = ".formula .operator, .formula b";
  // 2 · 70.552e9 · 32 + 4 · 64 · 128 · 80 · 8192 · 32 = 5.2025e12.
  assert.equal(
    (await texts({}, selector)).join(" "),
    "min( 5.20 TFLOP ÷ 227.0 GB × 4 × 3.35 TB/s , 4 × 989 TFLOP/s ) = 307 TFLOP/s",
  );
  assert.doesNotMatch((await texts({ gpu: "m4-max-128g" }, selector)).join(" "), /min|,/);
});

test("attention alone: why it stays, by what the heads share", async () => {
  const remark = async (model: string) => plain((await texts({ model }, ".remark")).join(" "));
  assert.match(
    await remark("llama-3-70b"),
    /heads per KV head, which gives 8 FLOP\/B in this model \(GQA 8\)/,
  );
  for (const model of ["deepseek-v3", "kimi-linear-48b-a3b"]) {
    assert.doesNotMatch(await remark(model), /per KV head/);
    assert.match(await remark(model), /\(MLA\) works on the same latent/);
  }
  // Layers of 8 query heads a KV head beside layers of 2: the longer the context, the more it does.
  assert.match(await remark("gemma-4-31b"), /differs from layer to layer.* is 4\.67 FLOP\/B/);
});

test("only models whose layers differ in it are said to change with the context", () => {
  for (const model of modelIds) {
    const at = (context: string) => {
      const { attention, mixed } = roofline({ model, context });
      return { mixed, intensity: attention.find((point) => point.own)?.intensity };
    };
    const [short, long] = [at("512"), at("1048576")];
    if (short.intensity === undefined || long.intensity === undefined) continue;
    const moved = Math.abs(short.intensity / long.intensity - 1) > 1e-3;
    assert.equal(long.mixed, moved, model);
  }
});

const own = { "own-intensity": "0.5", "own-rate": "8.5", "own-bandwidth": "30" };

describe("the reader's own point", () => {
  test("is absent until there is one, and then says what it is", async () => {
    assert.equal(roofline().measured, null);
    assert.equal(roofline({ "own-intensity": "0.5" }).measured, null, "half a measurement is none");
    assert.match((await texts({}, ".remark")).join(" "), /has no point yet/);
    assert.deepEqual(roofline(own).measured, {
      intensity: 0.5,
      flopsPerSecond: 8.5e9,
      bytesPerSecond: 30e9,
    });
    const remarks = (await texts(own, ".remark")).join(" ");
    assert.match(remarks, /measured on your device.*8\.5 GFLOP\/s at 0\.5 FLOP\/B/);
    assert.match(remarks, /dashed line is the copy speed measured on the same device, 30 GB\/s/);
    assert.doesNotMatch(
      (await texts({ ...own, "own-bandwidth": "0" }, ".remark")).join(" "),
      /dashed/,
    );
  });

  test("changes nothing of what data sheets say, and stands in a row of its own", () => {
    const { measured, ...computed } = roofline(own);
    const { measured: none, ...before } = roofline();
    assert.ok(measured !== null && none === null);
    assert.deepEqual(computed, before);
    const values = valuesOf(widget, own) as never;
    const t = translator("en", widget.messages.en);
    const rows = widget.table?.(widget.compute(values), values, t, idleRun).rows ?? [];
    const basis = rows.map((row) => (row.at(-1) as { text: string }).text);
    assert.deepEqual(basis, [
      ...Array.from({ length: 5 }, () => "data sheet"),
      "measured on your device",
    ]);
    const data = rooflineData(widget.compute(values), values, t);
    assert.equal(data.points.length, 5);
    assert.equal(plain(data.measured?.name ?? ""), "Measured on your device");
  });

  test("has no control", async () => {
    assert.deepEqual((await texts(own, ".controls [id^=range-own]")).length, 0);
    assert.ok((await texts(own, ".controls [id^=range-]")).length > 0);
  });
});

const result = (nKv: number, medianMs: number, relativeError = 2e-7): ResultEvent => {
  const kvBytes = 2 * nKv * 64 * 8192 * 4;
  return {
    kind: "result",
    row: { form: "grouped", nKv },
    dtype: "float32",
    ...{ context: 8192, nHeads: 8, headDim: 64, kvBytes, medianMs, relativeError },
    ...{ runs: 15, stepsPerRun: 1, sessionMs: 3, firstRunMs: 9 },
    ...{ lowerQuartileMs: medianMs, upperQuartileMs: medianMs, clockTickMs: 0.1, queueMs: 0 },
    bytesPerSecond: kvBytes / (medianMs / 1000),
  };
};

describe("a run of kv-attention-run hands over", () => {
  const copy = { kind: "copy", bytes: 1e6, bytesPerSecond: 31_415_926_535 } as const;

  test("4 · 8 heads · 64 · context FLOPs over the time and the bytes of the largest cache", () => {
    // 16,777,216 FLOPs and 33,554,432 B in 1.5 ms: 11.18 GFLOP/s.
    assert.deepEqual(ownPoint([copy, result(8, 1.5), result(1, 0.4)]), {
      "own-intensity": "0.5",
      "own-rate": "11.2",
      "own-bandwidth": "31.4",
    });
    assert.equal(((4 * 8 * 64 * 8192) / 1.5e6).toPrecision(3), "11.2");
    assert.equal(ownPoint([result(1, 0.4)])?.["own-intensity"], "4");
  });

  test("0 for a copy that did not fit; nothing without a result, or with a wrong one", () => {
    assert.equal(ownPoint([result(8, 1.5)])?.["own-bandwidth"], "0");
    assert.equal(ownPoint([]), null);
    assert.equal(ownPoint([copy]), null);
    assert.equal(ownPoint([copy, result(8, 1.5, 2e-5)]), null);
  });

  test("in attributes that survive parsing as they are", () => {
    const point = ownPoint([copy, result(8, 1.5)]);
    assert.ok(point);
    const values = valuesOf(widget, point) as Readonly<Record<string, unknown>>;
    for (const [name, text] of Object.entries(point)) assert.equal(String(values[name]), text);
  });

  test("of the layer that was measured: its query heads, its numbers", () => {
    const half = { ...result(8, 1.5, 1e-3), dtype: "float16" } as const;
    assert.equal(ownPoint([half])?.["own-intensity"], "1", "half the bytes for the same FLOPs");
    assert.equal(ownPoint([{ ...result(8, 1.5), nHeads: 32 }])?.["own-intensity"], "2");
  });

  test("and only of a cache that is read as it lies", () => {
    const copied = { ...result(8, 0.1), row: { form: "expanded", nKv: 8 } } as const;
    const latent = { ...result(8, 0.1), row: { form: "mla-absorbed" } } as const;
    assert.equal(ownPoint([copied, latent]), null);
    assert.equal(ownPoint([copied, latent, result(1, 0.4)])?.["own-intensity"], "4");
  });
});
