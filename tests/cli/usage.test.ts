import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { errors } from "../../src/cli/messages/errors.ts";
import { help } from "../../src/cli/messages/help.ts";
import { labels } from "../../src/cli/messages/labels.ts";
import { commandNames, optionsOf } from "../../src/cli/options.ts";
import { cli, words } from "./cli.ts";
import { configs } from "./configs.ts";

const files = {
  ...configs,
  "broken.json": '{"hidden_size": 4096,,}',
  "list.json": "[1, 2]",
  "no-layers.json": '{"hidden_size": 4096, "num_attention_heads": 32}',
  "zero.json":
    '{"num_hidden_layers": 2, "num_attention_heads": 32, "num_key_value_heads": 0, "head_dim": 64}',
  "quantized.json": configs["llama-3-8b.json"].replace(
    "{",
    '{"quantization_config":{"quant_method":"torchao"},',
  ),
  "pages.json": JSON.stringify({
    ...JSON.parse(configs["gemma-3-27b.json"]).text_config,
    global_head_dim: 192,
  }),
  "grouped.json": JSON.stringify({
    ...{ num_hidden_layers: 2, num_attention_heads: 18, num_key_value_heads: 2, head_dim: 64 },
  }),
  "prose.log": "nothing of a server\n",
};

const fit = "fit --config llama-3-8b.json --engine vllm --available-gib 10";

/** A command line, its exit code, and what standard error says. */
const refused: readonly (readonly [line: string, exit: 1 | 2, message: RegExp])[] = [
  ["sise", 2, /Did you mean size\?/],
  ["frobnicate", 2, /Commands: size, fit, read-log/],
  ["size", 2, /--config FILE, --model ID or --gguf FILE/],
  ["size --model gpt2 --config llama-3-8b.json", 2, /one model/],
  ["size --model gpt2 --tokns 5", 2, /Did you mean --tokens/],
  ["size --model gpt2 -tokens 5", 2, /Did you mean --tokens/],
  ["size --model gpt2 --qqqqqqqqq", 2, /not an option of `headcount size`/],
  ["size --model gpt2 --engine vllm", 2, /but of: fit/],
  ["size --model gpt2 --tokens", 2, /--tokens needs a value/],
  ["size --model gpt2 --tokens --tp 2", 2, /--tokens needs a value/],
  ["size --model gpt2 --json=yes", 2, /takes no value/],
  ["size --model gpt2 --tokens 128k", 2, /128,000 or 131,072/],
  ["size --model gpt2 --tokens 1M", 2, /1,000,000 or 1,048,576/],
  ["size --model gpt2 --tokens 0", 2, /from 1/],
  ["size --model gpt2 --tokens -5", 2, /from 1/],
  ["size --model gpt2 --tokens 1.5", 2, /whole number/],
  ["size --model gpt2 --tokens 1,00", 2, /whole number/],
  ["size --model gpt2 --tokens 9007199254740993", 2, /whole number/],
  ["size --model gpt2 extra", 2, /"extra" is not expected/],
  ["size --model gpt-2", 2, /Did you mean one of these\? gpt2/],
  ["size --model llama-3.2", 2, /llama-3\.2-1b, llama-3\.2-3b/],
  ["size --model zzzzzzzzzzzz", 2, /no model with the id/],
  ["size --model gpt2 --kv-format bf61", 2, /--kv-format: "bf61".*bf16/],
  ["size --model gpt2 --dtype int3", 2, /--dtype/],
  ["size --model gpt2 --lang fr", 2, /--lang: "fr"/],
  ["size --gguf model.gguf", 2, /--gguf needs a file/],
  ["size --config absent.json", 1, /absent\.json: no such file/],
  ["size --config broken.json", 1, /broken\.json: .*line 1.*column 22/],
  ["size --config list.json", 1, /list\.json/],
  ["size --config no-layers.json", 1, /num_hidden_layers/],
  ["size --config zero.json", 1, /num_key_value_heads/],
  ["size --model gpt2 --tokens 9007199254740991 --batch 1000", 1, /too large to be exact/],
  ["fit --model gpt2 --available-gib 10", 2, /--engine vllm@0\.11/],
  ["fit --model gpt2 --engine vlm --available-gib 10", 2, /not an engine/],
  ["fit --model gpt2 --engine vllm", 2, /--available-gib X/],
  [`${fit} --gpu h100`, 2, /not both/],
  [`${fit} --available-gib 109,86`, 2, /with a point and without a unit/],
  [`${fit} --available-gib 109.86GiB`, 2, /with a point and without a unit/],
  [`${fit} --available-gib -1`, 2, /without a sign/],
  [`${fit} --available-gib 1e9`, 2, /without an exponent/],
  [`${fit} --utilization 1.5`, 2, /from 0 to 1/],
  [`${fit} --kv-format int4`, 2, /vllm has no cache in "int4".*auto, bf16.*nvfp4/],
  [`${fit} --kv-format fp8_ds_mla`, 2, /vllm has no cache in "fp8_ds_mla"/],
  [`${fit} --kv-format bf61`, 2, /"bf61" is not a format\. Known: auto, bf16, fp16/],
  [
    "fit --model gpt2 --engine sglang --available-gib 1 --kv-format int8",
    2,
    /sglang has no cache in "int8".*auto, bf16, fp16, fp8, nvfp4/,
  ],
  [`${fit} --pp 33`, 1, /33 pipeline stages.*32 layers/],
  [`${fit} --dcp 2`, 1, /--dcp 2 has to divide --tp 1/],
  [`${fit} --tp 8 --dcp 2`, 1, /each of 8 KV heads.*--tp is 8/],
  [
    "fit --config grouped.json --engine vllm --available-gib 9 --tp 6 --dcp 2",
    1,
    /has to divide the 9 query heads/,
  ],
  [`${fit} --block-size 40`, 1, /no blocks of 40 tokens/],
  [`${fit} --ctx 4096`, 2, /--ctx is for llama\.cpp/],
  [`${fit} --state-mode some`, 2, /none, align, all/],
  [`${fit} --count 3 --tp 2`, 2, /--count 3/],
  ["fit --model gpt2 --engine vllm --gpu a100", 2, /a100-40g, a100-80g/],
  ["fit --model gpt2 --engine vllm --gpu tpu", 2, /Known: .*h100-80g/],
  ["fit --model gpt2 --engine vllm --gpu h100 --utilization 90", 2, /from 0 to 1/],
  ["fit --model gpt2 --engine vllm --gpu h100 --weights-format q4", 2, /--weights-format/],
  ["fit --config quantized.json --engine vllm --gpu h100", 2, /torchao/],
  ["fit --config falcon-7b.json --engine vllm --gpu h100", 1, /--weights-gib/],
  ["fit --model llama-3-70b --engine vllm --gpu l4", 1, /Nothing is left/],
  ["fit --config pages.json --engine vllm --available-gib 10", 1, /cannot be made equal/],
  ["fit --config falcon-7b.json --engine llama.cpp", 2, /--ctx/],
  ["fit --model gpt2 --engine llama.cpp --tp 2", 2, /--tp is not for llama\.cpp/],
  ["fit --model gpt2 --engine llama.cpp --type-k q9", 2, /q8_0/],
  ["fit --model gpt2 --engine llama.cpp@2019-01", 2, /2024-05/],
  ["fit --model gpt2 --engine llama.cpp --mla some", 2, /latent\+transposed/],
  [
    "fit --config llama-3-8b.json --engine sglang --available-gib 1 --tp 8 --dp 3",
    2,
    /3 data parallel/,
  ],
  ["read-log", 2, /Name the file/],
  ["read-log absent.log", 1, /no such file/],
  ["read-log prose.log", 1, /no start-up lines/],
  ["read-log prose.log more.log", 2, /"more\.log" is not expected/],
  ["read-log - --config -", 2, /standard input/],
];

