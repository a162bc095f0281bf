import assert from "node:assert/strict";
import { test } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { launch, open, ready, useBothBrowsers } from "../helpers/browser.ts";
import {
  button,
  stepsTold,
  type Training,
  tag,
  toldSoFar,
  trainedInNode,
  trainToTheEnd,
} from "../helpers/upcycling.ts";
import { drawn, heightBeforeRun, heightOf, nextRun, says, summary } from "../helpers/widget.ts";

const world = useBothBrowsers();
const at = (query = "", lang = "en") => `${world.site.origin}/${lang}/embed/${tag}/${query}`;

/** A step takes seconds on a GPU that a CPU emulates; fewer of them with GPU_STEPS=10. */
const gpuSteps = Number(process.env.GPU_STEPS ?? 50);

const state = (page: Page) => page.locator(`${tag} p.kept`);
const mean = (training: Training, from: number, to?: number) => {
  const losses = training.trained.slice(from, to).map(({ loss }) => loss);
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
};
const losses = ({ trained }: Training) => trained.map(({ loss }) => loss);

function assertSame(found: Training, expected: Training, within: number): void {
  assert.deepEqual(
    found.trained.map(({ step }) => step),
    expected.trained.map(({ step }) => step),
  );
  for (const [i, { loss }] of expected.trained.entries()) {
    const off = Math.abs((found.trained[i]?.loss ?? Number.NaN) - loss);
    assert.ok(off <= within, `step ${i + 1}: ${found.trained[i]?.loss}, in Node ${loss}`);
  }
  for (const [i, { quality }] of expected.judged.entries()) {
    const off = Math.abs((found.judged[i]?.quality.loss ?? Number.NaN) - quality.loss);
    assert.ok(off <= within, `place ${i}: off by ${off}`);
  }
}

