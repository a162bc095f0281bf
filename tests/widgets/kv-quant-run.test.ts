import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatFrontier } from "../../src/charts/format-frontier.ts";
import { memberShape } from "../../src/lab/family.ts";
import { heldOutTexts } from "../../src/lab/held-out.ts";
import { storedBytesPerToken } from "../../src/lab/run-formats.ts";
import { chartData } from "../../src/widgets/kv-quant-run/chart-data.ts";
import { compute } from "../../src/widgets/kv-quant-run/compute.ts";
import { foundBy, largestDifference } from "../../src/widgets/kv-quant-run/live.ts";
import type { QuantRunValues } from "../../src/widgets/kv-quant-run/params.ts";
import { spreadNote } from "../../src/widgets/kv-quant-run/spread-note.ts";
import { formatTable } from "../../src/widgets/kv-quant-run/table.ts";
import widget from "../../src/widgets/kv-quant-run/widget.ts";
import type { Translate } from "../../src/widgets/translate.ts";
import type { RunState } from "../../src/widgets/widget.ts";
import { drawn, widths } from "../charts/draw.ts";
import { idleRun, translators, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;
const state = (attributes: Attributes = {}) => {
  const values = valuesOf(widget, attributes) as unknown as QuantRunValues;
  return { values, result: compute(values) };
};
const idle = idleRun as unknown as RunState<QuantRunValues>;
const [, en] = translators(widget) as readonly [Translate, Translate];

describe("bytes of a token, by hand", () => {
  test("recall GQA: 2 layers, K and V of 16 numbers; two groups of 8 have 4 bytes of scales each", () => {
    const shape = memberShape("recall", "gqa");
    for (const [name, bytes] of [
      ["fp16", 2 * 2 * 32],
      ["fp8", 2 * 2 * 16],
      ["int8", 2 * 2 * (16 + 8)],
      ["int4", 2 * 2 * (8 + 8)],
      ["int2", 2 * 2 * (4 + 8)],
    ] as const) {
      assert.equal(storedBytesPerToken(shape, name), bytes, name);
    }
  });

  test("keys per channel: as a text grows to 128, up to 7 of the newest are in float16", () => {
    let [bytes, tokens] = [0, 0];
    for (let n = 1; n <= 128; n++) {
      const old = n - (n % 8);
      // 16 channels, 8 tokens in 2 bits and 4 bytes; values as in int2
      bytes += (old / 8) * 16 * (2 + 4) + (n % 8) * 32 + n * 12;
      tokens += n;
    }
    assert.equal(
      storedBytesPerToken(memberShape("recall", "gqa"), "int2-channel"),
      (2 * bytes) / tokens,
    );
  });

  test("MLA: one row of 24 + 8 numbers, three groups of the latent and one of the RoPE key", () => {
    assert.equal(storedBytesPerToken(memberShape("recall", "mla"), "int4"), 2 * (16 + 4 * 4));
  });
});

test("what models are judged on is the same everywhere, and none of it is empty", () => {
  for (const task of ["recall", "text"] as const) {
    const [one, two] = [heldOutTexts(task), heldOutTexts(task)];
    assert.deepEqual(one, two);
    const answers = one.batches.reduce(
      (sum, { counts }) => sum + counts.reduce((all, count) => all + count, 0),
      0,
    );
    assert.equal(answers, task === "recall" ? 1024 : 2048);
  }
});

describe("the drawing", () => {
  for (const t of translators(widget)) {
    for (const measure of ["loss", "accuracy", "divergence"]) {
      test(`${measure}, ${t.lang}: a mark for each model and format, a frontier that never gets worse`, () => {
        const { values, result } = state({ measure });
        const data = chartData(result, values, t, idle);
        const count = data.lines.reduce((sum, { points }) => sum + points.length, 0);
        const pictures = drawn(formatFrontier, data);
        for (const width of widths) {
          assert.equal(pictures[width].querySelectorAll("path.format-mark").length, count);
          assert.equal(pictures[width].querySelectorAll("circle.chosen").length, 1);
        }
        assert.equal(data.frontier.length > 0, measure !== "divergence");
        for (const [i, { bytes, value }] of data.frontier.entries()) {
          const before = data.frontier[i - 1];
          if (!before) continue;
          assert.ok(bytes > before.bytes);
          assert.ok(measure === "accuracy" ? value > before.value : value < before.value);
        }
        const points = data.lines.flatMap((line) => line.points);
        for (const { bytes, value } of points) {
          const best = data.frontier.findLast((each) => each.bytes <= bytes);
          if (!best) continue;
          assert.ok(measure === "accuracy" ? value <= best.value : value >= best.value);
        }
      });
    }
  }

  test("a task without models says so", () => {
    const { values } = state();
    const none = { models: [], own: null, ownFormat: null };
    const data = chartData(none, values, en, idle);
    assert.match(drawn(formatFrontier, data)[widths[0]].textContent ?? "", /no model of this task/);
  });
});

describe("the sentence on heads that share", () => {
  test("rises from MHA to MQA where the numbers do, and only there", () => {
    for (const format of ["fp8", "int8", "int4", "int3", "int2"]) {
      const { values, result } = state({ format });
      const at = (variant: string) =>
        result.models
          .find((model) => model.variant === variant)
          ?.formats.find((each) => each.format === format)?.divergence ?? Number.NaN;
      const rises = at("mha") < at("gqa") && at("gqa") < at("mqa");
      const said = spreadNote(result, values, en);
      assert.equal(/further the more/.test(said), rises, `${format}: ${said}`);
      assert.equal(/does not simply/.test(said), !rises, format);
    }
  });
});

describe("what is found on this device", () => {
  const { values, result } = state();
  const model = result.models[0];
  assert.ok(model);
  const found = { loss: model.exact.loss + 5e-4, accuracy: 0.5, divergence: 0, answers: 1024 };
  const run = {
    ...{ ...idle, values, status: "done" },
    events: [{ kind: "format", model: model.name, format: null, quality: found }],
  } as unknown as RunState<QuantRunValues>;

  test("replaces what was measured in advance, in the table too, and says how far off it is", () => {
    assert.equal(foundBy(run, values).scoreOf(model, null)?.accuracy, 0.5);
    assert.ok(Math.abs(largestDifference(result, foundBy(run, values)) - 5e-4) < 1e-12);
    const { rows } = formatTable(result, values, en, run);
    assert.deepEqual(
      rows
        .map((row) => row.at(-1))
        .filter((cell) => (cell as { text: string }).text === "on this device").length,
      1,
    );
  });

  test("is not shown with another task", () => {
    const text = state({ task: "text" });
    assert.equal(foundBy(run, text.values).events.length, 0);
  });
});
