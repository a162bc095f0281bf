import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import type { ProofEvent, RunEvent } from "../../src/onnx/protocol.ts";
import { open, ready, useSite } from "../helpers/browser.ts";
import { drawn, runToEnd, says, summary } from "../helpers/widget.ts";

const tag = "kv-heads";
const world = useSite();

const at = (query = "", lang = "en") => `${world.site.origin}/${lang}/embed/${tag}/${query}`;
const remark = (page: Page) => page.locator(`${tag} .lit`);
const handle = (page: Page) => page.locator(`${tag} [role=slider].pick`);
/** What a pointer meets over a query head: in the build's picture, or in a drawn one. */
const column = (page: Page, head: number): Locator =>
  page.locator(`${tag} svg.fig [data-head="${head}"][pointer-events]:visible`).first();

/** Heads whose lines are thick, in every picture there is. */
const lit = (page: Page) =>
  page.evaluate((name) => {
    const element = document.querySelector(name);
    const lines = [element, element?.shadowRoot].flatMap((root) => [
      ...(root?.querySelectorAll("[data-part=line][stroke-width='3']") ?? []),
    ]);
    return [...new Set(lines.map((line) => Number(line.getAttribute("data-head"))))];
  }, tag);

test("pointing lights a head in the build's picture: no redraw, no event, no attribute", async () => {
  const { page, done } = await open(world.browser, at());
  await ready(page, tag);
  await page.evaluate(() => {
    addEventListener("headcount-state", () => document.body.setAttribute("data-told", ""));
  });
  for (const [head, kv] of [
    [3, 1],
    [7, 2],
  ] as const) {
    await column(page, head).hover();
    await says(remark(page), new RegExp(`Query head ${head} of 8 reads K and V ${kv}`));
    assert.deepEqual(await lit(page), [head]);
  }
  await page.mouse.move(2, 2);
  await says(remark(page), /Point at a query head/);
  assert.deepEqual(await lit(page), []);
  assert.equal(await page.locator(tag).getAttribute("head"), null);
  assert.equal(await page.locator("body[data-told]").count(), 0);
  assert.equal(await drawn(page, tag, "map").count(), 0, "the build's picture stands");
  await done();
});

test("a click keeps a head lit, arrow keys go on from it, a second click puts it out", async () => {
  const { page, done } = await open(world.browser, at("?groups=4"));
  await ready(page, tag);
  await column(page, 3).click();
  await page.locator(`${tag}[head="3"]`).waitFor();
  await page.mouse.move(2, 2);
  await says(remark(page), /Query head 3 of 8 reads K and V 2, with head 4\./);
  await drawn(page, tag, "map").and(page.locator("[aria-label^='Query head 3 of 8']")).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await says(remark(page), /Query head 5 of 8 reads K and V 3, with head 6\./);
  assert.deepEqual(await lit(page), [5]);
  await column(page, 5).click();
  await page.mouse.move(2, 2);
  await says(remark(page), /Point at a query head/);
  assert.equal(await page.locator(tag).getAttribute("head"), null);
  await done();
});

test("with the keyboard alone: focus lights the first head, keys walk, Escape puts it out", async () => {
  const { page, done } = await open(world.browser, at("", "ko"));
  await ready(page, tag);
  await page.locator(`${tag} #list-kv`).focus();
  await page.keyboard.press("Tab");
  assert.equal(await handle(page).evaluate((element) => element.matches(":focus-visible")), true);
  await says(remark(page), /8개 중 1번 쿼리 헤드/);
  assert.equal(await page.locator(tag).getAttribute("head"), null, "focus alone sets nothing");
  await page.keyboard.press("ArrowRight");
  await page.locator(`${tag}[head="2"]`).waitFor();
  await page.locator(`${tag} .pick[aria-valuenow="2"]`).waitFor();
  assert.equal(
    await handle(page).getAttribute("aria-valuetext"),
    "8개 중 2번 쿼리 헤드는 1번 K와 V를 1, 3, 4번과 함께 읽어요.",
  );
  await page.keyboard.press("End");
  await page.locator(`${tag} .pick[aria-valuenow="8"]`).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(`${tag}:not([head])`).waitFor();
  await done();
});

test("a finger lights what it touches, also the narrow heads of a phone", async () => {
  const { page, done } = await open(world.browser, at("?heads=64&groups=8"), {
    viewport: { width: 360, height: 800 },
    hasTouch: true,
  });
  await ready(page, tag);
  await column(page, 37).tap();
  await page.locator(`${tag}[head="37"]`).waitFor();
  await says(remark(page), /Query head 37 of 64 reads K and V 5, with heads 33–36 and 38–40\./);
  assert.deepEqual(await lit(page), [37]);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(beyond, 0);
  await done();
});

