import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cli, cliJson, words } from "./cli.ts";
import { configs } from "./configs.ts";

/** Bytes a token on one GPU, by hand: 2 × layers × KV heads a GPU × head dimension × bytes. */
const perToken: readonly (readonly [line: string, bytes: number])[] = [
  ["--config llama-3-8b.json", 2 * 32 * 8 * 128 * 2],
  ["--config llama-3-8b.json --kv-format fp8", 2 * 32 * 8 * 128],
  ["--config llama-3-8b.json --kv-format fp8_e5m2 --tp 4", 2 * 32 * 2 * 128],
  ["--config llama-3-8b.json --kv-format q8_0", (2 * 32 * 8 * 128 * 34) / 32],
  ["--config llama-3-8b.json --tp 16", 2 * 32 * 1 * 128 * 2],
  ["--config llama-3-8b.json --dtype float32", 2 * 32 * 8 * 128 * 4],
  ["--config gemma-3-27b.json", 2 * 62 * 16 * 128 * 2],
  ["--config falcon-7b.json", 2 * 32 * 1 * 64 * 2],
  ["--config falcon-40b.json", 2 * 60 * 8 * 64 * 2],
  ["--config kimi-k2.json --tp 8", 61 * (512 + 64) * 2],
  ["--config kimi-k2.json --kv-format fp8_ds_mla", 61 * 656],
  ["--model llama-3-70b", 2 * 80 * 8 * 128 * 2],
  ["--model LLAMA-3-70B", 2 * 80 * 8 * 128 * 2],
];

describe("headcount size", () => {
  for (const [line, bytes] of perToken) {
    test(`${line}: ${bytes} B a token`, async () => {
      const size = await cliJson(`size ${line}`, configs);
      assert.equal(size.bytesPerTokenPerGpu, bytes);
    });
  }

  test("a sequence: windows keep their window; GPUs together, and a batch", async () => {
    const size = await cliJson(
      "size --config gemma-3-27b.json --tokens 131,072 --tp 2 --batch 3",
      configs,
    );
    const layer = 2 * 8 * 128 * 2;
    const onOne = layer * (52 * 1024 + 10 * 131_072);
    assert.equal(size.bytesPerSequencePerGpu, onOne);
    assert.equal(size.bytesPerSequence, 2 * onOne);
    assert.equal(size.bytesPerBatch, 6 * onOne);
    assert.deepEqual(size.layers[0], {
      count: 5,
      layer: { kind: "heads", nKv: 16, headDim: 128, windowTokens: 1024 },
      bytesPerTokenPerGpu: layer,
      bytesPerSequencePerGpu: layer * 1024,
    });
    const counts = size.layers.map(({ count }: { count: number }) => count);
    assert.equal(
      counts.reduce((a: number, b: number) => a + b, 0),
      62,
    );
  });

  test("without --tokens: the model's context, else 8,192", async () => {
    assert.equal((await cliJson("size --config kimi-k2.json", configs)).tokens, 131_072);
    assert.equal((await cliJson("size --config falcon-7b.json", configs)).tokens, 8192);
  });

  test("a config on standard input", async () => {
    const size = await cliJson("size --config -", { "-": configs["falcon-7b.json"] });
    assert.equal(size.bytesPerTokenPerGpu, 8192);
  });

  test("for people: exact bytes, both units, what was ignored", async () => {
    const { code, out, err } = await cli(
      words("size --config falcon-7b.json --tokens 131072"),
      configs,
    );
    assert.deepEqual([code, err], [0, ""]);
    assert.match(out, /1,073,741,824 B \(1 GiB, 1\.074 GB\)/);
    assert.match(out, /num_kv_heads = 71 is not used: with multi_query there is one KV head/);
  });

  test("the catalogue's figures come with their source", async () => {
    const { out } = await cli(words("size --model gemma-3-270m"));
    assert.match(out, /the config itself was not seen, checked \d{4}-\d\d-\d\d: https:/);
  });
});
