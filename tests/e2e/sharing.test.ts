import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { open, ready, useSite } from "../helpers/browser.ts";
import { says, summary, typed } from "../helpers/widget.ts";

const world = useSite();

test("a shared link restores every parameter", async () => {
  const { page, context, done } = await open(
    world.browser,
    `${world.site.origin}/ko/embed/kv-concurrency/`,
  );
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await ready(page, "kv-concurrency");
  const tag = "kv-concurrency";
  await page.locator(`${tag} #list-model`).selectOption("qwen3-32b");
  await page.locator(`${tag} #list-gpu`).selectOption("h200-141g");
  for (const [name, value] of [
    ["count", "3"],
    ["reserve", "11"],
    ["context", "20000"],
    ["wanted", "7"],
    ["price", "3.5"],
    ["usable", "139.5"],
  ] as const) {
    await typed(page, tag, name).fill(value);
    await typed(page, tag, name).press("Enter");
  }
  await page.locator(`${tag} input[name=weights][value=fp8]`).check();
  await page.locator(`${tag} #list-kv`).selectOption("fp8");
  await page.locator(`${tag} input[name=unit][value=GiB]`).check();
  await page.getByRole("button", { name: "공유" }).click();
  await page.locator(`${tag} .notice:not(:empty)`).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const before = await page.locator(`${tag} .summary`).textContent();
  const values = (of: Page) =>
    of.evaluate(
      () => (document.querySelector("kv-concurrency") as unknown as { values: object }).values,
    );
  const shared = await values(page);
  await page.goto(link);
  await ready(page, tag);
  assert.deepEqual(await values(page), shared);
  await says(summary(page, tag), new RegExp(/\d+개/));
  assert.equal(await page.locator(`${tag} .summary`).textContent(), before);
  await done();
});

test("a hostile link shows clamped values and no error", async () => {
  const hostile =
    "?context=1e999&model=%3Cscript%3Ealert(1)%3C/script%3E&count=-5&n-kv=NaN&kv=%00&unit=__proto__&price=1e-400&usable=Infinity";
  for (const address of ["/en/capacity/", "/ko/embed/kv-size/", "/en/embed/kv-concurrency/"]) {
    const { page, done } = await open(world.browser, `${world.site.origin}${address}${hostile}`);
    const tag = address.includes("kv-concurrency") ? "kv-concurrency" : "kv-size";
    await ready(page, tag);
    await says(summary(page, tag), /Llama 3\.1 70B.*1,048,576/);
    assert.doesNotMatch(
      (await page.locator(`${tag} .root`).textContent()) ?? "",
      /NaN|undefined|Infinity|script/,
    );
    await done();
  }
});

test("a run's own link leaves the running example alone", async () => {
  const { page, done } = await open(
    world.browser,
    `${world.site.origin}/en/bandwidth/?context=16384#kv-attention-run`,
  );
  await says(summary(page, "kv-attention-run"), /At 16,384 tokens/);
  await says(summary(page, "kv-step"), /of 8,192 tokens/);
  await done();
});

test("what is exported is what is shown", async () => {
  const { page, done } = await open(
    world.browser,
    `${world.site.origin}/en/embed/kv-concurrency/?context=32768`,
  );
  await ready(page, "kv-concurrency");
  const save = async (name: string) => {
    const menu = page.locator("kv-concurrency .menu button").first();
    if ((await menu.getAttribute("aria-expanded")) === "false") await menu.click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("kv-concurrency .menu").getByRole("button", { name }).click(),
    ]);
    return readFile(await download.path());
  };
  const svg = (await save("SVG picture")).toString();
  assert.match(svg, /^<svg[^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  assert.match(svg.replace(/<[^>]*>/g, " "), /14 requests of 32,768/);
  assert.match(svg.replace(/<[^>]*>/g, ""), /context=32768/);
  assert.doesNotMatch(svg, /var\(--|NaN/);
  const png = await save("PNG picture");
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  assert.ok(png.readUInt32BE(16) >= 1280, "twice the drawing's width");
  const csv = (await save("CSV table")).toString();
  assert.match(csv, /^\uFEFFVariant,/);
  assert.match(csv, /\nGQA\s8,10737418240,14,/);
  await done();
});

test("where the clipboard is closed, the link is shown to copy by hand", async () => {
  const { page, done } = await open(world.browser, `${world.site.origin}/en/embed/kv-size/`, {
    before: (opened) =>
      opened.addInitScript(() => {
        Object.defineProperty(navigator, "clipboard", { value: undefined });
      }),
  });
  await ready(page, "kv-size");
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.locator("kv-size input.link").inputValue();
  assert.equal(new URL(link).pathname, "/en/embed/kv-size/");
  await done();
});
