import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cli, cliJson, words } from "./cli.ts";

const scenario = {
  memory: { kind: "paged", slots: 4096, blockTokens: 16 },
  batching: { kind: "chunked", budget: 512 },
  costs: {
    ...{ weightBytes: 1e9, kvBytesPerToken: 1e5, flopsPerToken: 2e9 },
    ...{ bytesPerSecond: 1e12, flopsPerSecond: 1e14 },
  },
  workload: {
    ...{ kind: "drawn", arrivals: { kind: "burst", requests: 3 } },
    ...{ prompt: { kind: "fixed", tokens: 100 }, output: { kind: "fixed", tokens: 11 } },
  },
};
const traced = { ...scenario, workload: { kind: "trace" } };
const files = {
  "s.json": JSON.stringify(scenario),
  "t.json": JSON.stringify(traced),
  "azure.csv":
    "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:17:03,10,2\n2023-11-16 18:17:04,20,3\n",
};
const refused = async (change: object, line = "simulate --scenario x.json") => {
  const { code, err } = await cli(words(line), {
    ...files,
    "x.json": JSON.stringify({ ...scenario, ...change }),
  });
  assert.equal(code, 1);
  return err;
};

describe("headcount simulate", () => {
  test("serves three requests: 300 prompt tokens in one step, then ten more", async () => {
    const found = await cliJson("simulate --scenario s.json", files);
    assert.deepEqual([found.counts.finish, found.steps, found.seed, found.slots], [3, 11, 1, 4096]);
    assert.deepEqual([found.tokens.prompt, found.tokens.output], [300, 33]);
    assert.ok(Math.abs(found.ttft.mean - (300 * 2e9) / 1e14) < 1e-12);
    assert.match(found.checksum, /^[0-9a-f]{8}$/);
    assert.deepEqual(await cliJson("simulate --scenario s.json", files), found);
  });

  test("for people, in both languages, from standard input too", async () => {
    const english = await cli(words("simulate --scenario s.json --seed 7"), files);
    assert.match(english.out, /^3 of 3 requests served in [\d.]+ simulated seconds/);
    assert.match(english.out, /checksum [0-9a-f]{8} over 11 steps, seed 7/);
    const korean = await cli(words("simulate --scenario - --lang ko"), { "-": files["s.json"] });
    assert.match(korean.out, /요청 3개 가운데 3개를 처리/);
  });

  test("a recorded trace, of either form", async () => {
    const found = await cliJson("simulate --scenario t.json --trace azure.csv", files);
    assert.deepEqual([found.counts.finish, found.tokens.output], [2, 5]);
    const mooncake = '{"timestamp":0,"input_length":600,"output_length":2,"hash_ids":[0,1]}';
    const other = await cliJson("simulate --scenario t.json --trace m.jsonl", {
      ...files,
      "m.jsonl": mooncake,
    });
    assert.equal(other.tokens.prompt, 600);
  });

  test("without a scenario, or with both inputs from one place: written wrong", async () => {
    assert.equal((await cli(["simulate"])).code, 2);
    const { code, err } = await cli(words("simulate --scenario - --trace -"), { "-": "{}" });
    assert.deepEqual([code, /Only one of the inputs/.test(err)], [2, true]);
  });

  for (const [name, change, said] of [
    [
      "a missing field",
      { costs: { ...scenario.costs, weightBytes: undefined } },
      /costs\.weightBytes is missing; it needs a number from 0/,
    ],
    [
      "a wrong name",
      { memory: { ...scenario.memory, blocks: 3 } },
      /memory\.blocks is not a field here\. Known: kind, slots, blockTokens/,
    ],
    ["no number", { seconds: "ten" }, /seconds is "ten"; it needs a number from 0/],
    [
      "half a slot",
      { memory: { ...scenario.memory, slots: 1.5 } },
      /memory\.slots is 1\.5; it needs a whole number from 1/,
    ],
    [
      "none of the choices",
      { batching: { kind: "best" } },
      /batching\.kind is "best"; it may be static \| request/,
    ],
    ["no object", { goal: [1] }, /goal has to be an object, not \[1\]/],
    [
      "falling quantiles",
      { workload: { ...scenario.workload, output: { kind: "quantiles", tokens: [3, 1] } } },
      /These lengths are of no request/,
    ],
    [
      "no end",
      { workload: { ...scenario.workload, arrivals: { kind: "poisson", rate: 1 } } },
      /Nothing ends this scenario/,
    ],
    [
      "a trace that is not there",
      { workload: { kind: "trace" } },
      /workload is missing; it needs --trace FILE/,
    ],
  ] as const) {
    test(`${name} is named, with what would be right`, async () => {
      assert.match(await refused(change), said);
    });
  }

  test("a file that is no JSON, a trace that is none, and one that nobody reads", async () => {
    const broken = await cli(words("simulate --scenario b"), { b: "{" });
    assert.match(broken.err, /^headcount: b is no JSON/);
    const line = "simulate --scenario t.json --trace bad.csv";
    const bad = await cli(words(line), { ...files, "bad.csv": `${files["azure.csv"]}now,1,2\n` });
    assert.match(bad.err, /line 4: now is no time/);
    assert.match(await refused({}, "simulate --scenario x.json --trace azure.csv"), /kind "trace"/);
  });

  test("hostile fields change nothing", async () => {
    const text = files["s.json"].replace("{", '{"__proto__": {"seconds": 1}, ');
    const { code, err } = await cli(words("simulate --scenario p"), { p: text });
    assert.equal(code, 1);
    assert.match(err, /__proto__ is not a field here/);
  });
});
