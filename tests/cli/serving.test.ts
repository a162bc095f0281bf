import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { run } from "../../src/cli/run.ts";
import type { Step } from "../../src/model/derivation.ts";
import { cli, cliJson, words } from "./cli.ts";
import { configs } from "./configs.ts";

const gemma2 = {
  ...{ hidden_size: 2304, num_hidden_layers: 26, num_attention_heads: 8, head_dim: 256 },
  ...{ num_key_value_heads: 4, sliding_window: 4096, attn_logit_softcapping: 50 },
  ...{ intermediate_size: 9216, vocab_size: 256_000, hidden_activation: "gelu_pytorch_tanh" },
  ...{ rms_norm_eps: 1e-6, query_pre_attn_scalar: 256, max_position_embeddings: 8192 },
};
const mixed = {
  ...{ hidden_size: 2048, num_hidden_layers: 8, num_attention_heads: 16, head_dim: 256 },
  ...{ num_key_value_heads: 2, full_attention_interval: 4, max_position_embeddings: 8192 },
  ...{ linear_num_value_heads: 32, linear_num_key_heads: 16, linear_conv_kernel_dim: 4 },
  ...{ linear_key_head_dim: 128, linear_value_head_dim: 128 },
};
const sparse = {
  ...JSON.parse(configs["kimi-k2.json"]),
  ...{ index_head_dim: 128, index_n_heads: 64, index_topk: 2048, num_attention_heads: 128 },
};
const quantized = (quantization_config: object) =>
  JSON.stringify({ ...JSON.parse(configs["llama-3-8b.json"]), quantization_config });
const files = {
  ...configs,
  "gemma-2.json": JSON.stringify({ ...gemma2, torch_dtype: "float32" }),
  "gemma-2-it.json": JSON.stringify({ ...gemma2, torch_dtype: "bfloat16" }),
  "mixed-32.json": JSON.stringify({ ...mixed, torch_dtype: "float32" }),
  "mixed-16.json": JSON.stringify({ ...mixed, torch_dtype: "bfloat16" }),
  "sparse.json": JSON.stringify(sparse),
  "awq.json": quantized({ quant_method: "awq", bits: 4, group_size: 128 }),
  "fp8.json": quantized({ quant_method: "fp8" }),
  "mistral.json": JSON.stringify({
    ...JSON.parse(configs["llama-3-8b.json"]),
    sliding_window: 4096,
  }),
};

describe("files of 32 bits are loaded in 16", () => {
  const lines = [
    "size",
    ...["vllm", "sglang", "ideal"].map((engine) => `fit --engine ${engine} --available-gib 20`),
    "fit --engine vllm --gpu h100",
  ];
  for (const line of lines) {
    test(line, async () => {
      for (const [wide, narrow] of [
        ["gemma-2", "gemma-2-it"],
        ["mixed-32", "mixed-16"],
      ]) {
        if (wide === "mixed-32" && line.includes("--gpu")) continue;
        const [a, b] = [
          await cliJson(`${line} --config ${wide}.json`, files),
          await cliJson(`${line} --config ${narrow}.json`, files),
        ];
        const { model: _, ...numbers } = a;
        const { model: __, ...others } = b;
        assert.deepEqual(numbers, others);
        assert.equal(numbers.kvFormat, "bf16");
      }
    });
  }

  test("unless told", async () => {
    const size = await cliJson("size --config gemma-2.json --dtype float32", files);
    assert.equal(size.bytesPerTokenPerGpu, 2 * 26 * 4 * 256 * 4);
    assert.equal(size.kvFormat, "fp32");
  });

  test("in a log, but for the log's own type", async () => {
    const log = (dtype: string, tokens: string) =>
      [
        `Initializing a V1 LLM engine (v0.8.5) with config: model='g', dtype=torch.${dtype}, max_seq_len=8192, tensor_parallel_size=1, kv_cache_dtype=auto`,
        "Available KV cache memory: 13.00 GiB",
        `GPU KV cache size: ${tokens} tokens`,
      ]
        .map((line) => `INFO 08-01 10:00:00 [core.py:1] ${line}`)
        .join("\n");
    const perToken = 2 * 26 * 4 * 256;
    for (const [dtype, bytes] of [
      ["bfloat16", 2],
      ["float32", 4],
    ] as const) {
      const tokens = Math.floor((13 * 2 ** 30) / (perToken * bytes * 16)) * 16;
      const read = { ...files, log: log(dtype, String(tokens)) };
      const { servers } = await cliJson("read-log log --config gemma-2.json", read);
      assert.equal(servers[0].comparison.bytesPerTokenPerGpu, perToken * bytes);
      assert.equal(servers[0].comparison.ok, true);
    }
  });
});

describe("weights as the file says that they are quantized", () => {
  for (const [file, bits] of [
    ["awq", 4.25],
    ["fp8", 8],
    ["llama-3-8b", 16],
  ] as const) {
    test(`${file}: ${bits} bits`, async () => {
      const fit = await cliJson(`fit --config ${file}.json --engine vllm --gpu h100`, files);
      const { value, terms } = fit.steps.find(({ name }: Step) => name === "weight_bytes");
      assert.equal(terms.bits, bits);
      assert.equal(value, (8_030_261_248 * bits) / 8);
      assert.ok(fit.assumed.includes("weights"));
    });
  }
});

