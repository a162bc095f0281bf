// Times what a reader waits for, on the built site: `npm run bench` (build first). Medians and the
// 95th percentile of repeated runs, unthrottled and with a four times slower CPU, in one session.
import path from "node:path";
import { chromium, type Page } from "playwright-core";
import { serveFolder } from "../tests/helpers/site-server.ts";
import { ensureChromium } from "./chromium.ts";

const drags = 60;
const slowerCpu = [1, 4] as const;

/** The value below which this share of the sorted list lies. */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

/** From a slider's input event to the frame that shows the new chart, in ms, for many moves. */
function sliderToPaint(page: Page, tag: string): Promise<number[]> {
  return page.evaluate(
    async ([name, times]) => {
      const root = document.querySelector(name)?.shadowRoot;
      const input = root?.querySelector<HTMLInputElement>("#range-context");
      if (!root || !input) throw new Error(`no slider in ${name}`);
      const drawn = () => root.querySelector("[data-figure=chart] > svg");
      const took: number[] = [];
      for (let i = 0; i < times; i++) {
        const before = drawn();
        const started = performance.now();
        input.value = String(9 + (i % 9));
        input.dispatchEvent(new Event("input", { bubbles: true }));
        while (drawn() === before) await new Promise(requestAnimationFrame);
        // One more frame: the picture that was made in this one is on the screen in the next.
        await new Promise(requestAnimationFrame);
        took.push(performance.now() - started);
      }
      return took;
    },
    [tag, drags] as const,
  );
}

const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ["--no-sandbox", "--disable-background-networking"],
});
const site = await serveFolder(path.resolve(import.meta.dirname, "../dist"));
const rows: Record<string, string | number>[] = [];
for (const tag of ["kv-size", "kv-concurrency"]) {
  for (const slower of slowerCpu) {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
    const opened = performance.now();
    await page.goto(`${site.origin}/en/embed/${tag}/`);
    await page.locator(`${tag}[data-ready]`).waitFor({ state: "attached" });
    const readyMs = performance.now() - opened;
    await page.locator(`${tag} #range-context`).press("ArrowRight");
    await page.locator(`${tag} [data-figure=chart] > svg`).waitFor();
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
