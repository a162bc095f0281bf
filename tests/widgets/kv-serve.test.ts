import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isKept, steadyWindow, windowFor } from "../../src/model/serve/steady-window.ts";
import {
  type Arrangement,
  type ServeValues,
  serviceOf,
} from "../../src/widgets/kv-serve/arrangements.ts";
import { compute } from "../../src/widgets/kv-serve/compute.ts";
import { holdsText, stripsData } from "../../src/widgets/kv-serve/figures.ts";
import recorded from "../../src/widgets/kv-serve/recorded.json" with { type: "json" };
import {
  holdOf,
  mostEvents,
  pointsOf,
  type ServeEvent,
  sweep,
} from "../../src/widgets/kv-serve/sweep.ts";
import widget from "../../src/widgets/kv-serve/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { idleRun, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const valuesAt = (attributes: Attributes = {}) =>
  valuesOf(widget, attributes) as unknown as ServeValues;
const t = translator("en", widget.messages.en);

async function eventsOf(attributes: Attributes): Promise<readonly ServeEvent[]> {
  const events: ServeEvent[] = [];
  for await (const event of sweep(valuesAt(attributes), new AbortController().signal)) {
    events.push(event);
  }
  assert.ok(events.length <= mostEvents);
  return events;
}

const windowOf = (arrangement: Arrangement, rate: number, values: ServeValues) => {
  const pace = { ttft: values.ttft, tpot: values.tpot / 1000 };
  const window = windowFor(rate, pace, values.output);
  return steadyWindow(serviceOf(arrangement, values).scenario(rate), values.seed, pace, window);
};
const kept = recorded as readonly ServeEvent[];
const rateOf = (events: readonly ServeEvent[], arrangement: Arrangement) =>
  holdOf(events, arrangement)?.rate ?? 0;
const bestOf = (events: readonly ServeEvent[], arrangement: Arrangement) =>
  pointsOf(events, arrangement).find(({ rate }) => rate === rateOf(events, arrangement));

describe("the first state", () => {
  test("what is kept is what a simulation gives", async () => {
    const events = JSON.parse(JSON.stringify(await eventsOf({})));
    assert.deepEqual(events, kept, "npm run keep-runs");
  });

  test("what the chapter says of it", () => {
    const all = rateOf(kept, "all");
    for (const without of ["no-small", "no-paging"] as const) {
      const share = rateOf(kept, without) / all;
      assert.ok(share > 0.28 && share < 0.38, `${without}: ${share}`);
    }
    assert.ok(rateOf(kept, "no-continuous") < 0.01 * all);
    const rooms = compute(valuesAt()).rooms.map(({ requests }) => requests);
    assert.deepEqual(rooms, [971, 121, 59, 971, 7]);
    const { running, computeBound } = bestOf(kept, "all") ?? { running: 0, computeBound: 0 };
    assert.ok(running > 275 && running < 305, `${running}`);
    assert.ok(computeBound > 0.8, `${computeBound}`);
  });

  test("tokens a second are requests a second times their answers, within a tenth", () => {
    for (const arrangement of ["all", "no-small", "no-paging"] as const) {
      const best = bestOf(kept, arrangement);
      assert.ok(best && Math.abs(best.outputTokens / (338 * best.rate) - 1) < 0.1, arrangement);
    }
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
    assert.match(strips[0]?.holds ?? "", /^up to 28\.1 a second$/);
    assert.match(strips[1]?.holds ?? "", /^up to 9\.93 a second \(35.%\)$/);
    assert.match(strips[3]?.holds ?? "", /\(under 1%\)$/);
    for (const { points } of strips) {
      for (const [i, { rate }] of points.entries()) {
        assert.ok(i === 0 || rate > (points[i - 1]?.rate ?? 0));
      }
    }
  });
});

test("three seeds of Azure's lengths: what the chapter says of documents", async () => {
  for (const seed of ["1", "2", "3"]) {
    const events = await eventsOf({ prompt: "1155", output: "211", seed });
    const [all, small, paging] = (["all", "no-small", "no-paging"] as const).map((of) =>
      rateOf(events, of),
    ) as [number, number, number];
    assert.ok(all < rateOf(kept, "all") / 3, `${seed}: ${all}`);
    assert.ok(all / small > 1.6 && all / small < 2.6, `${seed}: ${small} of ${all}`);
    assert.ok(paging > 0.7 * all && paging <= all, `${seed}: ${paging} of ${all}`);
  }
});

test("no rate is called kept at which the queue only grows, however patient the promise", () => {
  const patient = valuesAt({ ttft: "60", tpot: "1000" });
  for (const [arrangement, rate] of [
    ["all", 60],
    ["no-small", 20],
    ["no-paging", 20],
  ] as const) {
    const measured = windowOf(arrangement, rate, patient);
    assert.equal(isKept(measured), false, `${arrangement} at ${rate}`);
  }
});

test("a fifth of an octave beyond the limit nothing holds, and the window is as long as it says", () => {
  const values = valuesAt();
  const rate = rateOf(kept, "all");
  assert.equal(isKept(windowOf("all", rate * 1.15, values)), false);
  const pace = { ttft: 2, tpot: 0.1 };
  const { opens, closes, ends } = windowFor(rate, pace, 338);
  assert.ok(opens >= 60 && closes - opens >= 120 && ends > closes);
  assert.ok(windowFor(1 / 64, pace, 338).closes >= 200 * 64);
});

test("a looser promise holds for no less", async () => {
  const [strict, loose] = [await eventsOf({ tpot: "30" }), await eventsOf({ tpot: "200" })];
  assert.ok(rateOf(strict, "all") < rateOf(loose, "all"));
});

test("where nothing fits it is said, and nothing is simulated", async () => {
  const values = valuesAt({ count: "1" });
  assert.match(
    plainText(widget.summary(compute(values), values as never, t)),
    /leave no room for a cache/,
  );
  const events = await eventsOf({ count: "1" });
  assert.ok(events.every((event) => event.kind === "hold" && !event.hasRoom));
  assert.equal(holdsText(events, "all", t), "no room");
});

test("where only the reservation does not fit, the others are simulated", async () => {
  const events = await eventsOf({ count: "2", reserve: "1", most: "131072" });
  assert.equal(holdOf(events, "no-paging")?.hasRoom, false);
  assert.ok(rateOf(events, "all") > 0);
});

test("prompt and answer fit into the most a request may have", () => {
  const values = valuesAt({ most: "1024", prompt: "32768", output: "8192" });
  assert.equal(values.prompt, 1022);
  assert.equal(values.output, 2);
});

test("a run that is stopped ends, and keeps what it has", async () => {
  const stopper = new AbortController();
  const events: ServeEvent[] = [];
  await assert.rejects(async () => {
    for await (const event of sweep(valuesAt(), stopper.signal)) {
      events.push(event);
      if (events.length === 3) stopper.abort();
    }
  }, /Abort/i);
  assert.equal(events.length, 3);
  assert.equal(holdsText(events, "all", t), "", "nothing is said before it is known");
});

test("slots are the budget over a token's bytes", () => {
  // 4 · 80 GB − 141.1 GB − 20 GB, over 2 · 8 · 128 · 80 · 2 B and eight times that.
  const budget = 158_896_000_000;
  assert.equal(serviceOf("all", valuesAt()).slots, Math.floor(budget / 327_680));
  assert.equal(serviceOf("no-small", valuesAt()).slots, Math.floor(budget / 2_621_440));
});
