import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import type { BackendEvent, ProofEvent, RunEvent } from "../../src/onnx/protocol.ts";
import { launch, open, ready, useSite } from "../helpers/browser.ts";
import { drawn, runToEnd, says, summary, typed } from "../helpers/widget.ts";

const tag = "kv-vha";
const world = useSite();
let gpuBrowser: Browser;
before(async () => {
  gpuBrowser = await launch({ webgpu: true });
});
after(() => gpuBrowser?.close());

const at = (query = "", lang = "en") => `${world.site.origin}/${lang}/embed/${tag}/${query}`;
const fault = (page: Page, option: string) =>
  page.locator(`${tag} input[name=break][value=${option}]`);
const button = (page: Page) => page.locator(`${tag} button.go`);
const headline = (page: Page) => page.locator(`${tag} .headline:not(.chain)`);
const picture = (page: Page, name: string, label: RegExp) =>
  drawn(page, tag, name).and(page.getByRole("img", { name: label }));

const broken = ["norm-first", "silu", "untransposed"] as const;

/** Runs to the end, and gives what the run itself reported. */
async function run(page: Page) {
  const events = await runToEnd<RunEvent>(page, tag);
  return {
    proofs: events.filter((event): event is ProofEvent => event.kind === "proof"),
    backend: events.find((event): event is BackendEvent => event.kind === "backend"),
  };
}

test("sliders by keyboard: matrices, sentence and both ends follow, and the error stays rounding", async () => {
  const { page, requests, done } = await open(world.browser, at());
  await ready(page, tag);
  await says(summary(page, tag), /α = 0\.5 and Postmix of rank 2 leave plain GQA/);
  const alpha = page.locator(`${tag} #range-alpha`);
  await alpha.press("ArrowRight");
  await says(summary(page, tag), /α = 0\.55 .*10⁻¹⁶ of the largest/);
  await alpha.press("Home");
  await picture(page, "matrices", /Premix of both KV heads, 0\.00, 0\.00 away/).waitFor();
  await alpha.press("End");
  await says(summary(page, tag), /α = 1 .*10⁻¹⁶ of the largest/);
  const beta = page.locator(`${tag} #range-beta`);
  await beta.press("End");
  await page.locator(`${tag}[beta="0.6"]`).waitFor();
  assert.equal(await typed(page, tag, "beta").inputValue(), "0.6");
  assert.equal(await beta.inputValue(), "0.6", "the slider ends where the range does");
  const rank = page.locator(`${tag} #range-rank`);
  for (const [key, said] of [
    ["Home", "1"],
    ["End", "8"],
  ] as const) {
    await rank.press(key);
    await says(summary(page, tag), new RegExp(`Postmix of rank ${said} leave plain.*10⁻¹\\S of`));
    await picture(page, "matrices", new RegExp(`the identity plus rank ${said}, as`)).waitFor();
  }
  assert.ok(!requests.some((url) => /\.wasm|worker/.test(url)), "nothing heavy without a run");
  await done();
});

test("a slider by mouse moves the reader's place in the curve", async () => {
  const { page, done } = await open(world.browser, at("?break=norm-first"));
  await ready(page, tag);
  const box = await page.locator(`${tag} #range-alpha`).boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.locator(`${tag}[alpha="1"]`).waitFor();
  await says(summary(page, tag), /QK-norm before Premix.* 18% of the largest/);
  await says(drawn(page, tag, "sweep").locator("text.value"), /^18%$/);
  await done();
});

test("faults by mouse and by keyboard; where one is harmless the page says why", async () => {
  const { page, done } = await open(world.browser, at());
  await ready(page, tag);
  await fault(page, "norm-first").locator("xpath=..").click();
  await says(summary(page, tag), /QK-norm before Premix.* off by up to 7\.4%/);
  await picture(page, "order", /W_Q → QK-norm → Premix → RoPE/).waitFor();
  await fault(page, "norm-first").press("ArrowRight");
  await says(summary(page, tag), /SiLU between.* off by up to 32%/);
  await picture(page, "order", /W_Q → SiLU → Premix → QK-norm/).waitFor();
  await page.keyboard.press("ArrowRight");
  await says(summary(page, tag), /without its transpose.* off by up to 48%/);
  await picture(page, "sweep", /M without its transpose/).waitFor();

  await page.locator(`${tag} #range-beta`).press("Home");
  await says(summary(page, tag), /no difference: at β = 0 M is the identity.* own transpose/);
  await page.locator(`${tag} #range-alpha`).press("Home");
  await fault(page, "norm-first").check();
  await says(summary(page, tag), /no difference: at α = 0 Premix is the identity/);
  await says(page.locator(`${tag} .remark`), /every matrix may change places with it/);
  await fault(page, "silu").check();
  await says(summary(page, tag), /SiLU between.* off by up to \d\d%/);
  await says(page.locator(`${tag} .remark`), /Only the first token comes out right/);
  await done();
});

