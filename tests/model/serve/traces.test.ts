import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { parseTrace } from "../../../src/model/serve/parse-trace.ts";
import { endlessPrefixHits } from "../../../src/model/serve/prefix-hits.ts";
import type { Scenario } from "../../../src/model/serve/scenario.ts";
import { simulate } from "../../../src/model/serve/simulate.ts";
import { TraceError } from "../../../src/model/serve/trace-error.ts";

const folder = path.resolve(import.meta.dirname, "../../../../shared/traces");
const skip = existsSync(folder) ? false : "no recorded traces beside the project";

/** About Llama 3 70B on four H100. */
const costs = {
  ...{ weightBytes: 140e9, kvBytesPerToken: 327_680, flopsPerToken: 141e9, flopsPerPair: 2.6e6 },
  ...{
    bytesPerSecond: 9.4e12,
    flopsPerSecond: 2e15,
    secondsPerStep: 0.005,
    secondsPerSequence: 2e-5,
  },
} as const;

describe("recorded traces run whole", () => {
  for (const { file, rows, prompt, output } of [
    { file: "azure2023_code.csv", rows: 8819, prompt: 2047.8, output: 27.9 },
    { file: "azure2023_conv.csv", rows: 19_366, prompt: 1154.7, output: 211.1 },
    { file: "mooncake_conversation_trace.jsonl", rows: 12_031, prompt: 12_035, output: 343 },
    { file: "mooncake_synthetic_trace.jsonl", rows: 3993, prompt: 15_325, output: 149 },
  ] as const) {
    test(`${file}: ${rows} requests`, { skip }, () => {
      const { requests, prefixBlockTokens } = parseTrace(
        readFileSync(path.join(folder, file), "utf8"),
      );
      assert.equal(requests.length, rows);
      const mean = (of: "promptTokens" | "outputTokens") =>
        requests.reduce((sum, request) => sum + request[of], 0) / rows;
      assert.ok(Math.abs(mean("promptTokens") / prompt - 1) < 1e-3, `${mean("promptTokens")}`);
      assert.ok(Math.abs(mean("outputTokens") / output - 1) < 5e-3, `${mean("outputTokens")}`);
      const scenario: Scenario = {
        memory: {
          ...{ kind: "paged", slots: 2 ** 21, prefixCaching: prefixBlockTokens !== null },
          ...{ blockTokens: prefixBlockTokens ? 512 : 16, setApart: 1 },
        },
        batching: { kind: "chunked", batch: 1024, budget: 8192 },
        costs,
        workload: { kind: "trace", requests, ...(prefixBlockTokens && { prefixBlockTokens }) },
      };
      const { counts, unfinished, tokens } = simulate(scenario, 1);
      assert.deepEqual([counts.finish, unfinished], [rows, 0]);
      assert.equal(tokens.output, Math.round(mean("outputTokens") * rows));
    });
  }

  for (const [file, percent] of [
    ["mooncake_conversation_trace.jsonl", 36.6],
    ["mooncake_synthetic_trace.jsonl", 64.0],
  ] as const) {
    test(`${file}: ${percent} % of blocks are in an endless cache`, { skip }, () => {
      const { requests } = parseTrace(readFileSync(path.join(folder, file), "utf8"));
      const { blocks, hits } = endlessPrefixHits(requests);
      assert.equal(((100 * hits) / blocks).toFixed(1), percent.toFixed(1));
    });
  }
});

describe("a trace that somebody wrote", () => {
  const azure = "TIMESTAMP,ContextTokens,GeneratedTokens";

  test("Azure's form: times from the first, whatever the order of the lines", () => {
    const { requests } = parseTrace(
      `\uFEFF${azure}\r\n2023-11-16 18:17:04.5000000,30,2\r\n2023-11-16 18:17:03.2500000,10,1\r\n\r\n`,
    );
    assert.deepEqual(requests, [
      { id: 0, arrival: 0, promptTokens: 10, outputTokens: 1 },
      { id: 1, arrival: 1.25, promptTokens: 30, outputTokens: 2 },
    ]);
  });

  test("Mooncake's form: milliseconds, and names of blocks of 512 tokens", () => {
    const { requests, prefixBlockTokens } = parseTrace(
      '{"timestamp": 500, "input_length": 1100, "output_length": 7, "hash_ids": [0, 1, 5]}\n',
    );
    assert.equal(prefixBlockTokens, 512);
    assert.deepEqual(requests, [
      { id: 0, arrival: 0, promptTokens: 1100, outputTokens: 7, prefix: [0, 1, 5] },
    ]);
  });

  for (const [name, text, problem, line] of [
    ["nothing", " \n\n", "empty", 0],
    ["only a header", azure, "empty", 0],
    ["another header", "time,in,out\n1,2,3", "header", 1],
    ["a missing column", `${azure}\n2023-11-16 18:17:03,10`, "fields", 2],
    ["a time that is none", `${azure}\nyesterday,10,1`, "time", 2],
    ["no tokens", `${azure}\n2023-11-16 18:17:03,10,0`, "tokens", 2],
    ["a share of a token", `${azure}\n2023-11-16 18:17:03,10.5,1`, "tokens", 2],
    ["half an object", '{"timestamp": 0', "json", 1],
    ["a list", '{"timestamp":0,"input_length":1,"output_length":1}\n[1]', "json", 2],
    ["a negative time", '{"timestamp":-1,"input_length":1,"output_length":1}', "time", 1],
    [
      "names that are none",
      '{"timestamp":0,"input_length":1,"output_length":1,"hash_ids":["a"]}',
      "names",
      1,
    ],
  ] as const) {
    test(`${name} is refused, and the line is named`, () => {
      assert.throws(
        () => parseTrace(text),
        (error) => error instanceof TraceError && error.problem === problem && error.line === line,
      );
    });
  }

  test("a finite cache finds less, and says so", () => {
    const names = Array.from({ length: 40 }, (_, i) => i % 8);
    const requests = names.map((name, id) => ({
      ...{ id, arrival: id, promptTokens: 600, outputTokens: 2, prefix: [name] },
    }));
    const found = (slots: number) => {
      const { tokens } = simulate(
        {
          memory: { kind: "paged", slots, blockTokens: 512, prefixCaching: true },
          batching: { kind: "chunked", batch: 1, budget: 8192 },
          costs,
          workload: { kind: "trace", requests, prefixBlockTokens: 512 },
        },
        1,
      );
      return tokens.cached / tokens.lookedUp;
    };
    assert.ok(Math.abs(found(512 * 64) - (32 * 512) / (40 * 600)) < 1e-12, "32 of 40 come again");
    assert.equal(found(512 * 4), 0, "forgotten before they come again");
  });
});
