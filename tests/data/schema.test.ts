import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  validateGpus,
  validateModels,
  validateNotes,
  validateUnlisted,
} from "../../src/data/schema.ts";
import {
  assertRefused,
  expanded,
  found,
  good,
  group,
  heads,
  type Json,
  latent,
  longer,
  mixture,
  without,
} from "./sample-model.ts";

/** What is wrong, the entries, and what the message must say. */
const badModels: readonly (readonly [string, unknown, readonly string[]])[] = [
  ["not a list", { models: [] }, ["the list", "expected array"]],
  ["not an object", [good, 7], ["entry 1", "expected object", found(7)]],
  ["no id", [without("id")], ["Good 8B", "id", "found nothing"]],
  ["id not kebab-case", [{ ...good, id: "Good 8B" }], ["Good 8B", "id", "kebab-case"]],
  ["no name or id", [{ korean: false }], ["entry 0", "name", "found nothing"]],
  ["missing field", [without("params")], ["good-8b", "params", "expected", "found nothing"]],
  ["unknown key", [{ ...good, kvHeads: 8 }], ["good-8b", "kvHeads", "no such key", found(8)]],
  [
    "unknown key in a layer",
    [{ ...good, layers: [group(heads({ heads: 3 }))] }],
    ["good-8b", "layers[0].layer.heads", "no such key", found(3)],
  ],
  ["no layers", [{ ...good, layers: [] }], ["good-8b", "layers", found([])]],
  [
    "unknown kind of layer",
    [{ ...good, layers: [group({ kind: "mamba" })] }],
    ["good-8b", "layers[0].layer.kind", found("mamba")],
  ],
  [
    "count of zero",
    [{ ...good, layers: [group(heads(), 0)] }],
    ["good-8b", "layers[0].count", found(0)],
  ],
  [
    "half a head",
    [{ ...good, layers: [group(heads()), group(heads({ nKv: 0.5 }))] }],
    ["good-8b", "layers[1].layer.nKv", "expected int", found(0.5)],
  ],
  ["text for a number", [{ ...good, params: "8B" }], ["params", "expected number", found("8B")]],
  ["billions", [{ ...good, params: 8.03 }], ["good-8b", "params", found(8.03)]],
  ["unknown basis", [{ ...good, paramsBasis: "guess" }], ["paramsBasis", found("guess")]],
  ["unknown evidence", [{ ...good, evidence: "rumour" }], ["evidence", found("rumour")]],
  ["date of another form", [{ ...good, checked: "29.11.2026" }], ["checked", "ISO date"]],
  ["day that is none", [{ ...good, checked: "2026-02-30" }], ["checked", "ISO date"]],
  ["plain http", [{ ...good, source: "http://example.org/" }], ["source", "https"]],
  ["source with a remark", [{ ...good, source: "https://e.org/ (page 2)" }], ["source", "https"]],
  ["duplicate id", [good, good], ["good-8b", "id", "found twice"]],
  [
    "heads that do not divide",
    [{ ...good, nHeads: 30 }],
    ["good-8b", "layers[0].layer.nKv", "divisor of nHeads 30", found(8)],
  ],
  [
    "two head dimensions",
    [{ ...good, headDim: 64 }],
    ["good-8b", "headDim", "a layer with the model's headDim 64", found(128)],
  ],
  [
    "a window longer than the context",
    [{ ...good, layers: [group(heads({ windowTokens: 8192 }))] }],
    ["good-8b", "layers[0].layer.windowTokens", "less than maxContext 8192", found(8192)],
  ],
  ["fewer parameters than K and V", [{ ...good, params: 268_435_456 }], ["params", "projections"]],
  ["MLA without expanded", [{ ...good, layers: [latent] }], ["expanded", "found nothing"]],
  ["expanded without MLA", [{ ...good, expanded }], ["expanded", "latent", found(expanded)]],
  ["active parameters of a dense model", [{ ...good, activeParams: 1e9 }], ["activeParams"]],
  [
    "as many active experts as there are",
    [{ ...mixture, experts: { ...mixture.experts, active: 8 } }],
    ["mixture", "experts", "fewer active"],
  ],
  [
    "more parameters in experts than in the model",
    [{ ...mixture, experts: { ...mixture.experts, params: 9e9 } }],
    ["mixture", "experts", "fewer than 8000000000 parameters"],
  ],
  [
    "active parameters that do not follow",
    [{ ...mixture, activeParams: 5e9 }],
    ["about 3500000000"],
  ],
  ["published without a source", [{ ...good, paramsBasis: "published" }], ["paramsSource"]],
  ["verified by a paper", [{ ...good, evidence: "paper" }], ["verified", "expected false"]],
  ["unverified config", [{ ...good, verified: false }], ["verified", "expected true"]],
  [
    "twin that does not exist",
    [{ ...good, longContextTwin: "nobody" }],
    ["good-8b", "longContextTwin", "id of an entry", found("nobody")],
  ],
  [
    "twin of another shape",
    [
      { ...good, longContextTwin: "longer-8b" },
      { ...longer, layers: [group(heads(), 31)] },
    ],
    ["good-8b", "longContextTwin", "same geometry"],
  ],
  [
    "twin of no longer context",
    [
      { ...good, longContextTwin: "longer-8b" },
      { ...longer, maxContext: 8192 },
    ],
    ["good-8b", "longContextTwin", "longer context"],
  ],
];