describe("what cannot be done is said on standard error, with an exit code", () => {
  for (const [line, exit, message] of refused) {
    test(`${line}: ${exit}`, async () => {
      for (const lang of line.includes("--lang") ? [] : ["ko"]) {
        const korean = await cli([...words(line), "--lang", lang], files);
        // An option without its value swallows nothing, so --lang is still read.
        assert.deepEqual([korean.code, korean.out], [exit, ""]);
        assert.match(korean.err, /[가-힣]/);
      }
      const { code, out, err } = await cli(words(line), files);
      assert.deepEqual([code, out], [exit, ""]);
      assert.match(err, message);
      assert.match(err, /^headcount: /);
      assert.doesNotMatch(err, /\n\s+at |Error:|\{\w+\}/, "no stack, no empty placeholder");
      assert.equal(/--help/.test(err), exit === 2, "wrong usage points to the help");
    });
  }
});

describe("help and version", () => {
  for (const line of ["", "--help", "-h", "help"]) {
    test(`"${line}" names the commands`, async () => {
      const { code, out, err } = await cli(words(line));
      assert.deepEqual([code, err], [0, ""]);
      for (const command of commandNames) assert.match(out, new RegExp(`^  ${command}  `, "m"));
      assert.match(out, /Exit: 0/);
    });
  }

  for (const command of commandNames) {
    test(`${command} --help lists each of its options, in both languages`, async () => {
      for (const lang of ["en", "ko"]) {
        const { code, out } = await cli([command, "--help", "--lang", lang]);
        assert.equal(code, 0);
        for (const { name } of optionsOf(command)) {
          assert.match(out, new RegExp(`^  --${name}(?: \\w+)?  +\\S`, "m"));
        }
      }
      assert.deepEqual(await cli([command, "-h"]), await cli([command, "--help"]));
    });
  }

  test("the language may stand first", async () => {
    const { code, out } = await cli(words("--lang ko --help"));
    assert.equal(code, 0);
    assert.match(out, /사용법/);
    const size = await cli(words("--lang ko size --model gpt2"));
    assert.match(size.out, /캐시 형식/);
  });

  test("--version", async () => {
    for (const flag of ["--version", "-V"]) assert.equal((await cli([flag])).out, "1.2.3\n");
  });
});

test("numbers may be grouped, and the last of an option counts", async () => {
  for (const tokens of ["131072", "131,072", "131_072"]) {
    const { out } = await cli(words(`size --model gpt2 --tokens=7 --tokens ${tokens} --json`));
    assert.equal(JSON.parse(out).tokens, 131_072);
  }
});

test("both languages have the same words to fill in", () => {
  for (const { en, ko } of [errors, help, labels]) {
    const names = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    for (const [key, text] of Object.entries(en)) {
      const other = (ko as Readonly<Record<string, string>>)[key] ?? "";
      assert.deepEqual(names(other), names(text), key);
    }
  }
});