for (const backend of ["wasm", "webgpu"] as const) {
  test(`${backend}: rounding while absorbed rightly, more than 0.05 off with any fault`, async () => {
    const browser = backend === "wasm" ? world.browser : gpuBrowser;
    const { page, done } = await open(browser, at(`?backend=${backend}`));
    await ready(page, tag);
    const right = await run(page);
    assert.equal(right.backend?.backend, backend);
    assert.equal(right.proofs.length, 8, "both forms, and the absorbed one at six α");
    for (const { relativeError, filled, tensorsLeft } of right.proofs) {
      assert.ok(relativeError <= 1e-5, `${relativeError}`);
      // 2 · 2 KV heads · 16 · 4 B a token
      assert.deepEqual(
        filled.map(({ tokens, bytes }) => [tokens, bytes]),
        [6, 7, 8, 9, 10].map((tokens) => [tokens, tokens * 256]),
      );
      assert.equal(tensorsLeft, 0);
    }
    await says(headline(page), /both forms agree with float64/);
    const measured = drawn(page, tag, "sweep").locator("path.measured");
    await measured.nth(6).waitFor();
    assert.equal(await measured.count(), 7);
    for (const option of broken) {
      await fault(page, option).check();
      await says(page.locator(`${tag} .state`), /other settings: small layer/);
      const { proofs } = await run(page);
      const [trained, absorbed, ...along] = proofs.map(({ relativeError }) => relativeError);
      assert.ok((trained ?? 1) <= 1e-5, `${option}: ${trained}`);
      assert.ok((absorbed ?? 0) > 0.05, `${option}: ${absorbed}`);
      // At 0 the identity commutes with a norm and is its own transpose; a SiLU stays a SiLU.
      const first = along[0] ?? Number.NaN;
      assert.ok(option === "silu" ? first > 0.05 : first <= 1e-5, `${option} at 0: ${first}`);
      await says(headline(page), /trained form agrees.* Absorbed, it is off by \d/);
      assert.equal(await page.locator(`${tag} .state`).count(), 0);
    }
    await done();
  });
}

test("α = 0 with the norm first runs right, in Korean too", async () => {
  const { page, done } = await open(
    world.browser,
    at("?backend=wasm&break=norm-first&alpha=0", "ko"),
  );
  await ready(page, tag);
  await says(summary(page, tag), /앞에 있는데도 탈이 없어요. α = 0이면 Premix가 단위 행렬/);
  const { proofs } = await run(page);
  for (const { relativeError } of proofs.slice(0, 2)) assert.ok(relativeError <= 1e-5);
  await says(headline(page), /두 형태가 모두 float64와 맞아요/);
  await done();
});

test("the 1.7B layer: absorbed to rounding, 1,024 numbers a token; stopped, then run to the end", async () => {
  const { page, done } = await open(world.browser, at("?backend=wasm&dims=paper"));
  await ready(page, tag);
  await says(summary(page, tag), /leave plain GQA.*16.*a run finds out/);
  await says(page.locator(`${tag} .chain`), /GQA.*8.*⊂ VHA.*8.*⊂ GQA.*16/);
  assert.equal(await page.locator(`${tag} [data-figure=outputs]`).count(), 0);
  await button(page).click();
  await button(page).filter({ hasText: "Stop" }).waitFor();
  await button(page).click();
  await page.locator(`${tag} .state`, { hasText: /^Stopped/ }).waitFor();
  const { proofs } = await run(page);
  assert.equal(proofs.length, 2);
  for (const { relativeError, filled } of proofs) {
    assert.ok(relativeError <= 1e-5, `${relativeError}`);
    assert.equal(filled.at(-1)?.bytes, 10 * 2 * 2 * 128 * 4);
  }
  await picture(page, "outputs", /As trained.*Absorbed: GQA 16-2-2/).waitFor();
  assert.equal(await page.locator(`${tag} .state`).count(), 0);
  await done();
});
