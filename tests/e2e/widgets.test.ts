import assert from "node:assert/strict";
import { test } from "node:test";
import { open, ready, useSite } from "../helpers/browser.ts";
import { drawn, says, summary, typed } from "../helpers/widget.ts";

const world = useSite();

test("a slider moved by keyboard changes formula, chart and sentence together", async () => {
  const { page, requests, done } = await open(world.browser, `${world.site.origin}/en/capacity/`);
  await ready(page, "kv-size");
  assert.ok(
    !requests.some((url) => /\/plot[.-]/.test(url)),
    "no chart code before the first touch",
  );
  assert.equal(await drawn(page, "kv-size").count(), 0, "the build's chart stands");
  await page.locator("kv-size #range-context").focus();
  await page.keyboard.press("ArrowRight");
  await says(summary(page, "kv-size"), /5\.369\sGB for one request of 16,384 tokens/);
  await says(page.locator("kv-size .hot-factor"), /16,384/);
  await says(page.locator("kv-size .result"), /5\.369\sGB/);
  await drawn(page, "kv-size").filter({ hasText: "5.369" }).waitFor();
  assert.ok(requests.some((url) => /\/plot[.-]/.test(url)));
  await done();
});

test("a slider dragged with the pointer does the same, with one redraw a frame at most", async () => {
  const { page, requests, done } = await open(
    world.browser,
    `${world.site.origin}/ko/embed/kv-concurrency/`,
  );
  await ready(page, "kv-concurrency");
  const slider = page.locator("kv-concurrency #range-context");
  const box = await slider.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2);
  await drawn(page, "kv-concurrency").waitFor();
  const asked = requests.length;
  const counted = await page.evaluate(async () => {
    const element = document.querySelector("kv-concurrency");
    const root = element?.shadowRoot;
    const input = root?.querySelector<HTMLInputElement>("#range-context");
    if (!element || !root || !input) throw new Error("no slider");
    let redraws = 0;
    const observer = new MutationObserver((records) => {
      const added = records.flatMap((record) => [...record.addedNodes]);
      redraws += added.filter((node) => node instanceof SVGSVGElement).length;
    });
    observer.observe(root, { childList: true, subtree: true });
    let frames = 0;
    for (let power = 8; power <= 18; power++) {
      for (const value of [20, 12, 9, power]) {
        input.value = String(value);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
      await new Promise(requestAnimationFrame);
      frames++;
    }
    await new Promise(requestAnimationFrame);
    observer.disconnect();
    return { redraws, frames, figures: root.querySelectorAll(".figure").length };
  });
  assert.ok(counted.redraws > 0);
  assert.ok(counted.redraws <= (counted.frames + 1) * counted.figures, JSON.stringify(counted));
  await page.mouse.up();
  assert.equal(requests.length, asked, "dragging asks the network for nothing");
  await done();
});

test("the chart's cursor can be dragged", async () => {
  const { page, done } = await open(world.browser, `${world.site.origin}/en/embed/kv-concurrency/`);
  await ready(page, "kv-concurrency");
  const box = await page.locator("kv-concurrency figure[slot=chart] svg.wide").boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2);
  await page.mouse.up();
  await says(summary(page, "kv-concurrency"), /1,048,576 tokens/);
  await done();
});

test("a typed value is taken, and a mistake is explained and loses nothing", async () => {
  const { page, done } = await open(world.browser, `${world.site.origin}/en/embed/kv-size/`);
  await ready(page, "kv-size");
  const context = typed(page, "kv-size", "context");
  await context.fill("131,072");
  await context.press("Enter");
  await says(summary(page, "kv-size"), /Llama 3\.1 70B .* 42\.95\sGB .* 131,072 tokens/);
  for (const [wrong, explained] of [
    ["many", /not a number.*256 to 1,048,576/],
    ["7", /from 256 to 1,048,576/],
    ["1e999", /from 256 to 1,048,576/],
  ] as const) {
    await context.fill(wrong);
    await context.press("Enter");
    await says(page.locator("kv-size #error-context"), explained);
    assert.equal(await context.inputValue(), wrong, "what was typed stays");
    await says(summary(page, "kv-size"), /131,072 tokens/);
  }
  await context.fill("8192");
  await context.press("Enter");
  await says(summary(page, "kv-size"), /2\.684\sGB for one request of 8,192/);
  assert.equal(await page.locator("kv-size .error:not(:empty)").count(), 0);
  await done();
});

