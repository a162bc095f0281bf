import assert from "node:assert/strict";
import { test } from "node:test";
import { GgufError, type GgufErrorCode } from "../../../src/model/import/gguf/gguf-error.ts";
import { readGguf } from "../../../src/model/import/gguf/read-gguf.ts";
import { type GgufFile, ggufBytes, readerOf, text, u32, u32s } from "./gguf-writer.ts";

const header = (bytes: Uint8Array, size = bytes.length) => readGguf(readerOf(bytes).read, size);

async function refused(bytes: Uint8Array, code: GgufErrorCode, size = bytes.length) {
  await assert.rejects(
    () => header(bytes, size),
    (error) => error instanceof GgufError && error.code === code,
    code,
  );
}

const sample: GgufFile = {
  values: {
    "general.architecture": text("llama"),
    "general.name": text("모형 7B 🦙"),
    "t.uint8": { type: "uint8", value: 200 },
    "t.int8": { type: "int8", value: -100 },
    "t.uint16": { type: "uint16", value: 65_535 },
    "t.int16": { type: "int16", value: -30_000 },
    "t.uint32": u32(4_294_967_295),
    "t.int32": { type: "int32", value: -5 },
    "t.float32": { type: "float32", value: 0.5 },
    "t.bool": { type: "bool", value: true },
    "t.uint64": { type: "uint64", value: 2n ** 40n },
    "t.int64": { type: "int64", value: -7n },
    "t.float64": { type: "float64", value: 1e-5 },
    "t.list": u32s([1, 2, 3]),
    "t.lists": { type: "lists", lists: [[1], [2, 3]] },
    "tokenizer.ggml.tokens": { type: "array", of: "string", values: ["a", "", "bc"] },
  },
  tensors: [{ name: "blk.0.attn_k.weight", dims: [4096, 1024] }],
};

test("all value types, in versions 1, 2 and 3", async () => {
  for (const version of [1, 2, 3]) {
    const { values, tensors, version: found } = await header(ggufBytes({ ...sample, version }));
    assert.equal(found, version);
    assert.deepEqual(Object.fromEntries(values), {
      "general.architecture": "llama",
      "general.name": "모형 7B 🦙",
      "t.uint8": 200,
      "t.int8": -100,
      "t.uint16": 65_535,
      "t.int16": -30_000,
      "t.uint32": 4_294_967_295,
      "t.int32": -5,
      "t.float32": 0.5,
      "t.bool": true,
      "t.uint64": 2 ** 40,
      "t.int64": -7,
      "t.float64": 1e-5,
      "t.list": { length: 3, values: [1, 2, 3] },
      "t.lists": { length: 2, values: null },
      "tokenizer.ggml.tokens": { length: 3, values: null },
    });
    assert.deepEqual(tensors, [{ name: "blk.0.attn_k.weight", dims: [4096, 1024] }]);
  }
});

test("a file cut off anywhere in its header is refused", async () => {
  for (const version of [1, 3]) {
    const bytes = ggufBytes({ ...sample, version });
    for (let size = 0; size < bytes.length; size++) {
      await assert.rejects(
        () => header(bytes.subarray(0, size)),
        (error) =>
          error instanceof GgufError && error.code === (size < 4 ? "not-gguf" : "truncated"),
        `${size} bytes`,
      );
    }
  }
});

test("a file whose size is told wrong is refused too", async () => {
  const bytes = ggufBytes(sample);
  await refused(bytes.subarray(0, bytes.length - 1), "truncated", bytes.length);
});

test("a changed byte gives a header or a clear error", async () => {
  const bytes = ggufBytes(sample);
  for (let at = 0; at < bytes.length; at++) {
    for (const value of [0, 1, 9, 127, 255]) {
      const changed = bytes.slice();
      changed[at] = value;
      await header(changed).catch((error) =>
        assert.ok(error instanceof GgufError, `byte ${at} = ${value}: ${error}`),
      );
    }
  }
});

test("what is no GGUF of ours says so", async () => {
  await refused(new TextEncoder().encode('{"not": "gguf"}'), "not-gguf");
  await refused(ggufBytes({ version: 4 }), "unknown-version");
  await refused(ggufBytes({ version: 0 }), "unknown-version");
  for (const version of [1, 2, 3]) {
    const bytes = ggufBytes({});
    new DataView(bytes.buffer).setUint32(4, version, false);
    await refused(bytes, "big-endian");
  }
});

test("counts no file can have are refused before anything is read for them", async () => {
  const large = 2 ** 40;
  for (const count of [2n ** 63n, 2n ** 64n - 1n, 2n ** 50n]) {
    await refused(ggufBytes({ keyCount: count }), "truncated", large);
    await refused(ggufBytes({ tensorCount: count }), "truncated", large);
  }
  await refused(ggufBytes({ keyCount: 2n ** 20n }), "too-many-keys", large);
  await refused(ggufBytes({ tensorCount: 2n ** 30n }), "too-many-tensors", large);
});

