// Builds the site and times what a reader waits for: `npm run bench`. Medians and the 95th percentile of repeated runs, unthrottled and with a four times slower CPU, in one session.
import path from "node:path";
import { build } from "astro";
import { chromium, type Page } from "playwright-core";
import { ensureChromium } from "./chromium.ts";
import { serveFolder } from "./site-server.ts";

const drags = 60;
const slowerCpu = [1, 4] as const;

/** The value below which this share of the sorted list lies. */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

/**
 * From the pointer's event to the end of the frame that shows the new chart, in ms, while a slider is
 * dragged. Real events, since browsers deliver those at the start of a frame.
 */
async function sliderToPaint(page: Page, tag: string): Promise<number[]> {
  await page.evaluate((name) => {
    const root = document.querySelector(name)?.shadowRoot;
    const took: number[] = [];
    Object.assign(window, { took });
    root?.querySelector("#range-context")?.addEventListener("input", (event) => {
      // A message posted in a frame's callback is answered when that frame has been handed over.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => took.push(performance.now() - event.timeStamp);
      requestAnimationFrame(() => port2.postMessage(null));
    });
  }, tag);
  const box = await page.locator(`${tag} #range-context`).boundingBox();
  if (!box) throw new Error(`no slider in ${tag}`);
  const y = box.y + box.height / 2;
  const taken = () => page.evaluate(() => (window as unknown as { took: number[] }).took.length);
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  for (let i = 0; i < drags; i++) {
    const before = await taken();
    await page.mouse.move(box.x + box.width * (i % 2 ? 0.25 : 0.75), y);
    while ((await taken()) === before)
      await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.mouse.up();
  return page.evaluate(() => (window as unknown as { took: number[] }).took);
}

await build({ logLevel: "error" });
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ["--no-sandbox", "--disable-background-networking"],
});
const site = await serveFolder(path.resolve(import.meta.dirname, "../dist"));
const rows: Record<string, string | number>[] = [];
for (const tag of ["kv-size", "kv-concurrency", "kv-step", "kv-layers", "kv-roofline"]) {
  for (const slower of slowerCpu) {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
    const opened = performance.now();
    await page.goto(`${site.origin}/en/embed/${tag}/`);
    await page.locator(`${tag}[data-ready]`).waitFor({ state: "attached" });
    const readyMs = performance.now() - opened;
    await page.locator(`${tag} #range-context`).press("ArrowRight");
    await page.locator(`${tag} .figure > svg`).first().waitFor();
    const sorted = (await sliderToPaint(page, tag)).sort((a, b) => a - b);
    rows.push({
      widget: tag,
      "CPU slower by": slower,
      "ready, ms": Math.round(readyMs),
      "slider to paint p50, ms": Number(percentile(sorted, 0.5).toFixed(1)),
      "p95, ms": Number(percentile(sorted, 0.95).toFixed(1)),
      budget: slower === 4 ? "p95 50 ms" : "p95 16 ms",
    });
    await page.close();
  }
}
console.table(rows);
await browser.close();
site.close();
