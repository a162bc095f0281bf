import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { InspectedEvent, LabEvent } from "../../src/lab/protocol.ts";
import type { RunEvent } from "../../src/onnx/protocol.ts";
import { open, ready, useBothBrowsers } from "../helpers/browser.ts";
import { drawn, runToEnd, says, summary, typed } from "../helpers/widget.ts";

const tag = "kv-quant";
const world = useBothBrowsers();

const at = (query = "", lang = "en") => `${world.site.origin}/${lang}/embed/${tag}/${query}`;
const choose = (page: Page, name: string, option: string) =>
  page.locator(`${tag} input[name=${name}][value=${option}]`).check();
const state = (page: Page) => page.locator(`${tag} .state`);
const picture = (page: Page, name: string, label: RegExp) =>
  drawn(page, tag, name).and(page.getByRole("img", { name: label }));
/** A panel of the cells, from the build's picture or a drawn one, once it can be seen. */
const panel = async (page: Page, index: number) => {
  await page
    .locator(`${tag} svg[data-cells] .panel`)
    .filter({ visible: true })
    .nth(index)
    .waitFor();
  const boxes = await page.locator(`${tag} svg[data-cells] .panel`).evaluateAll((panels) =>
    panels
      .map((one) => one.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ x, y, width, height }) => ({ x, y, width, height })),
  );
  return boxes[index] as { x: number; y: number; width: number; height: number };
};

test("one drag over the picture: loud channels flatten a token's scale", async () => {
  const { page, requests, done } = await open(world.withoutGpu, at());
  await ready(page, tag);
  await says(summary(page, tag), /scale per token.* off by 192%.*per channel it would be 38%/);
  const { x, y, width, height } = await panel(page, 0);
  const middle = [x + width / 2, y + height / 2] as const;
  await page.mouse.move(...middle);
  await page.mouse.down();
  await page.mouse.move(x + 3, middle[1], { steps: 8 });
  await says(summary(page, tag), /scale per token.* off by (38|39|4\d)%/);
  await page.mouse.move(middle[0] + width / 2, middle[1], { steps: 8 });
  await says(summary(page, tag), /off by 227%/);
  await page.mouse.up();
  assert.equal(await page.locator(tag).getAttribute("loudness"), "2");
  await picture(page, "cells", /scales along each token; off by 227%/).waitFor();
  // A scale of 32 numbers, beside each of 32 tokens; then one below each of 32 channels.
  const scales = drawn(page, tag, "cells").locator("path.scales");
  const bars = async () => ((await scales.getAttribute("d")) ?? "").match(/[hv]/g)?.join("");
  assert.equal(await bars(), "h".repeat(32));
  await choose(page, "axis", "channel");
  await picture(page, "cells", /scales along each channel; off by 38%/).waitFor();
  assert.equal(await bars(), "v".repeat(32));
  assert.ok(!requests.some((url) => /\.wasm|\.bin|\/ort/.test(url)), "nothing heavy without a run");
  await done();
});

test("a press chooses a number, and what shares its scale is laid out", async () => {
  const { page, done } = await open(world.withoutGpu, at("?axis=channel"));
  await ready(page, tag);
  const { x, y, width, height } = await panel(page, 1);
  await page.mouse.click(x + (8 - 0.5) * (width / 32), y + (5 - 0.5) * (height / 32));
  await page.locator(`${tag}[token="5"][channel="8"]`).waitFor();
  assert.equal(await page.locator(tag).getAttribute("loudness"), null, "a press is no drag");
  await picture(page, "levels", /^Channel 8, tokens 1 to 32/).waitFor();
  await says(page.locator(`${tag} .chosen-number`), /^Token 5, channel 8: /);
  assert.equal(await drawn(page, tag, "levels").locator("path.loud").count(), 32);
  await done();
});

test("with the keyboard alone: the axis, the loudness, a number", async () => {
  const { page, done } = await open(world.withoutGpu, at());
  await ready(page, tag);
  await page.locator(`${tag} input[name=axis][value=token]`).focus();
  await page.keyboard.press("ArrowRight");
  await says(summary(page, tag), /scale per channel.* off by 38%/);
  await page.keyboard.press("ArrowLeft");
  await page.locator(`${tag} #range-loudness`).focus();
  await page.keyboard.press("Home");
  await says(summary(page, tag), /scale per token.* off by 38%.*would be 38%/);
  await page.locator(`${tag} #range-channel`).press("End");
  await says(page.locator(`${tag} .chosen-number`), /channel 32:/);
  await done();
});

