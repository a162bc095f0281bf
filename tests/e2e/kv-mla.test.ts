import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { BackendEvent, ProofEvent, RunEvent } from "../../src/onnx/protocol.ts";
import { open, ready, useSite } from "../helpers/browser.ts";
import { drawn, runToEnd, says, summary, typed } from "../helpers/widget.ts";

const tag = "kv-mla";
/** WebGPU is here on its software adapter: left to itself the widget takes WASM. */
const world = useSite({ webgpu: true });

const at = (query = "", lang = "en") => `${world.site.origin}/${lang}/embed/${tag}/${query}`;
const choose = (page: Page, name: string, option: string) =>
  page.locator(`${tag} input[name=${name}][value=${option}]`).check();
const errors = (page: Page) => page.locator(`${tag} table.proved tbody tr`);
/** A row of the table of ways, by its name. */
const wayRow = (page: Page, name: string) =>
  page.locator(`${tag} tr`, { has: page.getByRole("rowheader", { name, exact: true }) });
const headline = (page: Page) => page.locator(`${tag} .headline`);
const figure = (page: Page, name: string, label: RegExp) =>
  drawn(page, tag, name).and(page.getByRole("img", { name: label }));

const button = (page: Page) => page.locator(`${tag} button.go`);

/** The proofs of a run from a press of the button to its end. */
const run = async (page: Page): Promise<readonly ProofEvent[]> =>
  (await runToEnd<RunEvent>(page, tag)).filter((event) => event.kind === "proof");

/** What the last run itself reported. */
const eventsOf = (page: Page): Promise<readonly RunEvent[]> =>
  page.evaluate((name) => {
    const element = document.querySelector(name) as unknown as { runEvents: RunEvent[] };
    return element.runEvents;
  }, tag);

test("both switches change the drawing, and 171 queries turn the work round", async () => {
  const { page, requests, done } = await open(world.browser, at());
  await ready(page, tag);
  await says(summary(page, tag), /absorbed, a step reads 9\.437\sMB and does 1\.14\sGMAC/);
  await choose(page, "form", "naive");
  await figure(page, "chart", /expanded: 576 numbers.*40,960 MAC/).waitFor();
  await choose(page, "rope", "latent");
  await choose(page, "form", "absorbed");
  await figure(page, "chart", /absorbed in vain: 512 numbers/).waitFor();
  await says(summary(page, tag), /absorbing gives a wrong output/);
  await choose(page, "rope", "decoupled");
  await figure(page, "chart", /absorbed: 576 numbers/).waitFor();
  // Multiply-adds of a step, worked out by hand: 170 is the last at which absorbing is less.
  await page.locator(`${tag} details summary`).first().click();
  for (const [queries, expanded, absorbed] of [
    ["170", "194,481,487,872", "193,944,616,960"],
    ["171", "194,817,032,192", "195,085,467,648"],
  ] as const) {
    await typed(page, tag, "queries").fill(queries);
    await typed(page, tag, "queries").press("Enter");
    await says(wayRow(page, "Expand in every step"), new RegExp(expanded));
    await says(wayRow(page, "Absorb"), new RegExp(absorbed));
    await figure(page, "work", /From 171 on, expanding is less/).waitFor();
  }
  await typed(page, tag, "queries").fill("1024");
  await typed(page, tag, "queries").press("Enter");
  await says(summary(page, tag), /does 1\.17\sTMAC.*for 481\sGMAC/);
  assert.ok(!requests.some((url) => /\.wasm|worker/.test(url)), "nothing heavy without a run");
  await done();
});

