import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunEvent } from "../../src/onnx/protocol.ts";
import { backendOf, finished, proven, resultsOf, start, tag } from "../helpers/attention-run.ts";
import { open, ready, useBothBrowsers } from "../helpers/browser.ts";

const world = useBothBrowsers();

test("all variants over several lengths, the copying twins beside them, kept, saved and compared", async () => {
  const { page, done } = await open(
    world.withoutGpu,
    `${world.site.origin}/en/embed/${tag}/?context=512&rows=all&expand=true&curve=true&heads=4`,
  );
  await ready(page, tag);
  await start(page);
  // 4, 2 and 1 KV heads, two of them twice, MLA in two forms, VHA: at four lengths.
  await page
    .locator(`${tag} table.measured tbody tr`)
    .nth(31)
    .waitFor({ state: "attached", timeout: 90_000 });
  await page.locator(`${tag} button.go`, { hasText: "again" }).waitFor();
  await page.locator(`${tag} .figure[data-figure=curve] > svg`, { hasText: "MLA" }).waitFor();
  // Which of the two sentences it is depends on how noisy the machine is.
  await page.locator(`${tag} .headline`, { hasText: /cop(?:ied|ying).* to every head/i }).waitFor();
  const saving = page.waitForEvent("download");
  await page.locator(`${tag} .record-files button`, { hasText: "Save the result" }).click();
  const saved = await (await saving).path();
  const file = page.locator(`${tag} .record-files input[type=file]`);
  await file.setInputFiles({ name: "x.json", mimeType: "", buffer: Buffer.from('{"format":1}') });
  await page.locator(`${tag} .beside-records .error`, { hasText: "not a result" }).waitFor();
  await file.setInputFiles(saved);
  await page.locator(`${tag} .beside-records table`, { hasText: "100%" }).waitFor();
  await page.locator(`${tag} #list-compare`).selectOption({ index: 1 });
  await page
    .locator(`${tag} .beside-records .state, ${tag} .beside-records table`)
    .first()
    .waitFor();
  await page.reload();
  await ready(page, tag);
  await start(page);
  await page.locator(`${tag} #list-compare option`, { hasText: "Measured here" }).first().waitFor({
    state: "attached",
    timeout: 90_000,
  });
  await done();
});

test("recorded results where nothing runs", async () => {
  const { page, requests, done } = await open(
    world.withoutGpu,
    `${world.site.origin}/ko/embed/${tag}/?backend=recorded`,
  );
  await ready(page, tag);
  await page.locator(`${tag} table.measured tbody tr`).first().waitFor({ state: "attached" });
  await page.locator(`${tag} .figure[data-figure=curve] > svg`).waitFor();
  await page.locator(`${tag} .remark`, { hasText: "다른 기기에서" }).waitFor();
  await page.locator(`${tag} input[name=recorded][value=swiftshader]`).check();
  await page
    .locator(`${tag} .source`, { hasText: /swiftshader/i })
    .first()
    .waitFor();
  assert.ok(!requests.some((url) => /\.wasm/.test(url)));
  await done();
});

test("fp16 without a GPU that has it runs on WASM, within its own accuracy", async () => {
  const { page, done } = await open(
    world.withGpu,
    `${world.site.origin}/en/embed/${tag}/?context=512&backend=webgpu&precision=fp16`,
  );
  await ready(page, tag);
  await start(page);
  const events = await finished(page);
  assert.deepEqual([backendOf(events)?.backend, backendOf(events)?.reason], ["wasm", "no-fp16"]);
  for (const { relativeError, kvBytes, dtype } of resultsOf(events)) {
    assert.equal(dtype, "float16");
    assert.ok(relativeError <= 5e-3 && kvBytes % (2 * 64 * 512 * 2) === 0);
  }
  await page.locator(`${tag} .why`, { hasText: "does not compute in fp16" }).waitFor();
  await done();
});

test("after the runtime has loaded, a run needs no network", async () => {
  const { page, context, done } = await open(
    world.withoutGpu,
    `${world.site.origin}/en/embed/${tag}/?context=512`,
  );
  await ready(page, tag);
  await start(page);
  await finished(page);
  await context.setOffline(true);
  await start(page);
  await page.locator(`${tag} button.go`, { hasText: "Stop" }).waitFor();
  proven(await finished(page), 512);
  await done();
});

test("two widgets of a page run one after the other, on one runtime", async () => {
  const { page, requests, done } = await open(world.withoutGpu, `${world.site.origin}/en/mqa/`);
  const second = "kv-heads";
  await ready(page, tag);
  await page.locator(`${tag} #typed-context`).fill("512");
  await page.locator(`${tag} #typed-context`).press("Enter");
  await page.locator(second).first().scrollIntoViewIfNeeded();
  await ready(page, second);
  await page.locator(`${tag} button.go`).click();
  await page.locator(`${second} button.go`).first().click();
  proven(await finished(page), 512);
  await page.locator(`${second} button.go`, { hasText: "again" }).waitFor({ timeout: 60_000 });
  assert.equal(requests.filter((url) => url.endsWith(".wasm")).length, 1);
  await done();
});

test("a hidden tab pauses, and goes on when it is looked at again", async () => {
  const { page, done } = await open(
    world.withGpu,
    `${world.site.origin}/en/embed/${tag}/?context=2048&backend=webgpu`,
  );
  await ready(page, tag);
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await start(page);
  await page.locator(`${tag} .progress`, { hasText: /run \d+ of/ }).waitFor({ timeout: 60_000 });
  await hide(true);
  const events = () =>
    page.evaluate(
      (name) => (document.querySelector(name) as unknown as { runEvents: RunEvent[] }).runEvents,
      tag,
    );
  while (!(await events()).some((event) => event.kind === "paused" && event.paused)) {
    await page.waitForFunction(() => true);
  }
  await hide(false);
  proven(await finished(page), 2048);
  assert.ok((await events()).some((event) => event.kind === "paused" && !event.paused));
  await done();
});
