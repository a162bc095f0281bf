import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type Arrangement,
  type ServeValues,
  serviceOf,
} from "../../src/widgets/kv-serve/arrangements.ts";
import { compute } from "../../src/widgets/kv-serve/compute.ts";
import { stripsData } from "../../src/widgets/kv-serve/figures.ts";
import recorded from "../../src/widgets/kv-serve/recorded.json" with { type: "json" };
import {
  attainment,
  holdsUpTo,
  mostPoints,
  type ServePoint,
  sweep,
} from "../../src/widgets/kv-serve/sweep.ts";
import widget from "../../src/widgets/kv-serve/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { idleRun, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const valuesAt = (attributes: Attributes = {}) =>
  valuesOf(widget, attributes) as unknown as ServeValues;
const t = translator("en", widget.messages.en);

async function pointsOf(attributes: Attributes): Promise<readonly ServePoint[]> {
  const points: ServePoint[] = [];
  for await (const point of sweep(valuesAt(attributes), new AbortController().signal)) {
    points.push(point);
  }
  return points;
}

const kept = recorded as readonly ServePoint[];
const of = (points: readonly ServePoint[], arrangement: Arrangement) =>
  holdsUpTo(points, arrangement);

describe("the first state", () => {
  test("the points that are kept are those that a simulation gives", async () => {
    assert.deepEqual(
      JSON.parse(JSON.stringify(await pointsOf({}))),
      kept,
      "npm run keep-serve-sweep",
    );
  });

  test("what the chapter says of it", () => {
    const all = of(kept, "all") ?? 0;
    assert.ok((of(kept, "no-small") ?? 0) < all / 3);
    assert.ok((of(kept, "no-paging") ?? 0) < all / 3);
    assert.equal(of(kept, "no-continuous"), null);
    const rooms = compute(valuesAt()).rooms.map(({ requests }) => requests);
    assert.deepEqual(rooms, [971, 121, 59, 971, 7]);
  });

  test("sentence and strips", () => {
    const values = valuesAt();
    const result = compute(values);
    assert.equal(
      plainText(widget.summary(result, values as never, t)),
      "Llama 3 70B: 484,912 slots are left for the cache. With 499 tokens a request they hold 971 " +
        "requests in blocks, 59 if 8,192 are reserved for each, and 121 in blocks if every query head " +
        "has K and V of its own.",
    );
    const { strips } = stripsData(result, values, t, idleRun as never);
    assert.match(strips[0]?.holds ?? "", /^up to 41\.5 a second$/);
    assert.match(strips[1]?.holds ?? "", /^up to 12\.9 a second \(31.%\)$/);
    for (const { points } of strips) {
      for (const [i, { rate }] of points.entries())
        assert.ok(i === 0 || rate > (points[i - 1]?.rate ?? 0));
    }
  });
});

test("Azure's lengths: what the chapter says of documents", async () => {
  const points = await pointsOf({ prompt: "1155", output: "211" });
  assert.ok(points.length <= mostPoints);
  const [all = 0, small = 0, paging = 0] = [
    of(points, "all"),
    of(points, "no-small"),
    of(points, "no-paging"),
  ].map(Number);
  assert.ok(all < (of(kept, "all") ?? 0) / 3, `${all}`);
  assert.ok(paging > 0.82 * all && paging < 0.92 * all, `${paging} of ${all}`);
  assert.ok(all > 1.6 * small && all < 2 * small, `${small} of ${all}`);
  const bound = points.find(
    (point) => point.arrangement === "all" && point.rate === all,
  )?.computeBound;
  assert.ok((bound ?? 0) > 0.5, `${bound}`);
});

test("a promise is kept below what holds, and by fewer above; a looser one holds for more", async () => {
  const [strict, loose] = [await pointsOf({ tpot: "50" }), await pointsOf({ tpot: "200" })];
  assert.ok((of(strict, "all") ?? 0) < (of(loose, "all") ?? 0));
  for (const points of [strict, loose]) {
    const held = of(points, "all") ?? 0;
    for (const point of points.filter(({ arrangement }) => arrangement === "all")) {
      if (point.rate <= held) assert.ok(point.kept >= attainment);
    }
  }
});

test("where nothing fits it is said, and nobody is served", async () => {
  const attributes = { count: "1" };
  const values = valuesAt(attributes);
  assert.match(
    plainText(widget.summary(compute(values), values as never, t)),
    /leave no room for a cache/,
  );
  const points = await pointsOf(attributes);
  assert.ok(points.every((point) => point.kept === 0));
  assert.equal(of(points, "all"), null);
});

test("a run that is stopped ends, and keeps what it has", async () => {
  const stopper = new AbortController();
  const points: ServePoint[] = [];
  await assert.rejects(async () => {
    for await (const point of sweep(valuesAt(), stopper.signal)) {
      points.push(point);
      if (points.length === 3) stopper.abort();
    }
  }, /Abort/i);
  assert.equal(points.length, 3);
});

test("slots are the budget over a token's bytes", () => {
  // 4 · 80 GB − 141.1 GB − 20 GB, over 2 · 8 · 128 · 80 · 2 B and eight times that.
  const budget = 158_896_000_000;
  assert.equal(serviceOf("all", valuesAt()).slots, Math.floor(budget / 327_680));
  assert.equal(serviceOf("no-small", valuesAt()).slots, Math.floor(budget / 2_621_440));
});