test("with the keyboard alone: arrows flip a switch, Tab goes to the next", async () => {
  const { page, done } = await open(world.browser, at());
  await ready(page, tag);
  await page.locator(`${tag} input[name=form][value=absorbed]`).focus();
  await page.keyboard.press("ArrowLeft");
  await page.locator(`${tag}[form=naive]`).waitFor();
  await says(summary(page, tag), /expanding in every step reads 9\.437\sMB/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.locator(`${tag}[rope=latent]`).waitFor();
  await says(summary(page, tag), /only expanding is right/);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await figure(page, "chart", /absorbed in vain/).waitFor();
  await page.locator(`${tag} #range-queries`).focus();
  await page.keyboard.press("End");
  await says(page.locator(`${tag} .formula .result`), /^1\.1\d?\sTMAC$/);
  await done();
});

test("on a phone a finger flips the switches, and nothing is wider than the screen", async () => {
  const { page, done } = await open(world.browser, at("", "ko"), {
    viewport: { width: 360, height: 800 },
    hasTouch: true,
  });
  await ready(page, tag);
  await page.locator(`${tag} label`, { hasText: "펼친 키" }).tap();
  await says(summary(page, tag), /흡수한 계산은 틀려요/);
  await page.locator(`${tag} label`, { hasText: "따로 둔 키" }).tap();
  await says(summary(page, tag), /걸음마다 펼치면 출력은 같고/);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(beyond, 0);
  await done();
});

test("a run: rounding, the jump with RoPE on the keys, and rounding again, from one run", async () => {
  const { page, requests, done } = await open(world.browser, at());
  await ready(page, tag);
  await figureSays(page, /small layer, computed in float64/);
  const proofs = await run(page);
  assert.equal(proofs.length, 4);
  const relative = proofs.map(({ relativeError }) => relativeError);
  for (const error of relative.slice(0, 3)) assert.ok(error < 1e-5, `${relative}`);
  assert.ok((relative[3] ?? 0) > 0.2 && (relative[3] ?? 0) < 0.4, `${relative}`);
  for (const [i, { filled }] of proofs.entries()) {
    assert.deepEqual(
      filled.map(({ tokens, bytes }) => bytes / tokens),
      filled.map(() => (i < 2 ? 40 : 32) * 4),
    );
    assert.equal(filled.length, 7);
  }
  await says(headline(page), /differs from float64 by rounding/);
  assert.equal(await errors(page).count(), 4);
  await figureSays(page, /Run on this device in fp32, 12 tokens/);
  const marks = drawn(page, tag, "proof").locator("path.at");
  assert.deepEqual(await marks.evaluateAll(heights), [true, true, true, true], "all are seen");
  await choose(page, "rope", "latent");
  await says(headline(page), /0\.27 of the largest output\. That is not rounding/);
  await choose(page, "rope", "decoupled");
  await says(headline(page), /differs from float64 by rounding/);
  assert.equal(requests.filter((url) => url.endsWith(".wasm")).length, 1, "one run, one download");
  await page
    .locator(`${tag} .source`, { hasText: /Run on this device: WASM, fp32\..*the small layer/ })
    .waitFor();
  await done();
});

/** Whether each of some marks takes room on the screen. */
const heights = (marks: readonly Element[]): readonly boolean[] =>
  marks.map((mark) => mark.getBoundingClientRect().height > 5);

/** The picture of the proof is in the build's slot, or drawn. */
const figureSays = (page: Page, text: RegExp) =>
  page
    .locator(`${tag} figure[slot=proof] svg:visible, ${tag} .figure[data-figure=proof] > svg`)
    .filter({ hasText: text })
    .first()
    .waitFor();

test("a text of one token breaks nothing; a longer one then says that the result is older", async () => {
  const { page, done } = await open(world.browser, at("?rope=latent&tokens=1", "ko"));
  await ready(page, tag);
  await says(page.locator(`${tag} .state`).filter({ hasText: "깨질 것이 없어요" }), /위치 0/);
  const proofs = await run(page);
  assert.deepEqual(
    proofs.map(({ filled }) => filled.map(({ tokens }) => tokens)),
    [[1], [1], [1], [1]],
  );
  for (const { relativeError } of proofs) assert.ok(relativeError < 1e-5);
  await says(headline(page), /토큰이 하나면 깨질 것이 없어요/);
  await typed(page, tag, "tokens").fill("3");
  await typed(page, tag, "tokens").press("Enter");
  await page.locator(`${tag} .state`, { hasText: "1토큰을 넣어 돌린 결과예요" }).waitFor();
  const longer = await run(page);
  assert.ok((longer[3]?.relativeError ?? 0) > 0.1);
  await says(headline(page), /반올림이 아니라 다른 출력/);
  await done();
});

test("the real dimensions of V2-Lite run, and hold 2,304 bytes for a token", async () => {
  const { page, done } = await open(world.browser, at("?dims=v2-lite&tokens=3"));
  await ready(page, tag);
  const proofs = await run(page);
  const [naive, absorbed, , broken] = proofs;
  for (const proof of [naive, absorbed]) {
    assert.ok((proof?.relativeError ?? 1) < 1e-5);
    assert.equal(proof?.filled.at(-1)?.bytes, 3 * 576 * 4);
    assert.equal(proof?.output.length, 2048);
  }
  assert.ok((broken?.relativeError ?? 0) > 0.05);
  await figureSays(page, /256 of 2048/);
  await done();
});

test("on WebGPU every operator runs there, and the break is as large", async () => {
  const { page, done } = await open(world.browser, at("?backend=webgpu&rope=latent"));
  await ready(page, tag);
  const proofs = await run(page);
  const backend = (await eventsOf(page)).find(
    (event): event is BackendEvent => event.kind === "backend",
  );
  assert.equal(backend?.backend, "webgpu");
  assert.equal(backend?.allOperatorsOnGpu, true);
  const relative = proofs.map(({ relativeError }) => relativeError);
  assert.equal(relative.length, 4);
  for (const error of relative.slice(0, 3)) assert.ok(error < 1e-5, `${relative}`);
  assert.ok(Math.abs((relative[3] ?? 0) - 0.27) < 0.01, `${relative}`);
  await says(headline(page), /0\.27 of the largest output\. That is not rounding/);
  await page.locator(`${tag} .source`, { hasText: /Run on this device: WebGPU \(.+\)/ }).waitFor();
  await done();
});

test("a run is stopped halfway, and another one started after it gives all four", async () => {
  const { page, done } = await open(world.browser, at("?dims=v2-lite&backend=wasm"));
  await ready(page, tag);
  await button(page).click();
  await says(page.locator(`${tag} .progress`), /of 4 settings done/);
  await says(button(page), /Stop/);
  await button(page).click();
  await says(page.locator(`${tag} .state[role=status]`), /Stopped/);
  assert.ok((await errors(page).count()) < 4, "it was not at its end");
  assert.equal(await page.locator(`${tag} [role=alert]`).count(), 0, "to stop is no failure");
  await choose(page, "dims", "toy");
  assert.equal((await run(page)).length, 4);
  await says(headline(page), /differs from float64 by rounding/);
  assert.equal(await page.locator(`${tag} .state[role=status]`).count(), 0);
  await done();
});
