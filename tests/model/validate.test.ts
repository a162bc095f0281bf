import assert from "node:assert/strict";
import { test } from "node:test";
import { checkOf } from "../../src/model/validation/check.ts";
import type { BufferStart, CapacityStart } from "../../src/model/validation/logged-start.ts";
import { validate } from "../../src/model/validation/validate.ts";

const model = { layers: [{ count: 32, layer: { kind: "heads", nKv: 8, headDim: 128 } }] } as const;
const vllm = (rest: Partial<CapacityStart>): CapacityStart => ({
  engine: "vllm",
  readAs: "vllm@0.7",
  settings: { maxModelLen: 2048 },
  printed: {},
  ...rest,
});

test("a count is printed to the last one, another number to half of its last digit", () => {
  for (const [quantity, printed, low, high, within, off] of [
    ["blocks", 100, 99, 101, true, 0],
    ["blocks", 100, 101, 103, false, 0.01],
    ["blocks", 100, 90, 98, false, -0.02],
    ["concurrency", 2.5, 2.5049, 2.6, true, 0],
    ["concurrency", 2.5, 2.506, 2.6, false, 0.0004],
    ["totalMib", 10, 9.994, 9.994, false, -0.0001],
    ["totalMib", 10, 9.9951, 9.9951, true, 0],
  ] as const) {
    const check = checkOf(quantity, printed, low, high);
    assert.equal(check.within, within, `${quantity} ${printed} in ${low} to ${high}`);
    assert.ok(Math.abs(check.off - off) < 1e-12, `${check.off}`);
  }
});

test("printed GiB allow an interval of blocks, and the blocks then tell the requests", () => {
  // A block takes 16 × 131,072 B = 2 MiB: 1.995 to 2.005 GiB hold 1,021 to 1,026.
  const at = (blocks: number, concurrency: number) =>
    validate(vllm({ printed: { availableGiB: 2, blocks, concurrency } }), model);
  const { checks } = at(1024, 8);
  assert.deepEqual(
    checks.map(({ quantity, low, high }) => [quantity, low, high]),
    [
      ["blocks", 1021, 1026],
      ["concurrency", 8, 8],
    ],
  );
  assert.ok(at(1026, 8.02).within && !at(1027, 8.02).within);
  assert.ok(!at(1024, 8.02).within, "1,024 blocks are 8 requests, whatever the GiB allow");
});

test("without GiB the bytes are those that give the count; a count no bytes give is missed", () => {
  const at = (kvTokens: number, concurrency: number) =>
    validate(vllm({ printed: { kvTokens, concurrency } }), model);
  assert.ok(at(16_384, 8).within);
  assert.ok(!at(16_384, 9).within);
  assert.ok(!at(16_385, 8).within, "not a multiple of 16");
});

test("blocks of the host, and the sum of the memory", () => {
  const host = (cpuBlocks: number) =>
    validate(vllm({ hostGiB: 4, printed: { cpuBlocks } }), model).within;
  assert.ok(host(2048) && !host(2047) && !host(2049));
  const memory = (availableGiB: number, utilizationRounded?: true) => {
    const budget = {
      ...{ totalGiB: 79.18, utilization: 0.9, weightsGiB: 15, nonTorchGiB: 0.13 },
      activationGiB: 4.76,
      ...(utilizationRounded ? { utilizationRounded } : {}),
    };
    return validate(vllm({ budget, printed: { availableGiB } }), model).within;
  };
  // 0.9 × 79.18 − 15 − 0.13 − 4.76 = 51.372
  assert.ok(memory(51.37) && !memory(51.45) && !memory(51.3));
  assert.ok(memory(51.7, true) && !memory(51.9, true), "0.895 to 0.905");
});

test("llama.cpp: the total, its caches, K and V apart", () => {
  const start = (printed: BufferStart["printed"]): BufferStart => ({
    engine: "llama.cpp",
    readAs: "newest",
    settings: { ctx: 1024, typeK: "q8_0", typeV: "f16" },
    printed,
  });
  // 1,024 × 32 × 8 × 128 values: 64 MiB at 2 B, 34 MiB at 34/32 B.
  const printed = { totalMib: 98, fullMib: 98, kMib: 34, vMib: 64 };
  assert.ok(validate(start(printed), model).within);
  for (const name of ["totalMib", "fullMib", "kMib", "vMib"] as const) {
    const { checks, within, off } = validate(start({ ...printed, [name]: 33 }), model);
    assert.ok(!within && off > 0);
    assert.deepEqual(
      checks.filter((check) => !check.within).map(({ quantity }) => quantity),
      [name],
    );
  }
});

test("nothing to predict, or no engine that is known, is an error", () => {
  assert.throws(() => validate(vllm({}), model), RangeError);
  const printed = { kvTokens: 16 };
  for (const readAs of ["llama.cpp", "tgi", ""]) {
    assert.throws(() => validate(vllm({ readAs, printed }), model), RangeError);
  }
});
