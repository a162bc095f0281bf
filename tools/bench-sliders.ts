import path from "node:path";
import type { Browser, Page } from "playwright-core";
import type { BenchTable } from "./bench-table.ts";
import { serveFolder } from "./site-server.ts";

const drags = 60;
const slowerCpu = [1, 4] as const;

/** A slider of each widget that has one. */
const sliders = {
  "kv-size": "context",
  "kv-concurrency": "context",
  "kv-step": "context",
  "kv-layers": "context",
  "kv-roofline": "context",
  "kv-heads": "groups",
  "kv-shard": "tp",
  "kv-decode": "tokens",
  "kv-mla": "queries",
  "kv-vha": "alpha",
  "kv-triangle": "tp",
  "kv-quant": "loudness",
  "kv-blocks": "block",
  "kv-timeline": "spread",
  "kv-serve": "prompt",
  "kv-plan": "rate",
} as const;

/** Drags a slider of every widget of the built site, in one browser. */
export async function benchSliders(browser: Browser): Promise<BenchTable> {
  const site = await serveFolder(path.resolve(import.meta.dirname, "../dist"));
  const rows: BenchTable["rows"][number][] = [];
  for (const [tag, slider] of Object.entries(sliders)) {
    for (const slower of slowerCpu) {
      const page = await browser.newPage();
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
      const opened = performance.now();
      await page.goto(`${site.origin}/en/embed/${tag}/`);
      await page.locator(`${tag}[data-ready]`).waitFor({ state: "attached" });
      const readyMs = performance.now() - opened;
      const range = `${tag} #range-${slider}`;
      await page.locator(range).press("ArrowRight");
      await page.locator(`${tag} .figure > svg`).first().waitFor();
      const sorted = (await sliderToPaint(page, tag, slider)).sort((a, b) => a - b);
      rows.push({
        widget: `\`${tag}\``,
        "CPU slower by": slower,
        "ready, ms": Math.round(readyMs),
        "slider to paint p50, ms": percentile(sorted, 0.5).toFixed(1),
        "p95, ms": percentile(sorted, 0.95).toFixed(1),
        "budget of p95, ms": slower === 4 ? 50 : 16,
      });
      await page.close();
    }
  }
  site.close();
  return { title: "From a slider to the new chart", remarks: [], rows };
}

/** The value below which this share of the sorted list lies. */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

/**
 * From the pointer's event to the end of the frame that shows the new chart, in ms, while a slider is
 * dragged. Real events, since browsers deliver those at the start of a frame.
 */
async function sliderToPaint(page: Page, tag: string, slider: string): Promise<number[]> {
  await page.evaluate(
    ([name, input]) => {
      const root = document.querySelector(name)?.shadowRoot;
      const took: number[] = [];
      Object.assign(window, { took });
      root?.querySelector(`#range-${input}`)?.addEventListener("input", (event) => {
        // A message posted in a frame's callback is answered when that frame has been handed over.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => took.push(performance.now() - event.timeStamp);
        requestAnimationFrame(() => port2.postMessage(null));
      });
    },
    [tag, slider] as const,
  );
  const box = await page.locator(`${tag} #range-${slider}`).boundingBox();
  if (!box) throw new Error(`no slider ${slider} in ${tag}`);
  const y = box.y + box.height / 2;
  const taken = () => page.evaluate(() => (window as unknown as { took: number[] }).took.length);
  // From end to end: a slider of few stops says nothing of a move between neighbours.
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  for (let i = 0; i < drags; i++) {
    const before = await taken();
    await page.mouse.move(box.x + box.width * (i % 2 ? 0.04 : 0.96), y);
    while ((await taken()) === before)
      await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.mouse.up();
  return page.evaluate(() => (window as unknown as { took: number[] }).took);
}
