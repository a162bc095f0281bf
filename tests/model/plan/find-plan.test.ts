import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { lowestOf } from "../../../src/model/plan/ceilings.ts";
import { demandOf } from "../../../src/model/plan/demand.ts";
import { type Found, findPlan, laneWindow } from "../../../src/model/plan/find-plan.ts";
import { layoutsOf } from "../../../src/model/plan/layouts.ts";
import { cheapestOf, marginOf, planCost } from "../../../src/model/plan/plan-cost.ts";
import type { PlanRequest } from "../../../src/model/plan/plan-request.ts";
import { RandomSource } from "../../../src/model/serve/random-source.ts";
import { isKept } from "../../../src/model/serve/steady-window.ts";
import { requestFor } from "./plan-request.ts";

const foundOf = (request: PlanRequest): readonly (Found | null)[] =>
  [...findPlan(request, layoutsOf(request))].flatMap((event) =>
    event.kind === "found" ? [event.found] : [],
  );

/** Small enough that everything can be tried: short answers are few steps. */
const short = { promptTokens: 400, outputTokens: 120 } as const;
const small = [
  requestFor("llama-3-8b", { ...short, rate: 60 }, { gpu: { most: 4 } }),
  requestFor("llama-3-70b", { ...short, rate: 20 }, { gpu: { most: 8 } }),
  requestFor("gemma-3-27b", { ...short, rate: 20, mostTokens: 32768 }, { gpu: { most: 8 } }),
].map((request) => ({ request, found: foundOf(request) }));

describe("the cheapest plan", () => {
  for (const { request, found } of small) {
    const { rate } = request.traffic;
    test(`${request.model.nHeads} heads at ${rate} a second: as trying every layout and every number of copies`, () => {
      const pairs = layoutsOf(request);
      for (const [i, { layouts }] of pairs.entries()) {
        let fewest = Infinity;
        for (const { sized } of layouts) {
          for (let replicas = 1; replicas * sized.gpus <= request.gpu.most; replicas++) {
            if (!isKept(laneWindow(request, sized, rate / (replicas * sized.pp)))) continue;
            fewest = Math.min(fewest, replicas * sized.gpus);
            break;
          }
        }
        assert.equal(found[i]?.gpus ?? Infinity, fewest);
      }
    });
  }

  test("what it says it bears it bears", () => {
    for (const { request, found } of small) {
      for (const one of found) {
        if (!one) continue;
        const lanes = one.replicas * one.sized.pp;
        assert.ok(one.upTo >= request.traffic.rate);
        assert.ok(isKept(laneWindow(request, one.sized, one.upTo / lanes)));
        assert.equal(marginOf(one, request), one.upTo / request.traffic.rate - 1);
      }
    }
  });

  test("of as many GPUs the one that bears more; nothing where nothing is found", () => {
    const [{ request, found: all }] = small as [(typeof small)[number]];
    const found = all.filter((one) => one !== null);
    const best = cheapestOf(found);
    assert.ok(best && found.every(({ gpus, upTo }) => gpus > best.gpus || upTo <= best.upTo));
    assert.equal(cheapestOf([]), null);
    const impatient = { ...request, pace: { ttft: 2, tpot: 0.0001 } };
    assert.deepEqual(foundOf(impatient), [null, null, null, null]);
  });

  test("a model that one machine cannot hold lies on several, one part of its layers on each", () => {
    const request = requestFor("deepseek-v3", { rate: 1 }, { pace: { ttft: 5, tpot: 0.15 } });
    const [, , fp8] = layoutsOf(request);
    assert.ok(fp8 && fp8.layouts.length > 0);
    for (const { sized } of fp8.layouts) assert.ok(sized.tp === 8 && sized.pp >= 2);
    const alone = layoutsOf({ ...request, gpu: { ...request.gpu, most: 8 } });
    assert.deepEqual(
      alone.map(({ problem }) => problem),
      ["room", "room", "room", "room"],
    );
  });
});

describe("ceilings", () => {
  test("no schedule passes them: 60 random loads on random arrangements, a tenth above", () => {
    const random = new RandomSource(7, 0);
    const pick = <Item>(items: readonly Item[]): Item =>
      items[Math.floor(random.uniform() * items.length)] as Item;
    let tried = 0;
    while (tried < 60) {
      const prompt = 2 ** (5 + Math.floor(6 * random.uniform()));
      const output = 2 ** (4 + Math.floor(6 * random.uniform()));
      const request = requestFor(
        pick(["llama-3-8b", "llama-3-70b", "qwen3-30b-a3b", "gemma-3-27b", "deepseek-v2-lite"]),
        { promptTokens: prompt, outputTokens: output },
        { pace: { ttft: 10, tpot: pick([0.02, 0.05, 0.2]) } },
      );
      const layout = pick(pick(layoutsOf(request)).layouts);
      if (!layout) continue;
      const { rate } = lowestOf(layout.ceilings);
      if (rate === 0 || rate > 40) continue;
      tried++;
      const name = JSON.stringify({ ...request.traffic, ...request.pace, ...layout.ceilings });
      assert.ok(!isKept(laneWindow(request, layout.sized, 1.1 * rate)), name);
    }
  });

  test("with room for all, and time for all, what is left is arithmetic", () => {
    const request = requestFor("llama-3-8b", {}, { pace: { ttft: 10, tpot: 100 } });
    const [layout] = layoutsOf(request)[0]?.layouts ?? [];
    assert.ok(layout);
    const { promptTokens, outputTokens, pairs } = demandOf(request.traffic, 1);
    const { flopsPerToken, flopsPerPair } = layout.sized.costs;
    assert.equal(flopsPerToken, 2 * request.model.activeParams);
    const flops = (promptTokens + outputTokens) * flopsPerToken + pairs * flopsPerPair;
    assert.ok(Math.abs(layout.ceilings.compute - (0.5 * 989.5e12) / flops) < 0.02);
  });
});

test("a demand is what is drawn: long requests are drawn again, so means are below what they are set to", () => {
  const free = demandOf({ promptTokens: 100, outputTokens: 300, mostTokens: 100_000 }, 3);
  assert.ok(Math.abs(free.promptTokens - 100) < 5 && Math.abs(free.outputTokens - 300) < 15);
  // Of exponential lengths with means p and o: E[o p + o²/2] = o p + o².
  assert.ok(Math.abs(free.read / (100 * 300 + 300 ** 2) - 1) < 0.1);
  const tight = demandOf({ promptTokens: 100, outputTokens: 300, mostTokens: 400 }, 3);
  assert.ok(tight.promptTokens < 80 && tight.outputTokens < 160);
});

test("three GPUs at 2 an hour under 4 requests a second", () => {
  const request = requestFor("llama-3-8b");
  const demand = demandOf(request.traffic, request.seed);
  const { promptTokens, outputTokens } = demand;
  const cost = planCost(demand, 4, 3, 2);
  assert.equal(cost.perHour, 6);
  assert.ok(Math.abs((cost.perMillionOutput * 4 * outputTokens * 3600) / 1e6 - 6) < 1e-9);
  const all = promptTokens + outputTokens;
  assert.ok(Math.abs((cost.perMillionTokens * 4 * all * 3600) / 1e6 - 6) < 1e-9);
});
