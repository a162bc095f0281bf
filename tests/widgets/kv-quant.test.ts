import assert from "node:assert/strict";
import { test } from "node:test";
import { seededNormal } from "../../src/model/attention/seeded-normal.ts";
import { compute } from "../../src/widgets/kv-quant/compute.ts";
import { cellsData, levelsData, studyNow } from "../../src/widgets/kv-quant/figures.ts";
import type { QuantValues } from "../../src/widgets/kv-quant/format.ts";
import { requestOf } from "../../src/widgets/kv-quant/inspected.ts";
import { params } from "../../src/widgets/kv-quant/params.ts";
import widget from "../../src/widgets/kv-quant/widget.ts";
import { parseValues } from "../../src/widgets/params.ts";
import { plainText } from "../../src/widgets/translate.ts";
import type { RunState } from "../../src/widgets/widget.ts";
import { idleRun, translators } from "./every-widget.ts";

const at = (attributes: Readonly<Record<string, string>> = {}) =>
  parseValues(params, (name) => attributes[name]);
const errors = (attributes: Readonly<Record<string, string>> = {}) => {
  const { study } = compute(at(attributes));
  assert.ok(study);
  return { token: study.ways.token.errors, channel: study.ways.channel.errors };
};
const near = (found: number, expected: number, within: number) =>
  assert.ok(Math.abs(found / expected - 1) < within, `${found} against ${expected}`);
const [ko, en] = translators(widget);
assert.ok(ko && en);

/** By numpy, on its own random numbers: of quiet channels and of all. */
test("the example loses what numpy found, along either axis", () => {
  for (const [format, token, channel] of [
    ["int2", [1.945, 0.625], [0.394, 0.134]],
    ["int4", [0.35, 0.112], [0.078, 0.027]],
  ] as const) {
    const found = errors({ format });
    near(found.token.kQuiet, token[0], 0.06);
    near(found.token.k, token[1], 0.06);
    near(found.channel.kQuiet, channel[0], 0.06);
    near(found.channel.k, channel[1], 0.06);
  }
  const after = errors({ rope: "after" });
  near(after.channel.k, 0.222, 0.1);
  near(after.channel.kQuiet, 0.394, 0.06);
});

test("loud channels cost a token's scale, not a channel's; without them the axis is the same", () => {
  const rises = ["0", "0.5", "1", "2"].map((loudness) => errors({ loudness }));
  for (const [i, { token, channel }] of rises.entries()) {
    const before = rises[i - 1];
    if (before) assert.ok(token.kQuiet > before.token.kQuiet);
    near(channel.kQuiet, rises[0]?.channel.kQuiet ?? 0, 1e-6);
  }
  near(rises[0]?.token.kQuiet ?? 0, rises[0]?.channel.kQuiet ?? 0, 0.02);
  const floats = ["0", "2"].map((loudness) => errors({ loudness, format: "fp8" }).token.kQuiet);
  assert.equal(floats[0], floats[1], "fp8 shares no scale");
  near(errors({ symmetric: "true" }).token.kQuiet, 1, 1e-3);
});

test("bytes and bits by hand", () => {
  for (const [attributes, bits] of [
    [{}, 3],
    [{ symmetric: "true" }, 2.5],
    [{ group: "64" }, 2.5],
    [{ format: "int3", group: "16" }, 5],
    [{ format: "int8", group: "64" }, 8.5],
    [{ format: "nvfp4" }, 4.5],
    [{ format: "fp8" }, 8],
  ] as const) {
    const { taken } = compute(at(attributes));
    for (const { bits: found, bytes } of [taken.token, taken.channel]) {
      assert.equal(found, bits, JSON.stringify(attributes));
      assert.equal(bytes, (64 * 128 * bits) / 8);
    }
  }
  // A token has 128 channels; along a channel there are 64 tokens to share a scale.
  const { taken } = compute(at({ group: "128" }));
  assert.deepEqual([taken.token.bits, taken.channel.bits], [2.25, 2.5]);
});

test("V: weights stay as they were, and random values do not mind the axis", () => {
  const { token, channel } = errors({ part: "v" });
  assert.deepEqual([token.k, token.moved], [0, 0]);
  near(token.v, channel.v, 0.03);
  assert.ok(token.output > 0.2);
});

test("the sentence has both axes' errors", () => {
  const said = (attributes: Readonly<Record<string, string>>) => {
    const values = at(attributes);
    return [en, ko].map((t) => plainText(widget.summary(compute(values), values, t)));
  };
  const [english, korean] = said({});
  assert.match(
    english ?? "",
    /scale per token, at 3 bits .* off by 192% .* output of the head by 160%\. .* would be 38% and 40%\./,
  );
  assert.match(
    korean ?? "",
    /토큰마다 두면 숫자 하나에 3비트이고.*192%, 헤드 출력의 오차가\s160%예요\. 채널마다 두면 38%와 40%예요/,
  );
  assert.match(
    said({ axis: "channel" })[0] ?? "",
    /scale per channel, .* 38% .* would be 192% and 160%/,
  );
});

