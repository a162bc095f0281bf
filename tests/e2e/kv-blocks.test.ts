import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { open, ready, useSite } from "../helpers/browser.ts";
import { drawn, says, summary, typed } from "../helpers/widget.ts";

const tag = "kv-blocks";
const world = useSite();

const at = (query = "", lang = "en") => `${world.site.origin}/${lang}/embed/${tag}/${query}`;
const button = (page: Page, name: string) => page.locator(tag).getByRole("button", { name });
const moment = (page: Page) =>
  page.locator(tag).evaluate((element) => Number(element.getAttribute("at")));

test("step by step, and playing until it is paused, taken back, or over", async () => {
  const { page, done } = await open(world.browser, at());
  await ready(page, tag);
  await says(summary(page, tag), /at step 14: 4 requests with the maximum.* 9 in blocks/);
  await button(page, "Next").click();
  await says(summary(page, tag), /at step 15:/);
  await button(page, "Back").press("Enter");
  await says(summary(page, tag), /at step 14:/);
  await button(page, "Play").click();
  await says(summary(page, tag), /at step 1[6-9]:/);
  await button(page, "Pause").click();
  const stopped = await moment(page);
  await button(page, "Next").click();
  assert.equal(await moment(page), stopped + 1, "nothing moves any more but by hand");
  await button(page, "Play").click();
  await page.getByRole("button", { name: "Reset" }).click();
  await says(summary(page, tag), /at step 14:/);
  await button(page, "Play").waitFor();
  await typed(page, tag, "at").fill("59");
  await typed(page, tag, "at").press("Enter");
  await button(page, "Play").click();
  await says(summary(page, tag), /at step 60:/);
  await button(page, "Play").waitFor();
  assert.equal(await button(page, "Next").getAttribute("aria-disabled"), "true");
  await done();
});

test("slots that are pressed belong to somebody, who is followed in all four maps", async () => {
  const { page, done } = await open(world.browser, at());
  await ready(page, tag);
  // The build's picture: it can be pressed before the browser has drawn one.
  const picture = page.locator(`${tag} svg.wide[data-pool]`);
  const place = await picture.evaluate((svg) => {
    const geometry = ((svg as SVGElement).dataset.pool ?? "").split(" ").map(Number);
    const [columns = 0, step = 0, top = 0, mapStep = 0, lineStep = 0] = geometry;
    const box = svg.getBoundingClientRect();
    const scale = box.width / Number(svg.getAttribute("viewBox")?.split(" ")[2]);
    // The second line of the last map; the first map lies above or beside it.
    const row = Math.ceil(4 / columns) - 1;
    return {
      x: box.left + ((columns - 1) * step + 4) * scale,
      y: box.top + (top + row * mapStep + 1.4 * lineStep) * scale,
    };
  });
  await page.mouse.click(place.x, place.y);
  const followed = Number(await page.locator(tag).getAttribute("request"));
  assert.ok(followed > 9, `${followed}`);
  await says(
    page.locator(`${tag} .over`).first(),
    new RegExp(`Block table of request ${followed}`),
  );
  await drawn(page, tag).locator(".lit-slots").first().waitFor();
  await drawn(page, tag, "blocks")
    .and(page.getByRole("img", { name: /: blocks \d/ }))
    .waitFor();
  await page.mouse.click(place.x, place.y);
  await page.locator(`${tag}[request="0"]`).waitFor();
  await page.locator(`${tag} #range-request`).press("ArrowRight");
  await says(page.locator(`${tag} .fates`), /^Request 1 is done/);
  await done();
});

test("the paper's scene, larger blocks and a beginning that all share", async () => {
  const { page, done } = await open(world.browser, at("", "ko"));
  await ready(page, tag);
  await page.locator(`${tag} input[name=scene][value=sharegpt]`).check();
  await says(summary(page, tag), /15,728칸.*30초째.*최대 길이로 예약하면 7개/);
  await says(page.locator(`${tag} .over`).last(), /논문의 그림 2/);
  await page.locator(`${tag} input[name=scene][value=small]`).check();
  await page.locator(`${tag} #range-block`).press("End");
  await says(summary(page, tag), /블록으로 나눠 주면 4개/);
  await page.locator(`${tag} #range-block`).press("Home");
  await page.locator(`${tag} #range-prefix`).press("End");
  await drawn(page, tag)
    .getByText(/^×\d+$/)
    .first()
    .waitFor();
  await done();
});
