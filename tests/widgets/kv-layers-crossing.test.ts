import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { modelIds } from "../../src/data/index.ts";
import { renderWidget } from "../../src/site/render-widget.ts";
import type { LayersResult } from "../../src/widgets/kv-layers/compute.ts";
import { growthData } from "../../src/widgets/kv-layers/figures.ts";
import widget from "../../src/widgets/kv-layers/widget.ts";
import { translator } from "../../src/widgets/translate.ts";
import { valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const of = (attributes: Attributes): LayersResult =>
  widget.compute(valuesOf(widget, attributes) as never);

const t = translator("en", widget.messages.en);

/** The sentence under the chart. */
async function remarkOf(model: string, lang: "ko" | "en" = "en"): Promise<string> {
  const attributes: Attributes = { model, context: "256" };
  const { shadow } = await renderWidget(widget, lang, (name) => attributes[name]);
  return (/<p class="remark">([^<]*)/.exec(shadow)?.[1] ?? "").replaceAll("\u00a0", " ");
}

describe("where the counts part or cross", () => {
  test("a state is there before the first token: the two cross", async () => {
    const result = of({ model: "qwen3-next-80b-a3b", context: "256" });
    // 36 states of 1,097,728 B; 12 layers of 2,048 B a token, counted as 48: 39,518,208 ÷ 73,728.
    assert.equal(result.bytes, 36 * 1_097_728 + 12 * 2048 * 256);
    assert.equal(result.naiveBytes, 48 * 2048 * 256);
    assert.deepEqual([result.crosses, result.partsAt], [true, Math.floor(39_518_208 / 73_728) + 1]);
    assert.match(await remarkOf("qwen3-next-80b-a3b"), /the larger one up to 536 tokens, then/);
    assert.match(await remarkOf("qwen3-next-80b-a3b", "ko"), /^536토큰쯤까지는 상태 때문에/);
    const values = valuesOf(widget, { model: "nemotron-3-ultra" }) as never;
    assert.equal(growthData(widget.compute(values), values, t).parting?.text, "equal at 4,150");
  });

  test("latents differ from the first token; windows part", async () => {
    assert.match(await remarkOf("deepseek-v3.2"), /^They differ from the first token\. At this/);
    assert.match(await remarkOf("deepseek-v3.2", "ko"), /^첫 토큰부터 달라요\. 지금/);
    assert.match(await remarkOf("gemma-3-27b"), /^The two part at 1,025 tokens\./);
    assert.match(await remarkOf("llama-3-70b"), /^At this length one more token adds 327,680 B\.$/);
  });

  test("only a state makes them cross", () => {
    for (const model of modelIds) {
      const { crosses, kinds } = of({ model });
      assert.equal(
        crosses,
        kinds.some(({ kind }) => kind === "state"),
        model,
      );
    }
  });
});
