import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { validateModels } from "../../src/data/schema.ts";
import { assertRefused, found, good, group, heads, type Json, state } from "./sample-model.ts";

const badLayers: readonly (readonly [string, unknown, readonly string[]])[] = [
  [
    "a chunk longer than the context",
    [{ ...good, layers: [group(heads({ chunkTokens: 8192 }))] }],
    ["good-8b", "layers[0].layer.chunkTokens", "less than maxContext 8192", found(8192)],
  ],
  [
    "a chunk beside a window",
    [{ ...good, layers: [group(heads({ windowTokens: 512, chunkTokens: 512 }))] }],
    ["good-8b", "layers[0].layer.chunkTokens", "no chunk beside a window", found(512)],
  ],
  [
    "a repetition of one",
    [{ ...good, layers: [{ repeat: 1, layers: [group(heads())] }] }],
    ["good-8b", "layers[0].repeat", found(1)],
  ],
  [
    "unknown key in a repetition",
    [{ ...good, layers: [{ repeat: 2, layers: [group(heads({ heads: 3 }))] }] }],
    ["good-8b", "layers[0].layers[0].layer.heads", "no such key", found(3)],
  ],
  [
    "a repetition in a repetition",
    [{ ...good, layers: [{ repeat: 2, layers: [{ repeat: 2, layers: [group(heads())] }] }] }],
    ["good-8b", "layers[0].layers[0].repeat", "no such key", found(2)],
  ],
  [
    "a pattern with a kind it does not name",
    [{ ...good, layers: [{ pattern: "MM*", kinds: { M: state } }] }],
    ["good-8b", "layers[0]", "a pattern that names every kind and no other"],
  ],
  [
    "equal neighbours",
    [{ ...good, layers: [{ repeat: 2, layers: [group(heads())] }] }],
    ["good-8b", "layers", "equal neighbours in one group"],
  ],
  [
    "no layer that keeps tokens",
    [{ ...good, layers: [group(state)] }],
    ["good-8b", "layers", "a layer that keeps tokens", found(["state"])],
  ],
  [
    "a cache shared before there is one",
    [{ ...good, layers: [group({ kind: "shared" }, 1), group(heads())] }],
    ["good-8b", "layers", "a cache before the layers that share it"],
  ],
  [
    "half a state",
    [{ ...good, layers: [group(heads()), group({ ...state, keyDim: 0.5 })] }],
    ["good-8b", "layers[1].layer.keyDim", "expected int", found(0.5)],
  ],
  [
    "groups of a convolution without their channels",
    [{ ...good, layers: [group(heads()), group({ ...state, convGroups: 8 })] }],
    ["good-8b", "layers[1].layer.groupChannels", "with convGroups", "found nothing"],
  ],
  [
    "taps of a convolution without channels",
    [{ ...good, layers: [group(heads()), group({ ...state, convChannels: 0 })] }],
    ["good-8b", "layers[1].layer.convTaps", found(3)],
  ],
];

describe("bad layers are refused with entry and field", () => {
  for (const [wrong, json, told] of badLayers) test(wrong, () => assertRefused(json, told));
});

const layersOf = (layers: Json[]): unknown =>
  validateModels([{ ...good, layers }], "data/models.json")[0]?.layers;

describe("good layers pass", () => {
  test("layers of every kind", () => {
    const layers = [
      group(heads()),
      group({ kind: "tied", nKv: 8, headDim: 128, ropeDim: 64 }),
      group({ kind: "factored", nHeads: 32, headDim: 128, rankK: 2, rankV: 2 }),
      group({ ...state, convGroups: 8, groupChannels: 256, stateElementBytes: 4 }),
      group({ kind: "shared" }),
      group({ kind: "none" }),
    ];
    assert.deepEqual(layersOf(layers), layers);
  });

  test("repeated layers written out", () => {
    const window = group(heads({ windowTokens: 1024 }), 5);
    const full = group(heads(), 1);
    const layers = [{ repeat: 2, layers: [window, full] }, group(heads({ windowTokens: 1024 }), 2)];
    assert.deepEqual(layersOf(layers), [window, full, window, full, layers[1]]);
  });

  test("a pattern written out, equal neighbours together", () => {
    const kinds = { M: state, "*": heads(), E: { kind: "none" } };
    assert.deepEqual(layersOf([{ pattern: "MM*EM", kinds }]), [
      group(state, 2),
      group(heads(), 1),
      group({ kind: "none" }, 1),
      group(state, 1),
    ]);
  });
});
