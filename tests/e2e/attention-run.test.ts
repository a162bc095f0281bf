import assert from "node:assert/strict";
import { test } from "node:test";
import { backendOf, finished, proven, start, state, tag } from "../helpers/attention-run.ts";
import { launch, open, ready, useBothBrowsers } from "../helpers/browser.ts";

const world = useBothBrowsers();

test("WebGPU, chosen, runs on the software adapter, and every operator on it", async () => {
  const { page, requests, done } = await open(
    world.withGpu,
    `${world.site.origin}/en/embed/${tag}/?context=512&backend=webgpu`,
  );
  await ready(page, tag);
  await page.locator(`${tag} .why`, { hasText: "emulates" }).waitFor();
  assert.ok(!requests.some((url) => /\.wasm|worker/.test(url)), "nothing heavy before the click");
  await start(page);
  const events = await finished(page);
  const backend = backendOf(events);
  assert.equal(backend?.backend, "webgpu");
  assert.equal(backend?.allOperatorsOnGpu, true);
  assert.match(backend?.adapter ?? "", /swiftshader/i);
  assert.equal(backend?.flavour, "jspi");
  proven(events, 512);
  assert.equal(requests.filter((url) => url.endsWith(".wasm")).length, 1, "one download");
  await page.locator(`${tag} [aria-current=true]`, { hasText: "WebGPU" }).waitFor();
  await done();
});

test("by default a software GPU is passed over for WASM, and the page says why", async () => {
  const { page, done } = await open(
    world.withGpu,
    `${world.site.origin}/ko/embed/${tag}/?context=512`,
  );
  await ready(page, tag);
  await start(page);
  const events = await finished(page);
  assert.equal(backendOf(events)?.backend, "wasm");
  assert.equal(backendOf(events)?.reason, "software");
  proven(events, 512);
  await page.locator(`${tag} .why`, { hasText: "CPU가 흉내" }).waitFor();
  await done();
});

test("without WebGPU, WASM runs and the page says so", async () => {
  const { page, requests, done } = await open(
    world.withoutGpu,
    `${world.site.origin}/en/embed/${tag}/?context=512&backend=webgpu`,
  );
  await ready(page, tag);
  await page.locator(`${tag} .ladder .off`, { hasText: "WebGPU" }).waitFor();
  await start(page);
  const events = await finished(page);
  const backend = backendOf(events);
  assert.equal(backend?.backend, "wasm");
  assert.equal(backend?.reason, "no-adapter");
  assert.equal(backend?.flavour, "wasm");
  proven(events, 512);
  await page.locator(`${tag} .why`, { hasText: "found no GPU" }).waitFor();
  assert.equal(requests.filter((url) => url.endsWith(".wasm")).length, 1);
  await done();
});

test("a browser without promise integration gets the other build, and the same answer", async () => {
  const { page, done } = await open(
    world.withGpu,
    `${world.site.origin}/en/embed/${tag}/?context=512&backend=webgpu`,
    {
      before: (opened) =>
        opened.addInitScript(() => {
          delete (WebAssembly as { Suspending?: unknown }).Suspending;
        }),
    },
  );
  await ready(page, tag);
  await start(page);
  const events = await finished(page);
  assert.equal(backendOf(events)?.flavour, "asyncify");
  assert.equal(backendOf(events)?.backend, "webgpu");
  proven(events, 512);
  await done();
});

test("a run can be stopped, and run again", async () => {
  const { page, done } = await open(
    world.withGpu,
    `${world.site.origin}/en/embed/${tag}/?context=8192&backend=webgpu`,
  );
  await ready(page, tag);
  await start(page);
  await page.locator(`${tag} .progress`, { hasText: /MHA.8, 8,192 tokens, run/ }).waitFor();
  await page.locator(`${tag} button:focus`, { hasText: "Stop" }).press("Enter");
  await page.locator(`${tag} .state`, { hasText: "Stopped" }).waitFor();
  await page.locator(`${tag} #typed-context`).fill("512");
  await page.locator(`${tag} #typed-context`).press("Enter");
  await start(page);
  proven(await finished(page), 512);
  await done();
});

test("a lost GPU gives a message, keeps the results, and the rest of the page lives", async () => {
  const browser = await launch({ webgpu: true });
  try {
    const url = `${world.site.origin}/en/bandwidth/?context=2048`;
    const { page } = await open(browser, url);
    await ready(page, tag);
    await page.locator(`${tag} input[name=backend][value=webgpu]`).check();
    await start(page);
    await page.locator(`${tag} tbody tr`).first().waitFor({ timeout: 60_000 });
    const session = await browser.newBrowserCDPSession();
    await session.send("Browser.crashGpuProcess" as never);
    await state(page).filter({ hasText: "Connection to the GPU was lost" }).waitFor();
    assert.match((await state(page).textContent()) ?? "", /(?:1 result is|[23] results are) kept/);
    assert.ok((await page.locator(`${tag} tbody tr`).count()) >= 1);
    await page.locator("kv-step #range-batch").press("ArrowRight");
    await page.locator("kv-step .summary", { hasText: "64 requests" }).waitFor();
    await page.locator(`${tag} #typed-context`).fill("512");
    await page.locator(`${tag} #typed-context`).press("Enter");
    await start(page);
    proven(await finished(page), 512);
  } finally {
    await browser.close();
  }
});

test("what was measured here stands on the roofline, with a mark of its own", async () => {
  const { page, done } = await open(world.withoutGpu, `${world.site.origin}/en/bandwidth/`);
  await page.locator(tag).scrollIntoViewIfNeeded();
  await ready(page, tag);
  const roofline = page.locator("kv-roofline");
  assert.equal(await roofline.getAttribute("own-rate"), null);
  await page.locator(`${tag} #typed-context`).fill("512");
  await page.locator(`${tag} #typed-context`).press("Enter");
  await start(page);
  await finished(page);
  await page.locator("kv-roofline[own-rate][own-intensity][own-bandwidth]").waitFor();
  // 4 · 8 · 64 · 512 FLOPs over 2 · 8 · 64 · 512 · 4 bytes
  assert.equal(await roofline.getAttribute("own-intensity"), "0.5");
  await roofline.scrollIntoViewIfNeeded();
  await roofline.locator(".figure > svg", { hasText: /your device/i }).waitFor();
  await done();
});

test("a runtime that does not arrive gives a message", async () => {
  const { page, context } = await open(
    world.withoutGpu,
    `${world.site.origin}/ko/embed/${tag}/?context=512`,
    {
      before: (opened) => opened.context().route("**/*.wasm", (route) => route.abort()),
    },
  );
  await ready(page, tag);
  await start(page);
  await state(page).filter({ hasText: "실행에 필요한 파일을 내려받지 못했어요" }).waitFor();
  await context.close();
});
