import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseHTML } from "linkedom";
import { decodeModelOf, rooflineOf } from "../../src/data/decode-model-of.ts";
import { gpuIds, modelIds } from "../../src/data/index.ts";
import { cacheFormat } from "../../src/model/formats.ts";
import { decodeStep } from "../../src/model/roofline.ts";
import { renderWidget } from "../../src/site/render-widget.ts";
import type { StepResult } from "../../src/widgets/kv-step/compute.ts";
import { growthData } from "../../src/widgets/kv-step/figures.ts";
import widget from "../../src/widgets/kv-step/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { idleRun, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const step = (attributes: Attributes = {}): StepResult =>
  widget.compute(valuesOf(widget, attributes) as never);

const milliseconds = (attributes: Attributes) =>
  step(attributes).variants.map(({ seconds }) => (seconds * 1000).toFixed(1));

const said = (attributes: Attributes = {}, lang: "ko" | "en" = "en"): string => {
  const values = valuesOf(widget, attributes) as never;
  const t = translator(lang, widget.messages[lang]);
  return plainText(widget.summary(widget.compute(values), values, t))
    .replaceAll("\u00a0", " ")
    .replaceAll("\u2060", "");
};

// Ideal times of MHA, GQA-8 and MQA for 70.55e9 parameters, 32 requests of 8,192 tokens on four
// GPUs, computed by hand from the data sheets: (141.1 GB + 32 · 8192 · kv) ÷ (4 · bandwidth).
test("ideal milliseconds of a step on four GPUs", () => {
  const rows: [gpu: string, mha: string, gqa: string, mqa: string][] = [
    ["a100-80g", "101.6", "27.8", "18.6"],
    ["h100-80g", "61.8", "16.9", "11.3"],
    ["h200-141g", "43.1", "11.8", "7.9"],
    ["mi300x-192g", "39.1", "10.7", "7.2"],
  ];
  for (const [gpu, ...expected] of rows) assert.deepEqual(milliseconds({ gpu }), expected, gpu);
});

test("the running example reads 828.3, 227.0 and 151.8 GB; only MHA could not be held", () => {
  const { variants, weightBytes, memoryBytes } = step();
  assert.equal(weightBytes, 141_104_000_000);
  assert.equal(memoryBytes, 320e9);
  assert.deepEqual(
    variants.map(({ name, kvBytes, bytes, fits }) => [name, kvBytes, bytes, fits]),
    [
      ["mha", 687_194_767_360, 828_298_767_360, false],
      ["gqa", 85_899_345_920, 227_003_345_920, true],
      ["mqa", 10_737_418_240, 151_841_418_240, true],
    ],
  );
  assert.equal(
    said(),
    "Llama 3 70B (GQA, 8 KV heads): one decode step for 32 requests of 8,192 tokens reads 141.1 GB of " +
      "weights and 85.90 GB of KV (37.8%), 227.0 GB in all. On 4 × H100 80 GB SXM that takes at least " +
      "16.9 ms, at most 1,889 tokens per second. With 64 KV heads (MHA) it would be 828.3 GB in 61.8 ms " +
      "(hypothetical: 320 GB cannot hold it), with 1 (MQA) 151.8 GB in 11.3 ms.",
  );
  assert.equal(
    said({}, "ko"),
    "Llama 3 70B(GQA, KV 헤드 8개): 8,192토큰짜리 요청 32개의 디코딩 한 걸음은 가중치 141.1 GB와 KV " +
      "85.90 GB(37.8%), 모두 227.0 GB를 읽어요. H100 80 GB SXM 4장에서는 적어도 16.9 ms, 초당 많아야 " +
      "1,889토큰이에요. KV 헤드가 64개(MHA)였다면 828.3 GB에 61.8 ms(320 GB에 담을 수 없는 가정), " +
      "1개(MQA)였다면 151.8 GB에 11.3 ms예요.",
  );
  // A batch that the machine itself cannot hold is marked too.
  assert.match(said({ batch: "128" }), /484\.7 GB \(hypothetical: 320 GB cannot hold it\) in all/);
});

test("what holds of all of them is said once, at the end", () => {
  const none = said({ model: "deepseek-v3" });
  assert.match(
    none,
    /876\.7 GB in 65\.4 ms\. None of these fits in 320 GB: all are hypothetical\.$/,
  );
  assert.doesNotMatch(none, /cannot hold/);
  assert.match(
    said({ model: "deepseek-v3" }, "ko"),
    /예요\. 모두 320 GB에 담을 수 없는 가정이에요\.$/,
  );
});

test("Korean counts cards and Macs with different words", () => {
  assert.match(said({ count: "2" }, "ko"), /H100 80 GB SXM 2장에서는/);
  assert.match(said({ gpu: "m3-ultra-512g", count: "1" }, "ko"), /M3 Ultra 512 GB 1대에서는/);
  assert.match(said({ gpu: "m3-ultra-512g", count: "1" }), /On 1 × M3 Ultra 512 GB that takes/);
});

test("KV overtakes the weights at 141.104 GB ÷ a request, rounded up", () => {
  assert.deepEqual(
    step().variants.map(({ overtakes }) => overtakes),
    [7, 53, 421], // 6.57, 52.57, 420.5
  );
  // Twice the context, half the batch: 141.104 ÷ 5.369 = 26.3.
  assert.equal(step({ context: "16384" }).own.overtakes, 27);
  assert.equal(step({ model: "llama-3.2-1b", context: "1048576" }).own.overtakes, 1);
});

