import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { LabEvent, TokenEvent } from "../../src/lab/protocol.ts";
import type { BackendEvent, RunEvent } from "../../src/onnx/protocol.ts";
import { shippedVariants } from "../../src/widgets/prompt/text-models.ts";
import { open, ready, useBothBrowsers } from "../helpers/browser.ts";
import { drawn, heightBeforeRun, heightOf, runToEnd, says, summary } from "../helpers/widget.ts";

const tag = "kv-decode";
const world = useBothBrowsers();

const at = (query = "", lang = "en") => `${world.site.origin}/${lang}/embed/${tag}/${query}`;
const button = (page: Page) => page.locator(`${tag} button.go`);
const field = (page: Page) => page.locator(`${tag} #text-prompt`);
const state = (page: Page) => page.locator(`${tag} .state`);
const grown = (page: Page) => page.locator(`${tag} .grown`);
const picture = (page: Page, name: string, label: RegExp) =>
  drawn(page, tag, name).and(page.getByRole("img", { name: label }));

/** Runs to the end, and gives what the run itself reported. */
async function run(page: Page) {
  const events = await runToEnd<RunEvent | LabEvent>(page, tag);
  return {
    steps: events.filter((event): event is TokenEvent => event.kind === "token"),
    backend: events.find((event): event is BackendEvent => event.kind === "backend"),
  };
}

for (const backend of ["wasm", "webgpu"] as const) {
  test(`${backend}: both ways agree, the cache's bytes are the formula's, rows are counted`, async () => {
    const browser = backend === "wasm" ? world.withoutGpu : world.withGpu;
    // The software adapter takes its time.
    const tokens = backend === "wasm" ? 5 : 2;
    const [read, anew] = [6 + tokens, backend === "wasm" ? 45 : 15];
    const { page, requests, done } = await open(
      browser,
      at(`?backend=${backend}&prompt=And+God&tokens=${tokens}`),
    );
    await ready(page, tag);
    const before = await heightBeforeRun(page, tag);
    assert.ok(!requests.some((url) => /\.wasm|\.bin/.test(url)), "nothing heavy without a run");
    // 4 layers · 2 · 8 heads · 16 · 4 B, then two heads, one, a latent of 24 + 8, two.
    const perToken = { mha: 4096, gqa: 1024, mqa: 512, mla: 512, vha: 1024 };
    for (const [i, variant] of shippedVariants.entries()) {
      await page.locator(tag).evaluate((of, name) => of.setAttribute("variant", name), variant);
      const { steps, backend: ran } = await run(page);
      assert.equal(ran?.backend, backend);
      assert.equal(steps.length, tokens);
      if (i === 0) assert.equal(await heightOf(page, tag), before, "a run moves nothing");
      for (const [i, step] of steps.entries()) {
        const length = 7 + i;
        assert.ok(step.difference <= 1e-4 * step.largestLogit, `${variant}: ${step.difference}`);
        assert.ok(
          step.rowDifference <= 1e-4 * step.largestRow,
          `${variant}: ${step.rowDifference}`,
        );
        assert.equal(step.filledBytes, length * perToken[variant], variant);
        assert.deepEqual(step.projected, { cached: i === 0 ? 7 : 1, uncached: length });
      }
      await says(page.locator(`${tag} .headline`), new RegExp(`scores: in ${tokens} steps they`));
      const rows = page.locator(`${tag} .sides tbody tr`);
      await says(rows.nth(1), new RegExp(`^Rows computed so far\\s*${read}\\s*${anew}$`));
      await says(
        rows.nth(4),
        new RegExp(`${(read * perToken[variant]).toLocaleString("en-US")}.B`),
      );
      await picture(page, "cache", new RegExp(`layer 1: ${read} of ${read} columns`)).waitFor();
      await picture(page, "map", new RegExp(`layer 1, head 1, for ${read} tokens`)).waitFor();
    }
    assert.equal(requests.filter((url) => url.includes("text-mha.bin")).length, 1);
    await done();
  });
}

for (const backend of ["wasm", "webgpu"] as const) {
  test(`${backend}: from a cache in int2 it writes on, and what that changes is told`, async () => {
    const browser = backend === "wasm" ? world.withoutGpu : world.withGpu;
    const query = `?backend=${backend}&variant=mqa&format=int2&tokens=6&temperature=0`;
    const { page, done } = await open(browser, at(query));
    await ready(page, tag);
    // 25 tokens of 4 layers and 32 numbers, each with 2 bits and its share of 32 for 8
    await says(page.locator(`${tag} .remark`).first(), /2,400.B at the end: 6 bits a number/);
    const before = await heightBeforeRun(page, tag);
    const { steps } = await run(page);
    assert.equal(await heightOf(page, tag), before, "the room of all it says was kept");
    assert.equal(steps.length, 6);
    for (const { rowDifference, largestRow } of steps) assert.ok(rowDifference > 0.01 * largestRow);
    const headline = page.locator(`${tag} .headline`);
    await says(headline, /in int2 the scores change by up to [\d.]+% .* of 6 steps/);
    await page.locator(`${tag} #list-format`).selectOption("fp16");
    await says(state(page), /another run: .* cache in int2/);
    const precise = (await run(page)).steps;
    for (const { difference, largestLogit } of precise) {
      assert.ok(difference < 0.01 * largestLogit);
    }
    await done();
  });
}

