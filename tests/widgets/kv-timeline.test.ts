import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compute, type TimelineResult } from "../../src/widgets/kv-timeline/compute.ts";
import { timelinesData } from "../../src/widgets/kv-timeline/figures.ts";
import widget from "../../src/widgets/kv-timeline/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { idleRun, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const valuesAt = (attributes: Attributes = {}) => valuesOf(widget, attributes) as never;
const of = (attributes: Attributes = {}): TimelineResult => compute(valuesAt(attributes));
const t = translator("en", widget.messages.en);
const near = (a = Number.NaN, b = Number.NaN, within = 1e-9) =>
  Math.abs(a - b) <= within * Math.abs(b);
const ends = (attributes: Attributes = {}) => of(attributes).all.map(({ end }) => end);
const pauses = (attributes: Attributes = {}) =>
  of(attributes).all.map(({ longestPause }) => longestPause);

describe("what each schedule is for", () => {
  test("answers of one length, all there at the start: refilling gains nothing", () => {
    const [fixed, refilled] = ends({ spread: "0", long: "256", gap: "0", requests: "8" });
    assert.ok(near(fixed, refilled), `${fixed} ${refilled}`);
  });

  test("the more answers differ, the more a batch that ends together loses", () => {
    const lost = (spread: string) => {
      const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
      const times = seeds.map((seed) => {
        const [fixed = 0, refilled = 1] = ends({ spread, long: "256", gap: "0", seed: `${seed}` });
        return fixed / refilled;
      });
      return times.reduce((sum, time) => sum + time) / times.length;
    };
    const [none, some, much] = [lost("0"), lost("0.5"), lost("1.2")];
    assert.ok(none < some && some < much, `${none} ${some} ${much}`);
  });

  test("a long prompt stops everybody while it is computed; cut, only as long as a piece takes", () => {
    const [, whole = 0, cut = 0] = pauses({ long: "16384" });
    // 2 · 70.55e9 · 16,384 FLOP and attention, at half of four H100s' peak.
    assert.ok(whole > (2 * 70.55e9 * 16_384) / (0.5 * 4 * 989.4e12), `${whole}`);
    assert.ok(cut < whole / 10, `${cut}`);
    const [, , small = 0] = pauses({ long: "16384", budget: "128" });
    const [, , large = 0] = pauses({ long: "16384", budget: "8192" });
    assert.ok(small < cut && cut < large);
  });

  test("small pieces read the weights more often: all is done later", () => {
    const [, , small = 0] = ends({ long: "16384", budget: "64" });
    const [, , middle = 0] = ends({ long: "16384", budget: "512" });
    assert.ok(small > 1.2 * middle, `${small} ${middle}`);
  });
});

test("every request is served once under every schedule, and the same tokens come out", () => {
  for (const { served, outcome } of of({ requests: "16", places: "3" }).all) {
    assert.equal(new Set(served.map(({ request }) => request)).size, 16);
    assert.equal(outcome.tokens.output, of({ requests: "16" }).all[0]?.outcome.tokens.output);
  }
});

test("what is drawn is what is computed: waits end where a place begins, and one request is lit", () => {
  const values = valuesAt({ request: "7" });
  const result = of({ request: "7" });
  const data = timelinesData(result, values, t);
  assert.equal(data.lit, 7);
  for (const panel of data.panels) {
    for (const { request, to } of panel.waits) {
      assert.equal(panel.bars.find((bar) => bar.request === request)?.from, to);
    }
  }
  const sentence = plainText(widget.summary(result, values, t)).replaceAll("\u00a0", " ");
  assert.match(
    sentence,
    /^9 requests in 4 places are all done after 9\.04 s .*after 4\.81 s .*after 4\.71 s/,
  );
  const table = widget.table?.(result, values, t, idleRun);
  assert.deepEqual(
    table?.rows.map((row) => (row[1] as { value: number }).value),
    result.all.map(({ end }) => end),
  );
});