test("a list said to be longer than the file is refused", async () => {
  const bytes = ggufBytes({ values: { k: u32s([7]) } });
  const count = bytes.length - 4 - 8;
  for (const value of [2n ** 63n, 2n ** 64n - 1n, 2n, 1000n]) {
    const changed = bytes.slice();
    new DataView(changed.buffer).setBigUint64(count, value, true);
    await refused(changed, "truncated");
  }
});

test("keys twice, names without end, tensors of many dimensions, unknown types", async () => {
  const one = ggufBytes({ values: { k: u32(1) } });
  const twice = Uint8Array.from([...one, ...one.subarray(24)]);
  new DataView(twice.buffer).setBigUint64(16, 2n, true);
  await refused(twice, "duplicate-key");
  await refused(ggufBytes({ values: { ["k".repeat(1025)]: u32(1) } }), "name-too-long");
  const dims = new Array<number>(5).fill(1);
  await refused(ggufBytes({ tensors: [{ name: "t", dims }] }), "out-of-range");
  const unknown = one.slice();
  new DataView(unknown.buffer).setUint32(24 + 8 + 1, 13, true);
  await refused(unknown, "unknown-type");
});

test("lists nested without end are refused", async () => {
  const head = ggufBytes({ values: { k: u32s([]) } });
  const start = [...head.subarray(0, head.length - 12)];
  const level = [9, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
  const deep = Uint8Array.from([...start, ...new Array(10_000).fill(level).flat()]);
  await refused(deep, "too-deep");
  const many = ggufBytes({ values: { k: { type: "lists", lists: new Array(2 ** 17).fill([]) } } });
  await refused(many, "header-too-big");
});

test("a vocabulary of tens of megabytes is walked over, not kept", async () => {
  const tokens = 200_000;
  const each = new Uint8Array(8 + 100);
  new DataView(each.buffer).setBigUint64(0, 100n, true);
  const head = ggufBytes({ values: { tokens: { type: "array", of: "string", values: [] } } });
  new DataView(head.buffer).setBigUint64(head.length - 8, BigInt(tokens), true);
  const bytes = new Uint8Array(head.length + tokens * each.length);
  bytes.set(head);
  for (let i = 0; i < tokens; i++) bytes.set(each, head.length + i * each.length);
  const { read, asked } = readerOf(bytes);
  const found = await readGguf(read, bytes.length);
  assert.deepEqual(found.values.get("tokens"), { length: tokens, values: null });
  assert.ok(asked() < bytes.length * 1.1, `${asked()} bytes asked for`);
});

test("a small header costs one small read however large the file", async () => {
  const bytes = ggufBytes(sample);
  const { read, asked } = readerOf(bytes);
  await readGguf(async (offset, length) => {
    const found = await read(offset, length);
    const padded = new Uint8Array(length);
    padded.set(found);
    return padded;
  }, 2 ** 37);
  assert.ok(asked() <= 2 ** 17, `${asked()} bytes asked for`);
});

test("what is skipped over is not read", async () => {
  // 100 texts of 2^24 bytes each.
  const length = 2 ** 24;
  const head = ggufBytes({ values: { texts: { type: "array", of: "string", values: [] } } });
  new DataView(head.buffer).setBigUint64(head.length - 8, 100n, true);
  let asked = 0;
  const read = async (offset: number, bytes: number) => {
    asked += bytes;
    const found = new Uint8Array(bytes);
    if (offset < head.length) found.set(head);
    const view = new DataView(found.buffer);
    for (let i = 0; i < 100; i++) {
      const at = head.length + i * (8 + length) - offset;
      if (at >= 0 && at + 8 <= bytes) view.setBigUint64(at, BigInt(length), true);
    }
    return found;
  };
  const found = await readGguf(read, head.length + 100 * (8 + length));
  assert.deepEqual(found.values.get("texts"), { length: 100, values: null });
  assert.ok(asked <= 101 * 2 ** 17, `${asked} bytes asked for`);
});

test("a header that goes on for ever stops", async () => {
  const tokens = 2n ** 35n;
  const head = ggufBytes({ values: { tokens: { type: "array", of: "string", values: [] } } });
  new DataView(head.buffer).setBigUint64(head.length - 8, tokens, true);
  let asked = 0;
  const endless = async (offset: number, length: number) => {
    asked += length;
    const found = new Uint8Array(length);
    if (offset < head.length) found.set(head.subarray(offset, offset + length));
    return found;
  };
  await assert.rejects(
    () => readGguf(endless, 2 ** 45),
    (error) => error instanceof GgufError && error.code === "header-too-big",
  );
  assert.ok(asked <= 2 ** 28, `${asked} bytes asked for`);
});

test("long texts and long lists are left out, what follows is read", async () => {
  const found = await header(
    ggufBytes({
      values: {
        template: text("x".repeat(50_000)),
        scores: { type: "array", of: "float32", values: new Array<number>(20_000).fill(0.25) },
        after: u32(7),
      },
    }),
  );
  assert.equal(found.values.get("template"), null);
  assert.deepEqual(found.values.get("scores"), { length: 20_000, values: null });
  assert.equal(found.values.get("after"), 7);
});