test("the same seed writes the same text, another another; layers and heads need no new run", async () => {
  const { page, done } = await open(
    world.withoutGpu,
    at("?backend=wasm&prompt=God&tokens=6&temperature=1.5&top-k=75"),
  );
  await ready(page, tag);
  const texts: string[] = [];
  for (const seed of ["1", "1", "2"]) {
    await page.locator(`${tag} #typed-seed`).fill(seed);
    await page.locator(`${tag} #typed-seed`).press("Enter");
    const { steps } = await run(page);
    texts.push(steps.map(({ next }) => next).join(" "));
  }
  assert.equal(texts[0], texts[1]);
  assert.notEqual(texts[0], texts[2]);
  await page.locator(`${tag} #range-layer`).press("End");
  await page.locator(`${tag} #range-head`).press("End");
  await picture(page, "map", /layer 4, head 8, for 8 tokens/).waitFor();
  assert.equal(await state(page).count(), 0, "the run is still the one that is shown");
  await page.locator(`${tag} #range-temperature`).press("Home");
  await says(state(page), /another run: prompt “God”, MHA.* temperature 1\.5/);
  await done();
});

test("a character the model does not know is named with its place, and the text stays", async () => {
  const { page, done } = await open(world.withoutGpu, at());
  await ready(page, tag);
  await field(page).fill("God 신 said é");
  await says(summary(page, tag), /does not know 2 of its 12 characters/);
  await says(state(page), /2 characters are not in .*: 신 \(5\) é \(12\)/);
  await says(state(page), /no Hangul.*75 characters are A to Z/);
  assert.equal(await field(page).inputValue(), "God 신 said é");
  assert.equal(await button(page).isDisabled(), true);
  await page.locator(`${tag} .instead`).filter({ hasText: "God sin said e" }).press("Enter");
  await page.locator(`${tag} .state.error`).waitFor({ state: "detached" });
  assert.equal(await field(page).inputValue(), "God sin said e");
  assert.equal(await button(page).isDisabled(), false);

  await field(page).fill("");
  await says(state(page), /at least one character/);
  const long = "In the beginning ".repeat(5);
  await field(page).fill("God");
  await field(page).fill(long);
  await says(page.locator(`${tag} #error-prompt`), /85 characters are too many: at most 64/);
  assert.equal(await field(page).inputValue(), long);
  assert.equal(await page.locator(tag).getAttribute("prompt"), "God");
  await field(page).fill("");
  await page.locator(`${tag} .refusal .state`).waitFor();
  await field(page).fill(long);
  await says(page.locator(`${tag} #error-prompt`), /85 characters are too many/);
  assert.equal(await page.locator(`${tag} .refusal .state`).isVisible(), false, "one complaint");
  await page.locator(`${tag} .bar button`).first().click();
  await page.locator(`${tag} #text-prompt[aria-invalid=false]`).waitFor();
  assert.equal(await field(page).inputValue(), "In the beginning God");
  await done();
});

test("a cancel is felt at once and keeps what was shown", async () => {
  const { page, done } = await open(world.withoutGpu, at("?backend=wasm&prompt=God&tokens=96"));
  await ready(page, tag);
  await button(page).click();
  await page.locator(`${tag} .headline`).waitFor();
  await button(page).filter({ hasText: "Stop" }).click();
  await says(state(page), /^Stopped\. What was found until then is kept/);
  const kept = await page.evaluate(
    (name) =>
      (
        document.querySelector(name) as unknown as { runEvents: { kind: string }[] }
      ).runEvents.filter(({ kind }) => kind === "token").length,
    tag,
  );
  assert.ok(kept >= 1 && kept < 96, `${kept}`);
  await picture(page, "cache", new RegExp(`: ${kept + 2} of 98 columns`)).waitFor();
  assert.match((await grown(page).textContent()) ?? "", /^God/);
  await done();
});

test("a damaged model is refused in words, and the next run fetches it again", async () => {
  let damaged = true;
  const { page, requests, done } = await open(
    world.withoutGpu,
    at("?backend=wasm&prompt=God&tokens=2"),
    {
      before: (opened) =>
        opened.context().route("**/models/text-*.bin*", async (route) => {
          const response = await route.fetch();
          const body = await response.body();
          if (damaged) body[body.length >> 1] = (body[body.length >> 1] as number) ^ 1;
          await route.fulfill({ response, body });
        }),
    },
  );
  await ready(page, tag);
  await button(page).click();
  await says(state(page), /The model arrived damaged and was not used\. Run again/);
  assert.equal(await drawn(page, tag, "cache").locator("rect.fresh").count(), 0);
  damaged = false;
  const { steps } = await run(page);
  assert.equal(steps.length, 2);
  await says(page.locator(`${tag} .headline`), /same scores: in 2 steps/);
  assert.equal(requests.filter((url) => url.includes("text-mha.bin")).length, 2);
  await done();
});

test("the Korean chapter: a Korean prompt is refused with a way out, which runs", async () => {
  const { page, done } = await open(
    world.withoutGpu,
    `${world.site.origin}/ko/kv-cache/?backend=wasm&tokens=3#${tag}`,
  );
  await ready(page, tag);
  await page.locator(`${tag} .starts button`).filter({ hasText: "태초에" }).click();
  await says(summary(page, tag), /8글자 가운데 7글자를 모델이 몰라요/);
  await says(state(page), /7가지 있어요.*태\(1\) 초\(2\)/);
  await says(state(page), /글자표에 한글이 없어요/);
  assert.equal(await field(page).inputValue(), "태초에 하나님이");
  await page.locator(`${tag} .instead`).click();
  await page.locator(`${tag} .state.error`).waitFor({ state: "detached" });
  assert.equal(await field(page).inputValue(), "In the beginning God");
  const { steps } = await run(page);
  assert.deepEqual(
    steps.map(({ projected }) => projected.uncached),
    [20, 21, 22],
  );
  await says(page.locator(`${tag} .headline`), /두 방법의 점수가 같아요/);
  await done();
});
