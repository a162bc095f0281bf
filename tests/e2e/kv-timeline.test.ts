import assert from "node:assert/strict";
import { test } from "node:test";
import { open, ready, useSite } from "../helpers/browser.ts";
import { drawn, says, summary, typed } from "../helpers/widget.ts";

const tag = "kv-timeline";
const world = useSite();

const at = (query = "", lang = "en") => `${world.site.origin}/${lang}/embed/${tag}/${query}`;

test("longer prompts, shorter pieces, other people: by mouse and by keyboard", async () => {
  const { page, done } = await open(world.browser, at());
  await ready(page, tag);
  await says(summary(page, tag), /^9 requests in 4 places/);
  await typed(page, tag, "long").fill("64k");
  await typed(page, tag, "long").press("Enter");
  await says(summary(page, tag), /stands still for .*7\.\d+\ss and/);
  await page.locator(`${tag} #range-budget`).press("Home");
  await says(summary(page, tag), /7\.\d+\ss and 1\d\.\d\sms/);
  await page.locator(`${tag} #range-places`).press("Home");
  await says(summary(page, tag), /in 1 place are all done/);
  await drawn(page, tag)
    .and(page.getByRole("img", { name: /^9 requests in 1/ }))
    .waitFor();
  await page.getByRole("button", { name: "Reset" }).click();
  await says(summary(page, tag), /in 4 places/);
  await done();
});

test("a bar that is pressed is followed, in the build's picture and in a drawn one", async () => {
  const { page, done } = await open(world.browser, at("", "ko"));
  await ready(page, tag);
  await page.locator(`${tag} svg.wide rect[data-request="6"]`).last().click();
  await page.locator(`${tag}[request="6"]`).waitFor();
  await says(page.locator(`${tag} .fates`), /^6번 요청의 첫 토큰과 마지막 토큰까지: 정적/);
  await drawn(page, tag).locator('rect[data-request="6"][stroke-width="2"]').first().waitFor();
  await drawn(page, tag).locator('rect[data-request="6"]').first().click();
  await says(page.locator(`${tag} .fates`), /^요청을 하나 고르면/);
  assert.equal(await page.locator(tag).getAttribute("request"), "0");
  await done();
});
