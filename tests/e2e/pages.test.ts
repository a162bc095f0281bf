import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { describe, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { tags as allTags } from "../../src/widgets/registry.ts";
import { dist, open, ready, useSite } from "../helpers/browser.ts";

const world = useSite();

const addresses = globSync("**/*.html", { cwd: dist })
  .map((file) => `/${file.replace(/index\.html$/, "")}`)
  .sort();
const chapters = addresses.filter((address) =>
  /\/(?:kv-cache|capacity|bandwidth|beyond)\/$/.test(address),
);
const embeds = addresses.filter((address) => address.includes("/embed/"));

test("the addresses of the design are there, in both languages", () => {
  const chapters = [
    ...["kv-cache/", "capacity/", "bandwidth/", "mqa/", "gqa/", "upcycling/", "mla/", "vha/"],
    ...["quantization/", "paging/", "batching/", "choose/", "beyond/"],
  ];
  const pages = ["", ...chapters, "validation/", "glossary/", "references/", "about/"];
  const tags = allTags.map((tag) => `embed/${tag}/`);
  for (const lang of ["ko", "en"]) {
    for (const page of [...pages, ...tags]) assert.ok(addresses.includes(`/${lang}/${page}`), page);
  }
  assert.ok(addresses.includes("/") && addresses.includes("/404.html"));
});

/** Everything loaded, so that axe sees what a reader sees. */
async function settle(page: Page): Promise<void> {
  for (const tag of await page.locator("[data-params]").all()) {
    await tag.scrollIntoViewIfNeeded();
    await tag.and(page.locator("[data-ready]")).waitFor({ state: "attached" });
  }
}

type AxeViolation = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"][number];

const found = (results: { violations: AxeViolation[] }) =>
  results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`);

type WithShifts = Window & { shifts: number[] };

/** Keeps what the browser reports of elements that moved on their own. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.push((entry as PerformanceEntry & { value: number }).value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/** To two places: fonts of formulas may move a line by a fraction of a pixel. */
const shiftOf = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as WithShifts).shifts.reduce((a, b) => a + b, 0).toFixed(2),
  );

/** By how many pixels a page is wider than its screen. */
const tooWide = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

/** A page of the site on a screen of some width, loaded whole without having moved. */
async function visit(address: string, width: number) {
  const opened = await open(world.browser, world.site.origin + address, {
    viewport: { width, height: 800 },
    reducedMotion: "reduce",
    before: watchShifts,
  });
  await settle(opened.page);
  assert.equal(await tooWide(opened.page), 0, `at ${width} px`);
  assert.equal(await shiftOf(opened.page), "0.00", `at ${width} px`);
  return opened;
}

// Two at a time: a page waits for itself more than for the machine.
describe("every page", { concurrency: 2 }, () => {
  for (const address of addresses) {
    test(`${address} fits every screen, does not shift, is accessible, asks nobody else`, async () => {
      const { page, context, requests, done } = await visit(address, 1440);
      assert.deepEqual(found(await new AxeBuilder({ page }).analyze()), [], "light");
      await page.emulateMedia({ colorScheme: "dark" });
      const contrast = new AxeBuilder({ page }).withRules(["color-contrast"]);
      assert.deepEqual(found(await contrast.analyze()), [], "dark");
      assert.deepEqual(
        requests.filter((url) => !url.startsWith(world.site.origin) && !url.startsWith("data:")),
        [],
      );
      assert.deepEqual(await context.cookies(), []);
      await page.setViewportSize({ width: 768, height: 800 });
      assert.equal(await tooWide(page), 0, "at 768 px");
      await done();
      const phone = await visit(address, 360);
      await phone.done();
    });
  }
});

test("a page that is drawn while it is being parsed does not shift either", async () => {
  for (const tag of ["kv-mla", "kv-concurrency", "kv-heads"]) {
    const { page, done } = await open(world.browser, `${world.site.origin}/ko/embed/${tag}/`, {
      viewport: { width: 360, height: 800 },
      before: async (opened) => {
        await watchShifts(opened);
        const slow = await opened.context().newCDPSession(opened);
        await slow.send("Emulation.setCPUThrottlingRate", { rate: 12 });
      },
    });
    await settle(page);
    assert.equal(await shiftOf(page), "0.00", tag);
    await done();
  }
});

test("without JavaScript a chapter shows sentences and figures of its widgets", async () => {
  for (const address of chapters.filter((chapter) => chapter.includes("capacity"))) {
    const { page, done } = await open(world.browser, world.site.origin + address, {
      javaScriptEnabled: false,
    });
    const korean = address.startsWith("/ko/");
    const sentence = korean ? /8,192토큰짜리 요청 하나에 2\.684/ : /2\.684\sGB for one request/;
    await page.locator("kv-size .summary").filter({ hasText: sentence }).waitFor();
    for (const slot of ["kv-size figure[slot=chart]", "kv-concurrency figure[slot=memory]"]) {
      await page.locator(`${slot} svg.wide`).waitFor({ state: "visible" });
    }
    assert.equal(await page.locator("kv-size .controls").isVisible(), false);
    await page.locator("form.checkpoint").first().locator("details summary").click();
    await page.locator("form.checkpoint").first().locator(".answer").waitFor({ state: "visible" });
    await done();
  }
});

test("switching the language keeps page, place and query; the theme is kept over a reload", async () => {
  const { page, done } = await open(
    world.browser,
    `${world.site.origin}/ko/capacity/?context=32768#kv-size`,
  );
  await page.locator("header a[hreflang=en], header a[lang=en]").first().click();
  await page.waitForURL("**/en/capacity/**");
  const url = new URL(page.url());
  assert.equal(url.searchParams.get("context"), "32768");
  assert.equal(url.hash, "#kv-size");
  await page.waitForLoadState("networkidle"); // the widgets of a changed state have their height
  await page
    .locator("main h2")
    .nth(4)
    .evaluate((heading) => heading.scrollIntoView());
  const section = await page.locator("main h2").nth(4).getAttribute("id");
  // Playwright's own click scrolls the page to a link that sticks to its top.
  await page.locator("header a[hreflang=ko]").evaluate((link: HTMLAnchorElement) => link.click());
  await page.waitForURL(`**/ko/capacity/?context=32768#${section}`);
  await page.goBack();
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  await page.reload();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await done();
});