test("formats: bits of scales are counted, fp8 shares none, a bad query is clamped", async () => {
  const { page, done } = await open(
    world.withoutGpu,
    at("?format=int9&group=7&loudness=99&token=0&channel=NaN&source=%3Cscript%3E"),
  );
  await ready(page, tag);
  assert.deepEqual(
    await page.locator(tag).evaluate((of) => {
      const { values } = of as unknown as { values: Record<string, unknown> };
      return [values.format, values.group, values.loudness, values.token, values.channel];
    }),
    ["int2", 8, 2, 1, 3],
  );
  const own = page.locator(`${tag} tr.own`);
  await typed(page, tag, "group").fill("16");
  await typed(page, tag, "group").press("Enter");
  const format = page.locator(`${tag} #list-format`);
  // 64 · 128 numbers: 2 bits and 32 for 16; 4 and 32 for 32; 4 and 8 for 16; 8.
  await says(own, /per token.*4\s*4,096.B/);
  await typed(page, tag, "group").fill("32");
  await typed(page, tag, "group").press("Enter");
  await format.selectOption("int4");
  await says(own, /per token.*5\s*5,120.B/);
  await format.selectOption("nvfp4");
  await says(own, /per token.*4\.5\s*4,608.B/);
  await format.selectOption("fp8");
  await says(own, /none.*8\s*8,192.B/);
  await says(summary(page, tag), /no number shares a scale.* off by 2\.\d%/);
  assert.equal(await page.locator(`${tag} input[name=axis]`).count(), 0);
  await page.locator(`${tag} .bar button`).first().click();
  await says(summary(page, tag), /off by 192%/);
  await done();
});

test("Share carries the state; the Korean page on a phone is no wider than the screen", async () => {
  const { page, done } = await open(world.withoutGpu, at("?format=int4&rope=after", "ko"), {
    viewport: { width: 360, height: 800 },
    hasTouch: true,
  });
  await ready(page, tag);
  await says(summary(page, tag), /int4에 눈금값을 토큰마다 두면 숫자 하나에 5비트/);
  await page.locator(`${tag} label`, { hasText: "채널마다" }).tap();
  await says(summary(page, tag), /채널마다 두면 숫자 하나에 5비트.*토큰마다 두면 3\d%/);
  await page.locator(`${tag} .bar button`).nth(1).click();
  const link = page.locator(`${tag} input.link`);
  const carried = (await link.count()) > 0 ? await link.inputValue() : "";
  if (carried !== "") assert.match(carried, /rope=after&format=int4&axis=channel/);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(beyond, 0);
  await done();
});

for (const backend of ["wasm", "webgpu"] as const) {
  test(`${backend}: the model's K and V, by layer and head, before RoPE and after`, async () => {
    const browser = backend === "wasm" ? world.withoutGpu : world.withGpu;
    const { page, requests, done } = await open(
      browser,
      at(`?source=model&backend=${backend}&format=int4`),
    );
    await ready(page, tag);
    await says(
      summary(page, tag),
      /K of layer 1, head 1 has 16 numbers for each token; with this text, 55 × 16\. In int4/,
    );
    await says(state(page), /Nothing has run yet/);
    await picture(page, "cells", /before the run/)
      .or(drawn(page, tag, "cells"))
      .waitFor();
    assert.ok(!requests.some((url) => /\.wasm|\.bin/.test(url)), "nothing heavy without a run");
    const events = await runToEnd<RunEvent | LabEvent>(page, tag);
    const inspected = events.find((event): event is InspectedEvent => event.kind === "inspected");
    assert.equal(inspected?.layers.length, 4);
    for (const { q, k, v } of inspected?.layers ?? []) {
      assert.deepEqual([q.length, k.length, v.length], [14080 / 2, 14080 / 2, 14080 / 2]);
    }
    const headline = page.locator(`${tag} .headline`);
    await says(
      headline,
      /layer 1, head 1, K in int4 is off by [\d.]+% .* at 8 bits .* by [\d.]+% per channel, at 9\.02\./,
    );
    await picture(page, "cells", /K, 55 tokens of 16 channels/).waitFor();
    const before = await headline.textContent();
    await choose(page, "rope", "after");
    await page.waitForFunction(
      ([name, text]) =>
        document.querySelector(name)?.shadowRoot?.querySelector(".headline")?.textContent !== text,
      [tag, before ?? ""] as const,
    );
    await typed(page, tag, "layer").fill("4");
    await typed(page, tag, "layer").press("Enter");
    await says(headline, /layer 4, head 1/);
    // 55 tokens along a channel: six groups of 8 are full, or three of 16, and seven tokens wait.
    await choose(page, "axis", "channel");
    const waiting = page.locator(`${tag} .remark`).filter({ hasText: "wait in 16 bits" });
    await says(waiting, /^The newest 7 wait .* needs 8 tokens/);
    await typed(page, tag, "group").fill("16");
    await typed(page, tag, "group").press("Enter");
    await says(waiting, /^The newest 7 wait .* needs 16 tokens/);
    // 48 tokens · 16 · 4 bits, a scale and a zero point for 16 of them, seven tokens in 16 bits.
    await says(page.locator(`${tag} tr.own`), /per channel.*800.B/);
    assert.equal(requests.filter((url) => url.includes("text-mha.bin")).length, 1);
    await page.locator(`${tag} #text-prompt`).fill("And God said");
    await says(state(page), /The last run read another text/);
    await done();
  });
}

test("a text that the model cannot read is named, and nothing runs", async () => {
  const { page, done } = await open(world.withoutGpu, at("?source=model", "ko"));
  await ready(page, tag);
  await page.locator(`${tag} .starts button`).filter({ hasText: "태초에" }).click();
  await says(state(page), /글자표에 한글이 없어요/);
  assert.equal(await page.locator(`${tag} button.go`).isDisabled(), true);
  await page.locator(`${tag} .instead`).click();
  await page.locator(`${tag} .state.error`).waitFor({ state: "detached" });
  assert.equal(await page.locator(`${tag} button.go`).isDisabled(), false);
  await done();
});
