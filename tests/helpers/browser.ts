import assert from "node:assert/strict";
import path from "node:path";
import { after, before } from "node:test";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { ensureChromium } from "../../tools/chromium.ts";
import { type Site, serveFolder } from "../../tools/site-server.ts";

export const dist = path.resolve(
  process.env.DIST_DIR ?? path.join(import.meta.dirname, "../../dist"),
);

/** Quiet, and without what a fresh profile fetches from the network. */
const flags = [
  "--no-sandbox",
  "--disable-background-networking",
  "--no-first-run",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--disable-default-apps",
  "--no-default-browser-check",
];

/** A real browser. WebGPU runs on its software adapter, or is off. */
export function launch({ webgpu = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureChromium(),
    args: webgpu ? [...flags, "--enable-unsafe-webgpu"] : flags,
  });
}

/** A browser and the built site for all tests of a file. */
export function useSite(options: { webgpu?: boolean } = {}): { browser: Browser; site: Site } {
  const world = {} as { browser: Browser; site: Site };
  before(async () => {
    [world.browser, world.site] = await Promise.all([launch(options), serveFolder(dist)]);
  });
  after(async () => {
    await world.browser?.close();
    world.site?.close();
  });
  return world;
}

/** The built site, in a browser with WebGPU and in one without. */
export function useBothBrowsers(): { withGpu: Browser; withoutGpu: Browser; site: Site } {
  const world = {} as { withGpu: Browser; withoutGpu: Browser; site: Site };
  before(async () => {
    [world.withGpu, world.withoutGpu, world.site] = await Promise.all([
      launch({ webgpu: true }),
      launch(),
      serveFolder(dist),
    ]);
  });
  after(async () => {
    await Promise.all([world.withGpu?.close(), world.withoutGpu?.close()]);
    world.site?.close();
  });
  return world;
}

export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Every address the page asked for. */
  readonly requests: readonly string[];
  /** Ends the visit; fails the test when the page logged an error. */
  readonly done: () => Promise<void>;
}

type ContextOptions = Parameters<Browser["newContext"]>[0];

/** Opens a page and watches it: errors and requests. */
export async function open(
  browser: Browser,
  url: string,
  options: ContextOptions & { before?: (page: Page) => Promise<unknown> } = {},
): Promise<OpenPage> {
  const { before, ...contextOptions } = options;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...contextOptions,
  });
  const page = await context.newPage();
  const errors: string[] = [];
  const requests: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("request", (request) => requests.push(request.url()));
  await before?.(page);
  await page.goto(url, { waitUntil: "load" });
  return {
    page,
    context,
    requests,
    done: async () => {
      await context.close();
      assert.deepEqual(errors, [], `errors on ${url}`);
    },
  };
}

/** Scrolls an element into view and waits until its widget lives. */
export async function ready(page: Page, tag: string): Promise<void> {
  await page.locator(tag).first().scrollIntoViewIfNeeded();
  await page.locator(`${tag}[data-ready]`).first().waitFor({ state: "attached" });
}