test("the group that is laid out is the chosen number's", () => {
  const of = (attributes: Readonly<Record<string, string>>) => {
    const values = at(attributes);
    return levelsData(compute(values), values, en, idleRun);
  };
  const row = of({ token: "4", channel: "20", group: "16" });
  assert.equal(row.title, "Token 4, channels 17 to 32");
  assert.equal(row.numbers.length, 16);
  assert.equal(row.levels.length, 4);
  assert.equal(row.numbers.filter(({ isLoud }) => isLoud).length, 0, "the loud one is channel 8");
  const column = of({ axis: "channel", token: "20", channel: "8", group: "16", format: "int3" });
  assert.equal(column.title, "Channel 8, tokens 17 to 32");
  assert.ok(column.numbers.every(({ isLoud }) => isLoud));
  assert.equal(column.levels.length, 8);
  assert.equal(
    column.numbers.findIndex(({ isChosen }) => isChosen),
    3,
  );
  for (const { is } of column.numbers) {
    const gaps = Array.from(column.levels, (level) => Math.abs(level - is));
    assert.equal(Math.min(...gaps), 0, "what is stored is a level");
  }
});

/** A run of the text as the lab would tell it, with numbers of its own. */
function runOf(values: QuantValues): RunState<QuantValues> {
  const size = values.prompt.length * 16;
  const layers = Array.from({ length: 4 }, (_, layer) => ({
    q: seededNormal(3 * layer + 1, 8 * size),
    k: seededNormal(3 * layer + 2, 8 * size),
    v: seededNormal(3 * layer + 3, 8 * size),
  }));
  return { ...idleRun, status: "done", values, events: [{ kind: "inspected", layers }] };
}

test("a run's heads: the chosen layer and head, before RoPE turned back by position", () => {
  const values = at({ source: "model", layer: "3", head: "5", rope: "after" });
  const run = runOf(values);
  const { layers } = run.events[0] as { layers: { k: Float32Array }[] };
  const result = compute(values);
  assert.equal(result.study, null);
  const of = (now: QuantValues) => {
    const study = studyNow(compute(now), now, run);
    assert.ok(study);
    return { study, was: study.drawn().was };
  };
  const n = values.prompt.length;
  const own = (layers[2]?.k ?? new Float32Array()).subarray(4 * n * 16, 5 * n * 16);
  assert.deepEqual([...of(values).was], [...own]);
  const { was } = of({ ...values, rope: "before" });
  // Token 2 of pair 0 stands at position 2: turned back by two radians.
  const [re, im] = [own[32] as number, own[40] as number];
  assert.ok(Math.abs((was[32] as number) - (re * Math.cos(2) + im * Math.sin(2))) < 1e-5);
  assert.deepEqual([...was.subarray(0, 16)], [...own.subarray(0, 16)], "position 0 is not turned");
  const cells = cellsData(result, values, en, run);
  assert.deepEqual([cells.rows, cells.columns, cells.loud], [n, 16, []]);
  const other = { ...values, prompt: "And God said" };
  assert.equal(studyNow(compute(other), other, run), null, "of another text nothing is known");
});

test("tokens wait in 16 bits until their group is full", () => {
  const values = at({ source: "model", axis: "channel", group: "32", token: "40" });
  const run = runOf(values);
  const result = compute(values);
  assert.equal(result.waiting, 55 - 32);
  // 32 tokens in 2 bits with a scale and a zero point a channel; 23 in 16 bits.
  assert.equal(result.taken.channel.bytes, 16 * (8 + 4) + 23 * 16 * 2);
  const study = studyNow(result, values, run);
  assert.ok(study);
  const { was, is } = study.drawn();
  for (let i = 32 * 16; i < was.length; i++) near(is[i] as number, was[i] as number, 1e-3);
  assert.equal(levelsData(result, values, en, run).numbers.length, 0);
  assert.match(levelsData(result, values, en, run).names.empty, /waits in 16 bits/);
});

test("a text is asked for as tokens, and only one that the model knows", () => {
  const request = requestOf(at({ source: "model", prompt: "God", backend: "wasm" }));
  assert.deepEqual(request, {
    kind: "inspect",
    backend: "wasm",
    model: "text-mha",
    text: [29, 63, 52],
  });
  assert.throws(() => requestOf(at({ prompt: "신" })), RangeError);
});