describe("a bad model is refused with file, entry and field", () => {
  for (const [wrong, json, told] of badModels) test(wrong, () => assertRefused(json, told));
});

test("good entries pass unchanged but for the active parameters of dense models", () => {
  const mla = { ...good, id: "mla", name: "MLA", layers: [latent], expanded };
  const json: Json[] = [{ ...good, longContextTwin: "longer-8b" }, longer, mla];
  const written = json.map((entry) => ({ ...entry, activeParams: 8_000_000_000 }));
  assert.deepEqual(validateModels(json, "data/models.json"), written);
  assert.deepEqual(validateModels([mixture], "data/models.json"), [mixture]);
});

test("every mistake is told, one a line", () => {
  const json = [
    { ...good, params: "8B", kvHeads: 8 },
    { ...longer, korean: "yes" },
  ];
  assert.throws(
    () => validateModels(json, "data/models.json"),
    (error: Error) => {
      const lines = error.message.split("\n");
      assert.equal(lines.length, 3);
      assert.ok(lines.every((line) => line.startsWith("data/models.json: ")));
      assert.ok(lines.some((line) => line.includes(": longer-8b: korean: expected boolean")));
      return true;
    },
  );
});

const gpu: Json = {
  id: "x1-24g",
  name: "X1",
  vendor: "Someone",
  memoryBytes: 24e9,
  bandwidthBytesPerSecond: 300e9,
  peakFlopsBf16: null,
  source: "https://example.org/x1",
  checked: "2026-11-29",
};

describe("a bad accelerator is refused with file, entry and field", () => {
  for (const [wrong, json, field] of [
    ["memory in GB", [{ ...gpu, memoryBytes: 24 }], "memoryBytes"],
    ["bandwidth in GB/s", [{ ...gpu, bandwidthBytesPerSecond: 300 }], "bandwidthBytesPerSecond"],
    ["peak in TFLOP/s", [{ ...gpu, peakFlopsBf16: 121 }], "peakFlopsBf16"],
    ["unknown key", [{ ...gpu, watts: 72 }], "watts"],
    ["duplicate id", [gpu, gpu], "id"],
  ] as const) {
    test(wrong, () => {
      const message = new RegExp(`^Error: data/gpus.json: x1-24g: ${field}: .*; found `);
      assert.throws(() => validateGpus(json, "data/gpus.json"), message);
    });
  }

  test("a good one passes", () => {
    assert.deepEqual(validateGpus([gpu], "data/gpus.json"), [gpu]);
  });
});

describe("models left out", () => {
  const missing = { ko: "구조를 확인하지 못했어요.", en: "The geometry was not seen." };
  const left = { name: "Left", organization: "Someone", korean: true, missing };

  test("a good entry passes", () => {
    assert.deepEqual(validateUnlisted([left], "data/unlisted.json"), [left]);
  });

  test("a model of the catalogue cannot be left out too", () => {
    const models = validateModels([good], "data/models.json");
    assert.throws(
      () => validateUnlisted([{ ...left, name: "Good 8B" }], "data/unlisted.json", models),
      /data\/unlisted\.json: Good 8B: name: unique, found twice/,
    );
  });

  test("a reason is needed in both languages", () => {
    assert.throws(
      () => validateUnlisted([{ ...left, missing: { en: "No." } }], "data/unlisted.json"),
      /data\/unlisted\.json: Left: missing\.ko: .*found nothing/,
    );
  });
});

describe("notes", () => {
  const models = validateModels([good], "data/models.json");
  const note = { ko: "head_dim이 160이에요.", en: "head_dim is 160." };

  test("a note of a model passes", () => {
    const notes = { "good-8b": note };
    assert.deepEqual(validateNotes(notes, "data/notes.json", models), notes);
  });

  for (const [wrong, json, told] of [
    ["no such model", { "bad-8b": note }, /data\/notes\.json: .*bad-8b.*id of a model/],
    ["one language", { "good-8b": { en: "Only." } }, /good-8b.*ko: .*found nothing/],
  ] as const) {
    test(`${wrong} is refused`, () => {
      assert.throws(() => validateNotes(json, "data/notes.json", models), told);
    });
  }
});
