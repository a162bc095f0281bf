import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseAllDocuments } from "yaml";
import { cli, cliJson, words } from "./cli.ts";
import { configs } from "./configs.ts";

const line = "plan --model llama-3-8b --gpu h100-80g --rate 20 --prompt 400 --output 120";

describe("headcount plan", () => {
  test("the cheapest of four pairs of formats, what it costs, and its product", async () => {
    const found = await cliJson(`${line} --price 2`);
    assert.deepEqual(
      found.arrangements.map(({ weights, kv }: { weights: string; kv: string }) => [weights, kv]),
      [
        ["bf16", "bf16"],
        ["bf16", "fp8"],
        ["fp8", "bf16"],
        ["fp8", "fp8"],
      ],
    );
    const { best, savings } = found;
    assert.deepEqual([best.gpus, best.cost.perHour], [1, 2]);
    assert.ok(best.upTo >= 20 && best.margin >= 0 && best.ttftP90 <= 2 && best.tpotP90 <= 0.05);
    assert.ok(savings.users > savings.base);
    assert.equal(found.launch, null);
  });

  test("the same seed gives the same plan, and --emit prints nothing but what starts it", async () => {
    const [once, again] = [await cliJson(line), await cliJson(line)];
    assert.deepEqual(once, again);
    const { out, code } = await cli(words(`${line} --emit vllm --path meta-llama/Meta-Llama-3-8B`));
    assert.equal(code, 0);
    assert.match(out, /^#!\/usr\/bin\/env bash\nset -eu\nMODEL=meta-llama\/Meta-Llama-3-8B\n/);
    const json = await cliJson(`${line} --emit vllm --path meta-llama/Meta-Llama-3-8B`);
    assert.equal(json.launch.text, out);
    const manifest = await cli(words(`${line} --emit k8s`));
    assert.equal(parseAllDocuments(manifest.out).length, 2);
  });

  test("a model of its own: a file that is rounded already stays as it is", async () => {
    const json = JSON.parse(configs["llama-3-8b.json"]);
    const own = `plan --config own.json --gpu h100-80g --rate 5 --prompt 400 --output 120`;
    const plain = await cliJson(own, { "own.json": JSON.stringify(json) });
    assert.equal(plain.arrangements.length, 4);
    const rounded = {
      ...json,
      quantization_config: { quant_method: "awq", bits: 4, group_size: 128 },
    };
    const found = await cliJson(`${own} --emit vllm`, { "own.json": JSON.stringify(rounded) });
    assert.deepEqual(
      found.arrangements.map(({ weights }: { weights: string }) => weights),
      ["int4", "int4"],
    );
    assert.doesNotMatch(found.launch.text, /--quantization|4 bits/);
  });

  test("for people, in both languages", async () => {
    const english = await cli(words(line));
    assert.match(english.out, /^Cheapest: 1 GPUs? \(1 × 1\), weights in /m);
    assert.match(english.out, /fewer KV heads, or a latent +× 4 /);
    const korean = await cli(words(`${line} --lang ko`));
    assert.match(korean.out, /^가장 싼 구성: GPU 1개/m);
  });

  for (const [name, change, exit, said] of [
    ["no GPU", "plan --model llama-3-8b --rate 1", 2, /--gpu h100-80g/],
    ["no rate", "plan --model llama-3-8b --gpu h100-80g", 2, /--rate 4/],
    ["a rate of nothing", "plan --model llama-3-8b --gpu h100-80g --rate 0", 2, /--rate 4/],
    [
      "longer than the longest",
      `${line} --max-model-len 500`,
      2,
      /520 tokens.*--max-model-len 500/,
    ],
    ["an engine nobody knows", `${line} --emit trtllm`, 2, /vllm, sglang, llama\.cpp, k8s/],
    ["a format nobody knows", `${line} --kv-format fp8,q4`, 2, /"q4" is none of: bf16, fp8/],
    ["a path for a shell", `${line} --path $(reboot)`, 2, /letters, digits/],
    ["all speed lost", `${line} --split-loss 100`, 2, /below 100/],
    [
      "a promise that cannot be",
      `${line} --tpot-ms 1 --most-gpus 4`,
      1,
      /With up to 4 GPUs nothing/,
    ],
    [
      "an engine that cannot",
      "plan --model llama-3-8b --gpu m4-max-128g --rate 0.2 --emit vllm --tpot-ms 200",
      1,
      /llama\.cpp does/,
    ],
  ] as const) {
    test(`${name}: a clear message`, async () => {
      const { code, err } = await cli(words(change));
      assert.deepEqual([code, said.test(err)], [exit, true], err);
    });
  }
});