test("a latent with an indexer: packed by vLLM 0.11.0 unless told, later for fp8 alone", async () => {
  const indexer = 132;
  for (const [engine, format, name, row] of [
    ["vllm@0.11.0", "", "fp8_ds_mla", 656],
    ["vllm@0.11.1", "", "bf16", 1152],
    ["vllm", "", "bf16", 1152],
    ["vllm", "--kv-format fp8", "fp8", 656],
    ["vllm@0.11.0", "--kv-format bf16", "bf16", 1152],
    ["sglang", "", "bf16", 1152],
  ] as const) {
    const line = `fit --config sparse.json --engine ${engine} --available-gib 40 --tp 8 ${format}`;
    const fit = await cliJson(line, files);
    assert.equal(fit.kvFormat, name, line);
    assert.equal(fit.bytesPerTokenPerGpu, 61 * (row + indexer), line);
  }
});

describe("what to know besides the numbers", () => {
  test("SGLang: windows in a second pool or not, and versions", async () => {
    const line = "fit --config gemma-3-27b.json --available-gib 40 --engine";
    const apart = await cliJson(`${line} sglang`, files);
    assert.deepEqual(apart.notes, ["two-pools"]);
    const whole = await cliJson(`${line} sglang@0.4 --no-hybrid`, files);
    assert.deepEqual(whole.notes, ["newest-rules"]);
    assert.equal(whole.kvTokens, Math.floor((40 * 2 ** 30) / 507_904));
    assert.ok(apart.kvTokens > whole.kvTokens);
    const { out } = await cli(words(`${line} sglang@0.4`), files);
    assert.match(out, /- Of SGLang the newest rules are used/);
    assert.match(out, /- Windows are taken .*--no-hybrid/);
    assert.deepEqual((await cliJson(`${line} vllm`, files)).notes, []);
  });

  test("llama.cpp: windows in every layer are not kept apart", async () => {
    const line = "fit --config mistral.json --engine llama.cpp --ctx 32768";
    const fit = await cliJson(line, files);
    assert.deepEqual([fit.totalMib, fit.notes], [4096, ["windows-whole"]]);
    const gemma = "fit --config gemma-3-27b.json --engine llama.cpp --ctx 32768";
    assert.deepEqual((await cliJson(gemma, files)).notes, []);
  });
});

test("a log of SGLang: both ways to keep windows are tried", async () => {
  const log = (gib: number) =>
    `[2025-08-01 10:00:00 TP0] KV Cache is allocated. #tokens: 65536, K size: ${gib.toFixed(2)} GB, V size: ${gib.toFixed(2)} GB`;
  const half = (layers: number) => (65_537 * layers * 16 * 128 * 2) / 2 ** 30;
  for (const [layers, hybrid] of [
    [62, false],
    [10 + 52 * 0.8, true],
  ] as const) {
    const read = { ...files, log: log(half(layers)) };
    const { servers } = await cliJson("read-log log --config gemma-3-27b.json", read);
    const { ok, assumptions } = servers[0].comparison;
    assert.equal(ok, true);
    assert.deepEqual(assumptions.at(-1), { setting: "hybrid", value: hybrid });
  }
});

test("numbers of a hint are short", async () => {
  const log = [
    "Initializing a V1 LLM engine (v0.10.1.1) with config: model='g', dtype=torch.bfloat16, max_seq_len=16384, tensor_parallel_size=4, kv_cache_dtype=auto",
    "Available KV cache memory: 45.32 GiB",
    "GPU KV cache size: 1,234,560 tokens",
    "Maximum concurrency for 16,384 tokens per request: 77.77x",
  ]
    .map((line) => `INFO 08-01 10:00:00 [core.py:1] ${line}`)
    .join("\n");
  const { out } = await cli(words("read-log log --config gpt-oss-120b.json"), { ...files, log });
  const hints = out.split("\n").filter((line) => line.startsWith("- Printed"));
  assert.ok(hints.length > 1, out);
  assert.doesNotMatch(hints.join("\n"), /\.\d{3}/);
});

/** UTF-16 with its mark. */
function wide(text: string, bigEndian: boolean): Buffer {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return bigEndian ? bytes.swap16() : bytes;
}

describe("files in UTF-16", () => {
  const config = configs["llama-3-8b.json"].replace("{", '{"_name_or_path":"라마",');
  for (const bigEndian of [false, true]) {
    for (const path of ["wide.json", "-"]) {
      test(`${path}, ${bigEndian ? "big" : "little"} end first`, async () => {
        const bytes = wide(config, bigEndian);
        let [out, err] = ["", ""];
        const code = await run(["size", "--config", path, "--json"], {
          readFile: async () => bytes.toString("utf8"),
          openFile: async () => ({
            size: bytes.length,
            read: async (offset, length) => bytes.subarray(offset, offset + length),
            close: async () => undefined,
          }),
          stdout: (text) => {
            out += text;
          },
          stderr: (text) => {
            err += text;
          },
        });
        assert.deepEqual([code, err], [0, ""]);
        const { model, bytesPerTokenPerGpu } = JSON.parse(out);
        assert.equal(bytesPerTokenPerGpu, 131_072);
        if (path !== "-") assert.equal(model.name, "라마");
      });
    }
  }
});
