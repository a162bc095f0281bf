import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { publishedShares } from "../../src/model/serve/published.ts";
import { type BlocksResult, compute } from "../../src/widgets/kv-blocks/compute.ts";
import {
  mapsData,
  meanShares,
  sharesData,
  tableData,
} from "../../src/widgets/kv-blocks/figures.ts";
import widget from "../../src/widgets/kv-blocks/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { idleRun, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const valuesAt = (attributes: Attributes = {}) => valuesOf(widget, attributes) as never;
const of = (attributes: Attributes = {}): BlocksResult => compute(valuesAt(attributes));
const t = translator("en", widget.messages.en);
const servedIn = ({ all }: BlocksResult) => all.map(({ now }) => now.held.length);

describe("a small pool of 128 slots", () => {
  test("reserving 32 slots each holds four, at every moment", () => {
    for (let at = 0; at <= 60; at++) assert.equal(servedIn(of({ at: `${at}` }))[0], 4);
  });

  test("blocks hold the most, and knowing lengths more than powers of two, summed over the run", () => {
    const sums = [0, 0, 0, 0];
    for (let at = 0; at <= 60; at++) {
      for (const [i, n] of servedIn(of({ at: `${at}` })).entries()) sums[i] = (sums[i] ?? 0) + n;
    }
    for (const [i, sum] of sums.entries())
      assert.ok(i === 0 || sum > (sums[i - 1] ?? 0), `${sums}`);
  });

  test("a block of one slot wastes nothing inside, one of 32 is a reservation of 32", () => {
    const waste = (block: string) => {
      const paged = of({ block }).all.at(-1);
      assert.ok(paged);
      return meanShares(paged).internal;
    };
    assert.equal(waste("1"), 0);
    assert.ok(waste("4") > 0);
    assert.ok(waste("32") > 0.3);
    assert.ok(servedIn(of({ block: "32" }))[3] === 4);
  });

  test("a beginning that all share lies in the pool once, and readers are those who are served", () => {
    const values = { prefix: "8", block: "4" };
    const result = of(values);
    const shared = mapsData(result, valuesAt(values), t)
      .maps.at(-1)
      ?.runs.filter(({ readers }) => readers > 1);
    assert.equal(
      shared?.reduce((sum, { from, to }) => sum + to - from, 0),
      8,
    );
    assert.equal(shared?.[0]?.readers, servedIn(result)[3]);
    assert.deepEqual(result.shared, { blocks: 2, readers: servedIn(result)[3] });
    assert.equal(of({ prefix: "3" }).shared, null, "less than a block is nobody's");
    assert.ok((servedIn(result)[3] ?? 0) > (servedIn(result)[2] ?? 0));
  });
});

describe("the paper's pool of 15,728 slots", () => {
  test("2,048 slots each are seven requests, and 8.9 % that nobody can have", () => {
    const result = of({ scene: "sharegpt" });
    assert.equal(servedIn(result)[0], Math.floor(15_728 / 2048));
    const [max] = result.all;
    assert.ok(max);
    assert.ok(Math.abs(meanShares(max).external - (15_728 - 7 * 2048) / 15_728) < 1e-9);
  });

  test("the paper's bars are drawn where its setting is, and are its", () => {
    const reported = (attributes: Attributes) =>
      sharesData(of(attributes), valuesAt(attributes), t).rows.map((row) => row.reported?.shares);
    const [max, , oracle, paged] = reported({ scene: "sharegpt" });
    assert.equal(max?.tokens, publishedShares.max.tokens / 100);
    assert.equal(oracle?.external, publishedShares.oracle.external / 100);
    assert.deepEqual(paged, { tokens: 0.963 });
    const others: readonly Attributes[] = [
      { scene: "sharegpt", prefix: "64" },
      { scene: "alpaca" },
      {},
    ];
    for (const other of others) {
      assert.deepEqual(reported(other), [undefined, undefined, undefined, undefined]);
    }
  });

  test("shares of every way and scene are the whole pool", () => {
    for (const scene of ["small", "sharegpt", "alpaca"]) {
      for (const result of of({ scene }).all) {
        const sum = Object.values(meanShares(result)).reduce((all, share) => all + share, 0);
        assert.ok(Math.abs(sum - 1) < 1e-9, `${scene} ${result.manager}: ${sum}`);
      }
    }
  });
});

test("the request that is followed: its blocks hold its tokens, and what has become of it is told", () => {
  const values = { at: "14", request: "9" };
  const result = of(values);
  const held = result.all.at(-1)?.now.held.find(({ request }) => request === 8);
  assert.ok(held);
  const { blocks } = tableData(result, valuesAt(values), t);
  assert.deepEqual(
    blocks.map(({ block }) => block),
    held.blocks,
  );
  assert.equal(
    blocks.reduce((sum, { filled }) => sum + 4 * filled, 0),
    held.tokens,
  );
  assert.deepEqual(
    result.all.map(({ fate }) => fate),
    ["served", "served", "served", "served"],
  );
  assert.deepEqual(
    of({ at: "14", request: "20" }).all.map(({ fate }) => fate),
    [...["waits", "waits", "waits", "served"]],
  );
  assert.deepEqual(
    of({ at: "60", request: "1" }).all.map(({ fate }) => fate),
    [...["finished", "finished", "finished", "finished"]],
  );
  assert.equal(of({ request: "0" }).followed, null);
});

test("whoever is in the pool at any moment can be followed", () => {
  for (const attributes of [
    {},
    { scene: "alpaca" },
    { block: "1", prefix: "12" },
  ] as Attributes[]) {
    const most = Math.max(
      ...of(attributes).all.flatMap(({ frames }) =>
        frames.flatMap(({ held }) => held.map(({ request }) => request + 1)),
      ),
    );
    assert.equal(of({ ...attributes, request: `${most}` }).followed, most - 1);
  }
});

test("the sentence and the table say what is drawn, and a moment is not simulated anew", () => {
  const values = valuesAt();
  const result = of();
  const sentence = plainText(widget.summary(result, values, t));
  assert.equal(
    sentence,
    "The same 128 slots, at step 14: 4 requests with the maximum reserved, 5 with powers of two, " +
      "5 with known lengths, 9 in blocks.",
  );
  const table = widget.table?.(result, values, t, idleRun);
  assert.deepEqual(
    table?.rows.map((row) => (row[1] as { value: number }).value),
    [4, 5, 5, 9],
  );
  assert.equal(of({ at: "3" }).all[0]?.frames, result.all[0]?.frames);
});
