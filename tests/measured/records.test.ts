import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { forgetRecords, keepRecord, keptRecords } from "../../src/measured/kept-records.ts";
import { parseRecord, RecordError } from "../../src/measured/parse-record.ts";
import { hostName, recordOfRun } from "../../src/measured/record-of-run.ts";
import { recordedRuns } from "../../src/measured/recorded-runs.ts";
import type { RunRecord } from "../../src/measured/run-record.ts";
import { predictedBytes } from "../../src/widgets/kv-attention-run/rows.ts";

const record: RunRecord = {
  ...{ format: "headcount-run", version: 1, date: "2026-11-30T01:02:03.000Z", commit: null },
  ...{ backend: "webgpu", adapter: "a GPU", host: "Chrome 141", runtime: "1.30.0" },
  ...{ nHeads: 8, headDim: 64, dtype: "float32", copyBytesPerSecond: null },
  steps: [
    {
      row: { form: "grouped", nKv: 2 },
      ...{ context: 512, kvBytes: 524_288, medianMs: 1.5, lowerQuartileMs: 1, upperQuartileMs: 2 },
      ...{ runs: 15, stepsPerRun: 1, relativeError: 0, sessionMs: 0, firstRunMs: 3 },
    },
  ],
};

describe("a file of anybody's", () => {
  test("a record survives being written and read", () => {
    assert.deepEqual(parseRecord(JSON.stringify(record)), record);
    const more = { ...record, extra: "<script>", steps: [{ ...record.steps[0], more: 1 }] };
    assert.deepEqual(parseRecord(JSON.stringify(more)), record, "nothing else is taken over");
  });

  const change = (path: readonly (string | number)[], value: unknown): string => {
    const copy = structuredClone(record) as unknown as Record<string, unknown>;
    let at: Record<string | number, unknown> = copy;
    for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
    at[path.at(-1) as string] = value;
    return JSON.stringify(copy);
  };
  const rows: readonly (readonly [text: string, code: string, field: string])[] = [
    ["{", "not-json", ""],
    ["[]", "not-a-run", ""],
    ["null", "not-a-run", ""],
    ['{"format":"other"}', "not-a-run", ""],
    [change(["version"], 2), "version", "2"],
    [change(["version"], { of: "mine" }), "version", '{"of":"mine"}'],
    [change(["steps"], []), "field", "steps"],
    [change(["steps"], "many"), "field", "steps"],
    [change(["date"], "yesterday"), "field", "date"],
    [change(["backend"], "cuda"), "field", "backend"],
    [change(["host"], "x".repeat(201)), "field", "host"],
    [change(["nHeads"], 0), "field", "nHeads"],
    [change(["nHeads"], 1.5), "field", "nHeads"],
    [change(["copyBytesPerSecond"], -1), "field", "copyBytesPerSecond"],
    [change(["dtype"], "int8"), "field", "dtype"],
    [change(["steps", 0], null), "field", "steps[0]"],
    [change(["steps", 0, "row"], { form: "grouped" }), "field", "steps[0].row.nKv"],
    [change(["steps", 0, "row"], { form: "gqa-operator", nKv: 1 }), "field", "steps[0].row.form"],
    [change(["steps", 0, "row"], { form: "grouped", nKv: 3 }), "field", "steps[0].row.nKv"],
    [change(["steps", 0, "upperQuartileMs"], 1e308), "field", "steps[0].upperQuartileMs"],
    [change(["steps", 0, "lowerQuartileMs"], 1e3), "field", "steps[0].medianMs"],
    [change(["steps", 0, "upperQuartileMs"], 1e-9), "field", "steps[0].upperQuartileMs"],
    [change(["steps", 0, "medianMs"], 0), "field", "steps[0].medianMs"],
    [change(["steps", 0, "medianMs"], "fast"), "field", "steps[0].medianMs"],
    [change(["steps", 0, "relativeError"], null), "field", "steps[0].relativeError"],
    [`"${"x".repeat(2 ** 20)}"`, "too-large", ""],
  ];
  for (const [text, code, field] of rows) {
    test(`${text.slice(0, 40)}…: ${code} ${field}`, () => {
      assert.throws(
        () => parseRecord(text),
        (error: unknown) =>
          error instanceof RecordError && error.code === code && error.field === field,
      );
    });
  }
});

describe("results kept in this browser", () => {
  const store = new Map<string, string>();
  const storage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  };
  const withStorage = (given: unknown, work: () => void) => {
    const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
    Object.defineProperty(globalThis, "localStorage", { value: given, configurable: true });
    try {
      work();
    } finally {
      if (before) Object.defineProperty(globalThis, "localStorage", before);
      else delete (globalThis as { localStorage?: unknown }).localStorage;
    }
  };

  test("the newest first, twelve of them, and gone when forgotten", () => {
    withStorage(storage, () => {
      for (let i = 0; i < 14; i++) {
        assert.equal(keepRecord({ ...record, host: `Chrome ${i}` }), true);
      }
      assert.equal(keptRecords().length, 12);
      assert.equal(keptRecords()[0]?.host, "Chrome 13");
      forgetRecords();
      assert.deepEqual(keptRecords(), []);
    });
  });

  test("what something else has written there is passed over", () => {
    withStorage(storage, () => {
      store.set("headcount-runs", JSON.stringify([{ format: "x" }, record, 7]));
      assert.deepEqual(keptRecords(), [record]);
      store.set("headcount-runs", "{");
      assert.deepEqual(keptRecords(), []);
    });
  });

  test("where storage is denied nothing is kept, and nothing breaks", () => {
    const denied = {
      getItem: () => {
        throw new DOMException("denied");
      },
      setItem: () => {
        throw new DOMException("denied");
      },
    };
    withStorage(denied, () => {
      assert.equal(keepRecord(record), false);
      assert.deepEqual(keptRecords(), []);
      forgetRecords();
    });
  });
});

test("what the bench recorded is right, and its bytes are those of the formula", () => {
  assert.equal(recordedRuns.wasm.backend, "wasm");
  assert.equal(recordedRuns.swiftshader.backend, "webgpu");
  assert.match(recordedRuns.swiftshader.adapter ?? "", /swiftshader/i);
  for (const { steps, commit, headDim, dtype, nHeads } of Object.values(recordedRuns)) {
    assert.match(commit ?? "", /^[0-9a-f]{12}$/);
    assert.equal(nHeads, 8);
    for (const { row, context, kvBytes, relativeError, runs } of steps) {
      assert.equal(kvBytes, predictedBytes(row, context, { headDim, dtype }));
      assert.ok(relativeError <= 1e-5 && runs >= 10);
    }
  }
});

test("a run's record: nothing until something was measured", () => {
  const place = {
    ...{ date: record.date, commit: null, host: "Node", nHeads: 8, headDim: 64 },
    dtype: "float32",
  } as const;
  assert.equal(recordOfRun([], place), null);
  assert.equal(recordOfRun([{ kind: "copy", bytes: 1, bytesPerSecond: 1 }], place), null);
});

test("browsers by what they call themselves", () => {
  const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
  for (const [agent, name] of [
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/141.0.0.0 Safari/537.36`, "Chrome 141"],
    [`Mozilla/5.0 ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, "Edge 141"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox 145"],
    ["Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/26.1 Safari/605.1.15", "Safari 26"],
    ["curl/8", "?"],
  ] as const) {
    assert.equal(hostName(agent), name);
  }
});
