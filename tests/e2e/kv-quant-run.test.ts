import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { FormatEvent, LabEvent } from "../../src/lab/protocol.ts";
import scores from "../../src/measured/lab/formats.json" with { type: "json" };
import type { BackendEvent, RunEvent } from "../../src/onnx/protocol.ts";
import { open, ready, useBothBrowsers } from "../helpers/browser.ts";
import { drawn, runToEnd, says, summary } from "../helpers/widget.ts";

const tag = "kv-quant-run";
const world = useBothBrowsers();
const at = (query = "", lang = "en") => `${world.site.origin}/${lang}/embed/${tag}/${query}`;
const button = (page: Page) => page.locator(`${tag} button.go`);
const chart = (page: Page, label: RegExp) =>
  drawn(page, tag).and(page.getByRole("img", { name: label }));

type Event = RunEvent | LabEvent;
const formatsIn = (events: readonly Event[]) =>
  events.filter((event): event is FormatEvent => event.kind === "format");

/** What Node measured, which is what the page shows before a run. */
function assertAsInNode(events: readonly FormatEvent[]): void {
  for (const { model, format, quality } of events) {
    const [task, variant] = model.split("-");
    const own = scores.find(
      (each) => each.task === task && each.variant === variant && each.format === format,
    );
    assert.ok(own, `${model} ${format}`);
    assert.equal(quality.answers, own.answers);
    for (const measure of ["loss", "divergence"] as const) {
      const off = Math.abs(quality[measure] - own[measure]);
      assert.ok(off <= 1e-3, `${model} ${format}: ${measure} ${quality[measure]}, ${own[measure]}`);
    }
    assert.ok(Math.abs(quality.accuracy - own.accuracy) <= 3 / own.answers, `${model} ${format}`);
  }
}

test("wasm: every recall model in every format, each as in Node to 1e-3", async () => {
  const { page, requests, done } = await open(world.withoutGpu, at("?backend=wasm"));
  page.setDefaultTimeout(300_000);
  await ready(page, tag);
  await says(summary(page, tag), /in int4 the GQA model keeps 64\sB a token instead of 128\sB/);
  assert.ok(!requests.some((url) => /\.wasm|worker|\.bin/.test(url)), "nothing before the click");
  const events = formatsIn(await runToEnd<Event>(page, tag));
  assert.equal(events.length, scores.filter(({ task }) => task === "recall").length);
  assertAsInNode(events);
  await says(page.locator(`${tag} .headline`), /^(\d+) of \1 points found on this device/);
  assert.equal(await drawn(page, tag).locator("path.live").count(), events.length - 5 + 1);
  await page.locator(`${tag} input[name=task][value=text]`).check();
  await says(page.locator(`${tag} .remark`).last(), /is of the other task: Recall/);
  await done();
});

test("webgpu: as in Node to 1e-3, all on the GPU; stopped, what was found stays", async () => {
  const { page, done } = await open(world.withGpu, at("?backend=webgpu"));
  page.setDefaultTimeout(300_000);
  await ready(page, tag);
  await button(page).click();
  await page.waitForFunction(
    (name) =>
      (
        document.querySelector(name) as unknown as { runEvents: { kind: string }[] }
      ).runEvents.filter(({ kind }) => kind === "format").length >= 3,
    tag,
  );
  await button(page).click();
  await says(page.locator(`${tag} .state[role=status]`), /Stopped/);
  const events = await page.evaluate(
    (name) => (document.querySelector(name) as unknown as { runEvents: Event[] }).runEvents,
    tag,
  );
  const backend = events.find((event): event is BackendEvent => event.kind === "backend");
  assert.equal(backend?.backend, "webgpu");
  assert.equal(backend?.allOperatorsOnGpu, true);
  assert.ok(formatsIn(events).length >= 3);
  assertAsInNode(formatsIn(events));
  await done();
});

test("by keyboard: measure, model and format change the sentence and the drawing", async () => {
  const { page, done } = await open(world.withoutGpu, at());
  await ready(page, tag);
  await page.locator(`${tag} input[name=measure][value=loss]`).press("ArrowRight");
  await says(summary(page, tag), /is right in 98\.0% of cases instead of 98\.5%/);
  await chart(page, /GQA: fp16 98\.5%, fp8 97\.7%/).waitFor();
  await page.locator(`${tag} input[name=measure][value=accuracy]`).press("ArrowRight");
  await says(summary(page, tag), /its predictions move by 0\.0111 nats/);
  await says(page.locator(`${tag} .spread`), /further the more query heads share/);
  await page
    .locator(`${tag} select[name=variant], ${tag} #list-variant`)
    .first()
    .selectOption("mla");
  await page.locator(`${tag} #list-format`).selectOption("int2-channel");
  await says(summary(page, tag), /has no int2, K per channel: its latent is key and value at once/);
  await done();
});

test("in Korean, from a link with values that are none", async () => {
  const { page, done } = await open(
    world.withoutGpu,
    at("?format=int9&variant=mqa&measure=divergence", "ko"),
  );
  await ready(page, tag);
  await says(
    summary(page, tag),
    /MQA 모델의 캐시를 int4 형식으로 저장하면 토큰당 64\sB 대신 32\sB만 쓰고/,
  );
  await chart(page, /캐시 바이트에 따른 모델의 성적/).waitFor();
  await done();
});
