import assert from "node:assert/strict";
import { test } from "node:test";
import { langs } from "../../src/i18n/locales.ts";
import { kiviAxes } from "../../src/site/kivi-axes.ts";
import {
  bitsOverTokens,
  formatRows,
  loudExample,
  loudRows,
  ropeRows,
  shownFormats,
  windowTokens,
} from "../../src/site/quantization-rows.ts";
import { bitsText, percentText, reportedText } from "../../src/site/quantization-text.ts";

test("formats of the running example, worked out by hand", () => {
  // Bits of 128 numbers, codes and scales; 158.896 GB on four GPUs; 2.684 GB a request in bf16.
  const byHand = [
    ["bf16", 256, 0, 16, 85.9, 59],
    ["q8_0", 136, 8, 8.5, 45.63, 111],
    ["fp8_per_token_head", 132, 4, 8.25, 44.29, 114],
    ["fp8", 128, 0, 8, 42.95, 118],
    ["int4", 80, 16, 5, 26.84, 189],
    ["q4_0", 72, 8, 4.5, 24.16, 210],
    ["nvfp4", 72, 8, 4.5, 24.16, 210],
    ["mxfp4", 68, 4, 4.25, 22.82, 222],
    ["int2", 48, 16, 3, 16.11, 315],
  ];
  assert.deepEqual(
    formatRows().map(({ format, rowBytes, scaleBytes, bits, requestsBytes, fit }) => [
      ...[format, rowBytes, scaleBytes, bits],
      ...[Number((requestsBytes / 1e9).toPrecision(4)), fit],
    ]),
    byHand,
  );
  assert.equal(shownFormats.length, byHand.length);
});

test("a cache with its newest tokens: K waits up to a multiple of 128, V keeps 128", () => {
  for (const tokens of windowTokens) {
    for (const [format, old] of [
      ["kivi-2", 3],
      ["kivi-4", 5],
    ] as const) {
      const byHand = old + (16 - old) * ((tokens % 128) / tokens + 128 / tokens) * 0.5;
      assert.ok(Math.abs(bitsOverTokens(format, tokens) - byHand) < 1e-9, `${format} ${tokens}`);
    }
    assert.equal(bitsOverTokens("int4", tokens), 5);
    assert.equal(bitsOverTokens("int2", tokens), 3);
  }
  assert.equal(bitsOverTokens("kivi-2", 512), 4.625);
  // As KVQuant prints it for 32,768 tokens, with 128 of both waiting: 3.05.
  assert.equal((3 + (13 * 128) / 32_768).toFixed(2), "3.05");
});

test("what the chapter says of loud channels", () => {
  const [token8, channel8, token4, channel4, token2, channel2] = loudRows();
  for (const [token, channel] of [
    [token8, channel8],
    [token4, channel4],
    [token2, channel2],
  ]) {
    assert.ok(token && channel && token.axis === "token" && channel.axis === "channel");
    const factor = token.quiet / channel.quiet;
    assert.ok(factor > 4.4 && factor < 5.6, `about a fifth: ${factor}`);
    assert.ok(token.moved > channel.moved);
    assert.ok(token.quiet > 3 * token.all, "the error of all channels hides it");
  }
  assert.ok((token2?.quiet ?? 0) > 1, "worse than zeros");
  assert.ok((channel2?.quiet ?? 1) < 1);
  assert.equal(loudExample.channels - loudExample.loud, 124);
});

test("what the chapter says of RoPE: per channel better before, per token a little better after", () => {
  for (const { axis, before, after } of ropeRows()) {
    if (axis === "channel") assert.ok(before < 0.75 * after);
    else assert.ok(after < before && after > 0.9 * before);
  }
});

test("numbers of the tables as text", () => {
  const bits = { id: "bits", name: null, better: "lower", decimals: 2 } as const;
  const score = { ...bits, id: "coqa" };
  assert.deepEqual(
    [16, 4.5, 8.25, 3.1015625, 3.0050048828125].map((value) => bitsText(value, "en")),
    ["16", "4.5", "8.25", "3.102", "3.005"],
  );
  assert.equal(reportedText(16, bits, "en"), "16");
  assert.equal(reportedText(0.7, score, "en"), "0.70");
  assert.equal(reportedText(158, score, "ko"), "158");
  assert.equal(percentText(1.91589, "en"), "191.6");
});

test("the figure of the axes: the numbers of two models, the same rows", () => {
  for (const lang of langs) {
    const { panels, label } = kiviAxes(lang);
    assert.deepEqual(
      panels.map(({ rows }) => rows.map(({ marks }) => marks[0]?.at)),
      [
        [66.37, 63.53, 52.93, 2.88, 2.8],
        [59.83, 43.93, 25.72, 41.95, 19.53],
      ],
    );
    assert.match(label, /63\.53.*41\.95/);
  }
});
