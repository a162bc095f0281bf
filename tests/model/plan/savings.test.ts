import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { modelIds } from "../../../src/data/index.ts";
import { type SavingName, savingsOf } from "../../../src/model/plan/savings.ts";
import { isUnfit, sizeOf } from "../../../src/model/plan/sized.ts";
import { requestFor } from "./plan-request.ts";

function savings(model: string, tp: number, kv: "bf16" | "fp8", most = 8192, pp = 1) {
  const request = requestFor(model, { mostTokens: most });
  const sized = sizeOf(request, { weights: "fp8", kv, tp, pp });
  assert.ok(!isUnfit(sized));
  return savingsOf(request, sized);
}

const factorOf = (found: ReturnType<typeof savings>, name: SavingName) =>
  found.savings.find((one) => one.name === name)?.factor;

describe("savings as one product", () => {
  test("Llama 3 70B: 64 query heads share 8 KV heads, fp8 halves, 2,000 of 8,192 tokens are there", () => {
    const found = savings("llama-3-70b", 4, "fp8");
    assert.equal(factorOf(found, "heads"), 8);
    assert.equal(factorOf(found, "windows"), 1);
    assert.equal(factorOf(found, "format"), 2);
    assert.equal(factorOf(found, "blocks"), 8192 / 2000);
    assert.equal(factorOf(found, "copies"), 1);
  });

  test("DeepSeek-V3: 128 heads of 192 + 128 against a latent of 576, kept by each of 8 GPUs", () => {
    const found = savings("deepseek-v3", 8, "bf16", 8192, 2);
    assert.equal(factorOf(found, "heads"), (128 * (192 + 128)) / 576);
    assert.equal(factorOf(found, "copies"), 1 / 8);
    assert.equal(factorOf(found, "weights"), null, "two machines of 8 do not hold it in 16 bits");
    assert.equal(found.base, null);
  });

  test("Gemma 3: 5 of 6 layers keep 1,024 tokens", () => {
    const found = savings("gemma-3-27b", 2, "bf16", 32768);
    const [local, global] = [52, 10];
    assert.equal(factorOf(found, "windows"), (62 * 32768) / (local * 1024 + global * 32768));
  });

  test("8 KV heads on 8 GPUs are each kept once, 4 KV heads twice", () => {
    assert.equal(factorOf(savings("llama-3-70b", 8, "bf16"), "copies"), 1);
    assert.equal(factorOf(savings("qwen3-30b-a3b", 8, "bf16"), "copies"), 1 / 2);
  });

  test("whatever the model, base times the factors is the users, step by step", () => {
    let counted = 0;
    for (const id of modelIds) {
      const request = requestFor(id, { promptTokens: 300, outputTokens: 500, mostTokens: 2048 });
      const sized = sizeOf(request, { weights: "fp8", kv: "fp8", tp: 1, pp: 1 });
      if (isUnfit(sized)) continue;
      const { base, savings: steps, users } = savingsOf(request, sized);
      assert.equal(steps.at(-1)?.users, users);
      let product = base ?? steps[0]?.users ?? 0;
      for (const { factor, users: after } of steps) {
        product *= factor ?? 1;
        assert.ok(Math.abs(product / after - 1) < 1e-9, id);
      }
      counted++;
    }
    assert.ok(counted > 40);
  });
});