test("reset goes back; units switch; the table says both", async () => {
  const { page, done } = await open(
    world.browser,
    `${world.site.origin}/en/embed/kv-size/?n-kv=64&unit=GiB`,
  );
  await ready(page, "kv-size");
  await says(summary(page, "kv-size"), /reshaped Llama 3 70B .* 20\sGiB/);
  await says(page.locator("kv-size tr.own"), /MHA\s64.*21\.47\sGB.*20\sGiB/);
  await page.getByRole("button", { name: "Reset" }).click();
  await says(summary(page, "kv-size"), /2\.684\sGB/);
  await page.locator("kv-size input[name=unit][value=GiB]").check();
  await says(summary(page, "kv-size"), /2\.5\sGiB/);
  await done();
});

test("a change of model takes its own shape along", async () => {
  const { page, done } = await open(
    world.browser,
    `${world.site.origin}/en/embed/kv-size/?n-kv=64`,
  );
  await ready(page, "kv-size");
  await page.locator("kv-size #list-model").selectOption("deepseek-v3");
  await says(summary(page, "kv-size"), /70,272\sB/);
  await page.locator("kv-size #range-latent-dim").waitFor();
  assert.equal(await page.locator("kv-size #range-n-kv").count(), 0);
  await page.locator("kv-size #list-model").selectOption("gemma-2-9b");
  await says(summary(page, "kv-size"), /344,064\sB .* 2\.114\sGB/);
  await done();
});

test("the running example follows the reader: other widgets, the tally, links, the address", async () => {
  const { page, done } = await open(world.browser, `${world.site.origin}/en/capacity/`);
  await ready(page, "kv-size");
  await page.locator("kv-size #list-model").selectOption("qwen3-32b");
  await page.waitForURL("**/capacity/?model=qwen3-32b");
  await says(page.locator("kv-concurrency .summary"), /Qwen3 32B/);
  await says(page.locator("kv-tally .summary"), /Qwen3 32B/);
  const next = page.locator("nav.turn a[data-carry]").first();
  assert.match((await next.getAttribute("href")) ?? "", /\?model=qwen3-32b$/);
  await next.click();
  await page.waitForURL("**/kv-cache/?model=qwen3-32b");
  await says(page.locator("kv-tally .summary"), /Qwen3 32B/);
  await done();
});

test("what one widget sets, another does not keep half of", async () => {
  const { page, done } = await open(
    world.browser,
    `${world.site.origin}/en/capacity/?usable=75&n-kv=16`,
  );
  await ready(page, "kv-size");
  await page.locator("kv-size #list-gpu").selectOption("h200-141g");
  await says(page.locator("kv-concurrency .summary"), /402\.9\sGB left/);
  await says(page.locator("kv-tally .summary"), /H200/);
  await page.locator("kv-concurrency #list-model").selectOption("llama-2-7b");
  await says(summary(page, "kv-size"), /^Llama 2 7B keeps 524,288\sB/);
  await page.waitForURL((url) => !url.searchParams.has("n-kv") && !url.searchParams.has("usable"));
  await done();
});

test("Escape closes the export menu and gives the focus back", async () => {
  const { page, done } = await open(world.browser, `${world.site.origin}/en/embed/kv-size/`);
  await ready(page, "kv-size");
  const menu = page.locator("kv-size .menu button").first();
  await menu.press("Enter");
  await page.locator("kv-size .menu button", { hasText: "PNG" }).waitFor();
  await page.keyboard.press("Tab");
  await page.locator("kv-size .menu button:focus", { hasText: "PNG" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("kv-size .menu button:focus", { hasText: "Export" }).waitFor();
  await page.locator("kv-size .menu button", { hasText: "PNG" }).waitFor({ state: "detached" });
  await done();
});
