import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { parseAllDocuments } from "yaml";
import recorded from "../../src/widgets/kv-plan/recorded.json" with { type: "json" };
import type { PlanEvent } from "../../src/widgets/kv-plan/search.ts";
import { configs } from "../cli/configs.ts";
import { open, ready, useSite } from "../helpers/browser.ts";
import { drawn, nextRun, says, summary, typed } from "../helpers/widget.ts";

const tag = "kv-plan";
const world = useSite();

const at = (query = "", lang = "en") => `${world.site.origin}/${lang}/embed/${tag}/${query}`;
const command = (page: Page) => page.locator(`${tag} .command`);
const choose = (page: Page, launch: string) =>
  page.locator(`${tag} input[name=launch][value="${launch}"]`).check();

async function paste(page: Page, text: string): Promise<void> {
  const field = page.locator(`${tag} textarea`);
  if (!(await field.isVisible())) await page.locator(`${tag} .own summary`).click();
  await field.waitFor();
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true }));
  }, text);
}

test("searched in the browser, the first state is what was kept, plan by plan", async () => {
  const { page, requests, done } = await open(world.browser, at());
  await ready(page, tag);
  await says(page.locator(`${tag} .headline-serve`), /takes 4 GPUs: weights fp8, cache fp8/);
  const told = nextRun<PlanEvent>(page, tag);
  const before = requests.length;
  await page.locator(`${tag} button.go`).first().click();
  assert.deepEqual(JSON.parse(JSON.stringify(await told)), recorded);
  await says(page.locator(`${tag} .progress`), /^Simulated just now/);
  await says(page.locator(`${tag} .headline-serve`), /takes 4 GPUs/);
  const fetched = requests.slice(before).filter((url) => !url.endsWith(".js"));
  assert.deepEqual(fetched, [], "nothing but code is fetched");
  await done();
});

test("another load is bounded at once, and simulated when the button is pressed", async () => {
  const { page, done } = await open(world.browser, at("?model=llama-3-8b&output=100", "ko"));
  await ready(page, tag);
  await typed(page, tag, "rate").fill("20");
  await typed(page, tag, "rate").press("Enter");
  await says(summary(page, tag), /초당 요청 20개.*GPU 1개보다 적게/);
  await says(page.locator(`${tag} .headline-serve`), /^지금은 앞 장들의 식으로 구한 천장만/);
  await drawn(page, tag, "rows").getByText("GPU 1개 이상").first().waitFor();
  const told = nextRun<PlanEvent>(page, tag);
  await page.locator(`${tag} button.go`).first().press("Enter");
  await told;
  await says(page.locator(`${tag} .headline-serve`), /^가장 싼 계획은 GPU 1개예요/);
  await typed(page, tag, "rate").fill("abc");
  await typed(page, tag, "rate").press("Enter");
  await says(page.locator(`${tag} #error-rate`), /\S/);
  await page.getByRole("button", { name: "처음으로" }).click();
  await says(page.locator(`${tag} .progress`), /미리 돌려 둔/);
  assert.equal(await typed(page, tag, "rate").inputValue(), "4", "what was refused is gone");
  await done();
});

test("a plan becomes a command for each engine, of the row that is picked", async () => {
  const { page, done } = await open(world.browser, at());
  await ready(page, tag);
  await says(command(page), /vllm serve "\$MODEL" \\\n.*--tensor-parallel-size 2/s);
  await page.locator(`${tag} #list-pick`).selectOption("bf16-fp8");
  await says(command(page), /--tensor-parallel-size 4/);
  await choose(page, "sglang");
  await says(command(page), /python3 -m sglang\.launch_server/);
  await choose(page, "llama.cpp");
  await says(command(page), /llama-server/);
  await choose(page, "k8s");
  await says(command(page), /kind: Deployment/);
  const manifest = (await command(page).textContent()) ?? "";
  const kinds = parseAllDocuments(manifest).map((one) => one.get("kind"));
  assert.deepEqual(kinds, ["Deployment", "Service"]);
  await page.locator(`${tag} summary`, { hasText: "What each flag is for" }).click();
  await page.locator(`${tag} .flags dt`, { hasText: "--tensor-parallel-size 4" }).waitFor();
  await page.locator(`${tag} #list-pick`).selectOption("int4-fp8");
  await says(page.locator(`${tag} .error`, { hasText: "not among those" }), /cheapest is started/);
  await page.locator(`${tag} #list-pick`).selectOption("bf16-fp8");
  const path = page.locator(`${tag} #text-path`);
  await path.fill("meta-llama/Meta-Llama-3-70B");
  await says(command(page), /- "meta-llama\/Meta-Llama-3-70B"/);
  await path.fill("$(reboot)");
  await says(page.locator(`${tag} .error`, { hasText: "no path" }), /llama-3-70b stands in/);
  assert.doesNotMatch((await command(page).textContent()) ?? "", /reboot/);
  await done();
});

test("what is copied is what is shown, and it is announced", async () => {
  const context = { permissions: ["clipboard-read", "clipboard-write"] };
  const { page, done } = await open(world.browser, at("?launch=sglang"), context);
  await ready(page, tag);
  const shown = await command(page).textContent();
  await page.locator(`${tag} button`, { hasText: /^Copy$/ }).click();
  await says(page.locator(`${tag} .run [role=status]`), /^Copied/);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), shown);
  const download = page.waitForEvent("download");
  await page.locator(`${tag} button`, { hasText: "Save as" }).click();
  assert.equal((await download).suggestedFilename(), "serve-sglang.sh");
  await done();
});

test("a config.json is planned for, goes into the link, and what is none is refused", async () => {
  const { page, done } = await open(world.browser, at());
  await ready(page, tag);
  await paste(page, "hello");
  await says(page.locator(`${tag} #intake-status.error`), /\S/);
  await says(summary(page, tag), /^Llama 3 70B/);
  await paste(page, configs["llama-3-8b.json"]);
  await page.locator(`${tag} summary`, { hasText: "A model of your own" }).waitFor();
  await says(summary(page, tag), /^your model for 4 requests/);
  const state = await page.locator(tag).evaluate((element) => ({
    shape: element.getAttribute("shape"),
    sizes: element.getAttribute("sizes"),
  }));
  const query = new URLSearchParams(state as Record<string, string>);
  const again = await open(world.browser, at(`?${query}`));
  await ready(again.page, tag);
  await says(summary(again.page, tag), /^your model for 4 requests/);
  await again.page.locator(`${tag} button`, { hasText: "Back to the list" }).click();
  await says(summary(again.page, tag), /^Llama 3 70B/);
  await again.done();
  await done();
});
