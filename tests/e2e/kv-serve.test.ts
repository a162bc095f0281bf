import assert from "node:assert/strict";
import { test } from "node:test";
import recorded from "../../src/widgets/kv-serve/recorded.json" with { type: "json" };
import type { ServeEvent } from "../../src/widgets/kv-serve/sweep.ts";
import { open, ready, useSite } from "../helpers/browser.ts";
import { drawn, nextRun, says, summary, typed } from "../helpers/widget.ts";

const tag = "kv-serve";
const world = useSite();

const at = (query = "", lang = "en") => `${world.site.origin}/${lang}/embed/${tag}/${query}`;

test("simulated in the browser, the first state is what was kept, point by point", async () => {
  const { page, requests, done } = await open(world.browser, at());
  await ready(page, tag);
  await says(page.locator(`${tag} .headline-serve`), /holds up to 28\.1 requests/);
  const told = nextRun<ServeEvent>(page, tag);
  const before = requests.length;
  await page.locator(`${tag} button.go`).click();
  assert.deepEqual(JSON.parse(JSON.stringify(await told)), recorded);
  await says(page.locator(`${tag} .progress`), /^Simulated just now/);
  await says(page.locator(`${tag} .headline-serve`), /holds up to 28\.1 requests/);
  const fetched = requests.slice(before).filter((url) => !url.endsWith(".js"));
  assert.deepEqual(fetched, [], "nothing but code is fetched");
  await done();
});

test("other values are not simulated until the button is pressed, and stop when it is again", async () => {
  const { page, done } = await open(world.browser, at("", "ko"));
  await ready(page, tag);
  await typed(page, tag, "prompt").fill("512");
  await typed(page, tag, "prompt").press("Enter");
  await says(summary(page, tag), /평균 850토큰/);
  await says(page.locator(`${tag} .headline-serve`), /^끝까지 돌려 보면/);
  await drawn(page, tag).getByText("아직 돌려 보지 않았어요").first().waitFor();
  const button = page.locator(`${tag} button.go`);
  await button.press("Enter");
  await says(page.locator(`${tag} .progress`), /[3-9]번째 시뮬레이션/);
  await button.press("Enter");
  await says(page.locator(`${tag} .progress`), /^멈췄어요/);
  await drawn(page, tag).locator("path[fill-opacity]").first().waitFor();
  await page.getByRole("button", { name: "처음으로" }).click();
  await says(page.locator(`${tag} .progress`), /미리 돌려 둔/);
  await done();
});