test("a finger that slides lights head after head, and keeps the last", async () => {
  const { page, context, done } = await open(world.browser, at("?groups=4"), {
    viewport: { width: 360, height: 800 },
    hasTouch: true,
  });
  await ready(page, tag);
  const device = await context.newCDPSession(page);
  const touch = async (type: "touchStart" | "touchMove" | "touchEnd", head?: number) => {
    const box = head === undefined ? null : await column(page, head).boundingBox();
    const touchPoints = box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [];
    await device.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  await touch("touchStart", 2);
  for (const [head, kv] of [
    [3, 2],
    [7, 4],
  ] as const) {
    await touch("touchMove", head);
    await says(remark(page), new RegExp(`Query head ${head} of 8 reads K and V ${kv}`));
  }
  assert.equal(await page.locator(tag).getAttribute("head"), null);
  await touch("touchEnd");
  await page.locator(`${tag}[head="7"]`).waitFor();
  assert.deepEqual(await lit(page), [7]);
  await done();
});

test("a slider from MHA to MQA: sentence, formula and picture follow", async () => {
  const { page, done } = await open(world.browser, at("?groups=8"));
  await ready(page, tag);
  await says(summary(page, tag), /8 query heads have a KV head each.* 4,096\sB/);
  const slider = page.locator(`${tag} #range-groups`);
  await slider.focus();
  for (const [groups, bytes] of [
    [4, "2,048"],
    [2, "1,024"],
    [1, "512"],
  ] as const) {
    await page.keyboard.press("ArrowLeft");
    await says(page.locator(`${tag} .result`).first(), new RegExp(`^${bytes}\\sB$`));
    await drawn(page, tag, "map")
      .and(page.locator(`[data-groups="${groups}"]`))
      .waitFor();
  }
  await says(summary(page, tag), /8 query heads share one KV head\..* 1\/8 of what MHA keeps/);
  await done();
});

test("a number that does not divide becomes the nearest that does, and the page says so", async () => {
  const { page, done } = await open(world.browser, at("?groups=5"));
  await ready(page, tag);
  await says(page.locator(`${tag} .state`), /5 KV heads do not divide 8 query heads.* with 4/);
  await says(summary(page, tag), /8 query heads share 4 KV heads/);
  await done();
});

/** Runs to the end, and gives what the run itself reported. */
const run = (page: Page) => runToEnd<RunEvent>(page, tag);

const proofIn = (events: readonly RunEvent[]) =>
  events.find((event): event is ProofEvent => event.kind === "proof");

test("a run draws the real weights of each head, right and as large as the formula says", async () => {
  const { page, requests, done } = await open(world.browser, at("?backend=wasm"));
  await ready(page, tag);
  assert.equal(await page.locator(`${tag} rect.weight`).count(), 0);
  assert.ok(!requests.some((url) => /\.wasm|worker/.test(url)), "nothing heavy before the click");
  const proof = proofIn(await run(page));
  assert.ok(proof);
  assert.ok(proof.maxError <= 1e-5, String(proof.maxError));
  assert.equal(proof.cacheBytes, 2 * 2 * 32 * 16 * 4);
  await page.locator(`${tag} .headline`, { hasText: "The same K, yet other weights" }).waitFor();
  const bars = page.locator(`${tag} .figure[data-figure=weights] rect.weight`);
  await bars.first().waitFor();
  const heights = await bars.evaluateAll((all) =>
    all.map((bar) => Number(bar.getAttribute("height"))),
  );
  const weights = proof.weights.flat();
  assert.equal(heights.length, 8 * 16);
  const scale = Math.max(...heights) / Math.max(...weights);
  for (const [i, height] of heights.entries()) {
    assert.ok(Math.abs(height - scale * (weights[i] ?? 0)) < 1e-6);
  }
  await says(page.locator(`${tag} .source`).first(), /float64.*8,192\sB.*Run on this device: WASM/);

  await page.locator(`${tag} #range-groups`).press("ArrowRight");
  await says(page.locator(`${tag} .state`), /was run with 8 query heads and 2 KV heads/);
  const next = proofIn(await run(page));
  assert.equal(next?.cacheBytes, 2 * 4 * 32 * 16 * 4);
  assert.equal(await page.locator(`${tag} .state`).count(), 0);
  await done();
});

test("after a run, pointing lights the head's row of weights too", async () => {
  const { page, done } = await open(world.browser, at("?backend=wasm", "ko"));
  await ready(page, tag);
  await run(page);
  await page.locator(`${tag} .headline`).waitFor();
  await column(page, 6).hover();
  await says(remark(page), /6번 쿼리 헤드/);
  const band = page.locator(`${tag} .figure[data-figure=weights] [data-part=row][data-head="6"]`);
  assert.equal(await band.getAttribute("fill"), "var(--mark-band)");
  await done();
});