test("search finds Korean by the beginning of a word", async () => {
  const { page, done } = await open(world.browser, `${world.site.origin}/ko/capacity/`);
  await page.keyboard.press("/");
  await page.locator("dialog input").fill("슬라이딩");
  await page.locator("dialog a[href*='/ko/']").first().waitFor({ state: "visible" });
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "hidden" });
  await done();
});

test("a checkpoint takes a guess, shows the computed answer, and judges", async () => {
  const { page, done } = await open(world.browser, `${world.site.origin}/en/capacity/`);
  const form = page.locator("form.checkpoint#how-many");
  await form.locator("button").click();
  assert.match((await form.locator(".verdict").textContent()) ?? "", /guess/i);
  assert.equal(await form.locator("details").getAttribute("open"), null);
  await form.locator("input").fill("400");
  await page.keyboard.press("Enter");
  assert.match((await form.locator(".verdict").textContent()) ?? "", /59/);
  await form.locator(".explain").waitFor({ state: "visible" });
  const choice = page.locator("form.checkpoint#two-gpus");
  await choice.locator("input[value='0']").check();
  await choice.locator("button").click();
  assert.match((await choice.locator(".verdict").textContent()) ?? "", /Right/);
  await done();
});

test("embeds stand alone: nothing but the widget, in the language of the address", async () => {
  assert.ok(embeds.length >= 6);
  for (const address of embeds) {
    const { page, done } = await open(world.browser, world.site.origin + address);
    const tag = address.split("/").at(-2) ?? "";
    await ready(page, tag);
    assert.equal(await page.locator("html").getAttribute("lang"), address.slice(1, 3));
    assert.equal(await page.locator("header.site, nav, footer.site").count(), 0);
    await done();
  }
});