for (const [backend, steps] of [
  ["wasm", 50],
  ["webgpu", gpuSteps],
] as const) {
  test(`${backend}: ${steps} steps, each with the loss that it has in Node, and the loss falls`, async () => {
    const browser = backend === "wasm" ? world.withoutGpu : world.withGpu;
    const query = `?backend=${backend}&steps=${steps}`;
    const visit = await open(browser, at(query));
    const { page, requests } = visit;
    page.setDefaultTimeout(600_000);
    await ready(page, tag);
    assert.ok(!requests.some((url) => /\.wasm|worker|\.bin/.test(url)), "nothing before the click");
    const before = await heightBeforeRun(page, tag);
    const found = await trainToTheEnd(page);
    assert.equal(await heightOf(page, tag), before, "the room of all it says was kept");
    assert.equal(found.backends[0]?.backend, backend);
    assert.equal(found.trained.length, steps);
    assert.equal(requests.filter((url) => /recall-mha\.bin/.test(url)).length, 1);
    assertSame(found, await trainedInNode(query), 1e-3);
    if (steps >= 20) {
      assert.ok(mean(found, -10) < mean(found, 0, 10));
      await says(page.locator(`${tag} .speed`), /tokens a second here \(/);
    }
    await says(page.locator(`${tag} .headline`), new RegExp(`After step ${steps}, `));
    await says(state(page), new RegExp(`Kept in this browser up to step ${steps},`));
    const squares = drawn(page, tag, "curves").locator("path.live");
    const places = new Set([0, 7, 18, 35, 70].filter((step) => step <= steps)).add(steps);
    assert.equal(await squares.count(), places.size + 1, "where the curves are, the end, the key");
    const done = button(page).filter({ hasText: `All ${steps} steps are done` });
    // A pointer that comes late, whatever the button says of itself.
    await done.dispatchEvent("click");
    assert.equal(
      (await toldSoFar(page)).trained.length,
      steps,
      "a late press on Pause does no harm",
    );
    await visit.done();
  });
}

test("paused and gone on with, a training is the same; so it is after a reload, and in another tab", async () => {
  const query = "?backend=wasm&pooling=first&steps=20";
  const expected = losses(await trainedInNode(query));
  const { page, context, done } = await open(world.withoutGpu, at(query));
  await ready(page, tag);
  await button(page).click();
  await button(page).filter({ hasText: "Pause" }).waitFor();
  await stepsTold(page, 3);
  await button(page).click();
  await button(page)
    .filter({ hasText: /Go on from step \d/ })
    .waitFor();
  const paused = losses(await toldSoFar(page)).length;
  assert.ok(paused < 20, "a pause does not wait for the end");
  await button(page).click();
  await stepsTold(page, paused + 3);
  await button(page).click();
  await button(page)
    .filter({ hasText: /Go on from step/ })
    .waitFor();
  await says(state(page), /Kept in this browser up to step/);

  await page.reload();
  await ready(page, tag);
  await button(page)
    .filter({ hasText: /Go on from step \d+/ })
    .waitFor();
  const [, from] = /from step (\d+)/.exec((await button(page).textContent()) ?? "") ?? [];
  assert.ok(Number(from) >= paused, `${from} of ${paused}`);
  await button(page).click();
  await stepsTold(page, Number(from) + 1);
  await page.close();

  const again = await opened(context, query);
  const offered = button(again).filter({ hasText: /Go on from step \d+|Show all 20 steps/ });
  await offered.waitFor();
  const whole = await trainToTheEnd(again);
  assert.deepEqual(losses(whole), expected, "bit by bit, over four sittings");
  await again.locator(`${tag} .afresh summary`).click();
  await again.locator(`${tag} .afresh button`).click();
  await button(again).filter({ hasText: "Pause" }).waitFor();
  await again.close();
  await done();
});

async function opened(context: BrowserContext, query: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(at(query));
  await ready(page, tag);
  return page;
}

test("a training that is done shows again after a reload, without the runtime or the model", async () => {
  const query = "?backend=wasm&pooling=aligned&steps=5";
  const { page, requests, done } = await open(world.withoutGpu, at(query));
  await ready(page, tag);
  const first = await trainToTheEnd(page);
  await page.reload();
  await ready(page, tag);
  const before = requests.length;
  await button(page).filter({ hasText: "Show all 5 steps" }).waitFor();
  const again = await trainToTheEnd(page);
  assert.deepEqual(again, first);
  assert.ok(!requests.slice(before).some((url) => /\.wasm|\.bin/.test(url)));
  await drawn(page, tag, "progress")
    .and(page.getByRole("img", { name: /up to step 5 of 5/ }))
    .waitFor();
  await done();
});

test("where storage is denied it trains all the same, pauses and goes on, and says what a reload loses", async () => {
  const query = "?backend=wasm&pooling=first&steps=10";
  const { page, done } = await open(world.withoutGpu, at(query), {
    before: (page) =>
      page.addInitScript(() => {
        Object.defineProperty(globalThis, "indexedDB", {
          get: () => {
            throw new DOMException("denied", "SecurityError");
          },
        });
      }),
  });
  await ready(page, tag);
  await says(state(page), /store nothing: a reload would lose a run/);
  await button(page).click();
  await stepsTold(page, 2);
  await button(page).click();
  await button(page)
    .filter({ hasText: /Go on from step/ })
    .waitFor();
  await says(state(page), /step \d+ is kept until the page closes/);
  const whole = await trainToTheEnd(page);
  assert.deepEqual(losses(whole), losses(await trainedInNode(query)));
  await done();
});

test("a lost GPU keeps every step that was told, and goes on on WASM", async () => {
  const browser = await launch({ webgpu: true });
  try {
    const { page } = await open(browser, at("?backend=webgpu&pooling=first&steps=10"));
    await ready(page, tag);
    await button(page).click();
    await stepsTold(page, 1);
    const session = await browser.newBrowserCDPSession();
    await session.send("Browser.crashGpuProcess" as never);
    await page
      .locator(`${tag} .state.error`, { hasText: "Connection to the GPU was lost" })
      .waitFor({ timeout: 120_000 });
    await button(page)
      .filter({ hasText: /Go on from step [1-9]/ })
      .waitFor();
    await page.locator(`${tag} input[name=backend][value=wasm]`).check();
    const whole = await trainToTheEnd(page);
    assert.equal(whole.trained.length, 10);
    assert.deepEqual(
      whole.backends.map(({ backend }) => backend),
      ["webgpu", "wasm"],
    );
  } finally {
    await browser.close();
  }
});

test("by keyboard: heads, pooling, layer; focus stays on the button while it changes", async () => {
  const { page, requests, done } = await open(world.withoutGpu, at("?backend=wasm&steps=20"));
  await ready(page, tag);
  const choice = (name: string, value: string) =>
    page.locator(`${tag} input[name=${name}][value="${value}"]`);
  await choice("n-kv", "2").press("ArrowRight");
  await says(summary(page, tag), /pooled into 1 by their mean/);
  await choice("pooling", "mean").press("ArrowRight");
  await says(summary(page, tag), /by keeping the first of each group/);
  await drawn(page, tag, "heads")
    .and(page.getByRole("img", { name: /layer 1 become 1: First/ }))
    .waitFor();
  await page.locator(`${tag} #range-layer`).press("End");
  await drawn(page, tag, "heads")
    .and(page.getByRole("img", { name: /layer 2 become 1/ }))
    .waitFor();
  await choice("measure", "loss").press("ArrowRight");
  await says(summary(page, tag), /is right in \d+\.\d% of cases instead of 99\.\d%/);
  assert.ok(!requests.some((url) => /\.wasm|worker|\.bin/.test(url)));
  await button(page).focus();
  await page.keyboard.press("Enter");
  await button(page).filter({ hasText: "Pause" }).waitFor();
  await stepsTold(page, 1);
  await page.keyboard.press("Enter");
  await button(page)
    .filter({ hasText: /Go on from step/ })
    .waitFor();
  assert.ok(await button(page).evaluate((element) => element.matches(":focus")));
  await page.keyboard.press("Tab");
  const hasFocus = (selector: string) =>
    page.locator(`${tag} ${selector}`).evaluate((element) => element.matches(":focus"));
  assert.ok(await hasFocus(".afresh summary"));
  const [, kept] = /from step (\d+)/.exec((await button(page).textContent()) ?? "") ?? [];
  await page.keyboard.press("Enter");
  await says(page.locator(`${tag} .afresh p`), new RegExp(`The ${kept} steps kept here`));
  await button(page)
    .filter({ hasText: `Go on from step ${kept}` })
    .waitFor();
  await page.keyboard.press("Tab");
  assert.ok(await hasFocus(".afresh button"));
  await page.keyboard.press("Enter");
  await button(page).filter({ hasText: "Pause" }).waitFor();
  assert.ok(await hasFocus("button.go"), "on the button that pauses");
  await says(page.locator(`${tag} .headline`), /Right after pooling: [^A]*$/);
  await done();
});

test("another model chosen while one trains: which one trains is said, and the way back to it", async () => {
  const { page, done } = await open(world.withoutGpu, at("?backend=wasm&pooling=first&steps=10"));
  await ready(page, tag);
  const ended = nextRun(page, tag);
  await button(page).click();
  await stepsTold(page, 1);
  const pooling = (value: string) => page.locator(`${tag} input[name=pooling][value=${value}]`);
  await pooling("random").check();
  const other = page.locator(`${tag} [role=status] > .state`);
  await says(other, /(In training now: the model of 2 KV heads, First|First, is done: 10 steps)/);
  await ended;
  await says(other, /The model of 2 KV heads, First, is done: 10 steps\./);
  await button(page).filter({ hasText: "Train on" }).waitFor();
  assert.equal(await page.locator(`${tag} .headline`).count(), 0, "nothing of it as this one's");
  await other.locator("button").press("Enter");
  await says(page.locator(`${tag} .headline`), /After step 10/);
  assert.ok(await pooling("first").isChecked());
  assert.ok(await button(page).evaluate((element) => element.matches(":focus")));
  assert.equal(await other.count(), 0);
  await done();
});

test("in Korean", async () => {
  const { page, done } = await open(world.withoutGpu, at("?backend=wasm&n-kv=4&steps=5", "ko"));
  await ready(page, tag);
  await says(summary(page, tag), /KV 헤드를 평균해서 4개로 줄이면 회상 모델의 손실은/);
  await button(page).filter({ hasText: "더 학습하기" }).waitFor();
  const { trained } = await trainToTheEnd(page);
  assert.equal(trained.length, 5);
  await says(page.locator(`${tag} .headline`), /5걸음을 더 학습한 뒤 정답률 \d+\.\d%/);
  await says(state(page), /5걸음까지 이 브라우저에 남겨 두었어요/);
  await done();
});