test("the batch named is the first at which there is more KV to read, for every model", () => {
  for (const model of modelIds) {
    for (const { overtakes, requestBytes, name } of step({ model }).variants) {
      const more = (batch: number) =>
        batch * requestBytes > step({ model, batch: String(batch) }).weightBytes;
      if (overtakes > 1024) continue;
      const where = `${model} ${name} ${overtakes}`;
      assert.ok(more(overtakes), where);
      assert.ok(overtakes === 1 || !more(overtakes - 1), where);
    }
  }
});

test("the own variant costs what the model core says of it, on every GPU with a peak", () => {
  for (const model of ["llama-3-70b", "deepseek-v3", "gemma-3-27b", "qwen3-next-80b-a3b"]) {
    for (const gpu of gpuIds) {
      const result = step({ model, gpu, batch: "256" });
      if (result.gpu.peakFlopsBf16 === null) continue;
      const cost = decodeStep(decodeModelOf(result.model), rooflineOf(result.gpu, 4), {
        batch: 256,
        tokens: 8192,
        cache: cacheFormat("bf16"),
        weights: "bf16",
      });
      assert.equal(result.own.bytes, cost.bytes, model);
      assert.equal(result.own.seconds, cost.seconds, `${model} ${gpu}`);
      assert.equal(result.own.tokensPerSecond, cost.tokensPerSecond);
    }
  }
});

test("a mixture reads the experts that are expected, and has to hold all of them", () => {
  const one = step({ model: "mixtral-8x7b", batch: "1" });
  assert.equal(one.experts, 2);
  // 46.703e9 parameters less 6 of 8 parts of the experts' 45.097e9.
  const active = 2 * (46.703e9 - 0.75 * 45.097e9);
  assert.ok(Math.abs(one.weightBytes / active - 1) < 1e-9);
  assert.ok(one.own.heldBytes > 2 * 46.703e9);
  const many = step({ model: "mixtral-8x7b", batch: "256" });
  assert.ok(Math.abs(many.weightBytes / (2 * 46.703e9) - 1) < 1e-9);
  assert.equal(step().experts, null);
  // Read 72 GB, but 93.4 GB of weights do not fit on 80 GB.
  const tight = step({ model: "mixtral-8x7b", batch: "2", count: "1" });
  assert.ok(tight.own.bytes < tight.memoryBytes && !tight.own.fits);
});

test("where computing takes longer than reading, the step takes as long, and the sentence says so", () => {
  const attributes = { batch: "1024", context: "256", count: "64" };
  const { own } = step(attributes);
  assert.equal(own.seconds, own.computeSeconds);
  // 2 · 70.552e9 · 1024 and attention, on 64 · 989.4 TFLOP/s.
  assert.equal((own.computeSeconds * 1000).toFixed(2), "2.29");
  assert.match(said(attributes), /reading takes 1\.06 ms and computing 2\.29 ms, at most 446,/);
  assert.match(said(attributes, "ko"), /읽는 데 1\.06 ms, 계산하는 데 2\.29 ms 걸려서/);
  // Without a published peak nothing is claimed of computing.
  assert.equal(step({ ...attributes, gpu: "m4-max-128g" }).own.computeSeconds, 0);
});

/** The formula as it stands on the page: operators and numbers, without names. */
async function formulaOf(attributes: Attributes): Promise<string> {
  const { shadow } = await renderWidget(widget, "en", (name) => attributes[name]);
  const { document } = parseHTML(`<!doctype html><body>${shadow}</body>`);
  return [...document.querySelectorAll(".formula .operator, .formula b")]
    .map((piece) => piece.textContent?.replaceAll("\u00a0", " ").trim())
    .join(" ");
}

test("the formula is (W + B · S · kv) ÷ bandwidth; with windows a request stands in one piece", async () => {
  assert.equal(
    await formulaOf({}),
    "( 141.1 GB + 32 × 8,192 × 327,680 B ) ÷ ( 4 × 3.35 TB/s ) = 16.9 ms",
  );
  // Gemma 2 9B: 21 layers of 8,192 tokens, 21 of 4,096, each token 8,192 B.
  assert.equal(
    await formulaOf({ model: "gemma-2-9b" }),
    "( 18.48 GB + 32 × 2.114 GB ) ÷ ( 4 × 3.35 TB/s ) = 6.43 ms",
  );
});

test("cells carry the number behind them, and say what fits", () => {
  const values = valuesOf(widget) as never;
  const t = translator("en", widget.messages.en);
  const table = widget.table?.(widget.compute(values), values, t, idleRun);
  assert.deepEqual(
    [table?.own, table?.columns.at(-1)?.replaceAll("\u00a0", " ")],
    [1, "To be held in 320 GB"],
  );
  const [head, ...cells] = table?.rows[0] ?? [""];
  assert.equal(head, "MHA\u00a064");
  assert.deepEqual(
    cells.map(({ text }) => text.replaceAll("\u00a0", " ")),
    ["141.1 GB", "687.2 GB", "828.3 GB", "61.8 ms", "517.7", "7", "828.3 GB, too much"],
  );
  assert.deepEqual(
    cells.slice(0, 3).map(({ value }) => value),
    [141_104_000_000, 687_194_767_360, 828_298_767_360],
  );
});

describe("figures' data", () => {
  const t = translator("en", widget.messages.en);

  test("a crossing lies on the line of the weights, and only inside the axis", () => {
    const values = valuesOf(widget) as never;
    const data = growthData(widget.compute(values), values, t);
    assert.deepEqual(
      data.caches.map(({ crossing }) => [crossing?.batch, crossing?.bytes]),
      [
        [7, 141_104_000_000],
        [53, 141_104_000_000],
        [421, 141_104_000_000],
      ],
    );
    const short = valuesOf(widget, { context: "256" }) as never;
    const late = growthData(widget.compute(short), short, t);
    assert.deepEqual(
      late.caches.map(({ crossing }) => crossing?.batch ?? null),
      [211, null, null],
    );
  });
});
