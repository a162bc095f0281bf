import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { serveFolder, servePage } from "../../tools/site-server.ts";
import { open, ready, useSite } from "../helpers/browser.ts";

const world = useSite({ webgpu: true });

/** A page that does what blogs do to strangers. */
const hostile = `
  * { letter-spacing: 3px !important; box-sizing: content-box }
  body { font: 40px serif; color: red; text-transform: uppercase; background: #fff }
  label, button, table, td { color: red; font-size: 40px; border: 5px solid red }`;

test("one definition, a custom element on a foreign page", async () => {
  const page = await servePage(`<!doctype html><html lang="en"><title>A blog</title>
    <style>${hostile}</style><p>Before</p>
    <kv-size context="32768" model="llama-3.1-8b"></kv-size>
    <kv-concurrency lang="ko" theme="dark" count="2" model="qwen3-32b"></kv-concurrency>
    <script type="module" src="${world.site.origin}/embed/v1/kv-size.js"></script>
    <script type="module" src="${world.site.origin}/embed/v1/kv-concurrency.js"></script>`);
  const visit = await open(world.browser, page.origin);
  await ready(visit.page, "kv-size");
  await visit.page
    .locator("kv-size .summary", { hasText: "4.295\u00a0GB for one request of 32,768" })
    .waitFor();
  await visit.page.locator("kv-size .figure svg", { hasText: "4.295" }).waitFor();
  await visit.page.locator("kv-concurrency .summary", { hasText: "Qwen3 32B" }).waitFor();
  const styles = await visit.page.evaluate(() => {
    const of = (tag: string, selector: string) => {
      const element = document.querySelector(tag)?.shadowRoot?.querySelector(selector);
      const style = element && getComputedStyle(element);
      return (
        style && {
          size: style.fontSize,
          colour: style.color,
          transform: style.textTransform,
          spacing: style.letterSpacing,
        }
      );
    };
    return {
      light: of("kv-size", ".controls label"),
      dark: of("kv-concurrency", ".controls label"),
    };
  });
  assert.deepEqual(styles.light, {
    size: "13px",
    colour: "rgb(27, 26, 24)",
    transform: "none",
    spacing: "normal",
  });
  assert.equal(styles.dark?.colour, "rgb(233, 230, 223)");
  await visit.page.locator("kv-size #range-context").press("ArrowLeft");
  assert.equal(await visit.page.locator("kv-size").getAttribute("context"), "16384");
  await visit.done();
  page.close();
});

test("attention runs inside a custom element on a foreign page", async () => {
  const page = await servePage(`<!doctype html><html lang="en"><title>A blog</title>
    <kv-attention-run context="512"></kv-attention-run>
    <script type="module" src="${world.site.origin}/embed/v1/kv-attention-run.js"></script>`);
  const visit = await open(world.browser, page.origin);
  await ready(visit.page, "kv-attention-run");
  await visit.page.locator("kv-attention-run button.go").click();
  await visit.page.locator("kv-attention-run tbody tr").nth(3).waitFor({ timeout: 60_000 });
  await visit.done();
  page.close();
});

test("an iframe takes its state from the query and reports its height", async () => {
  const page = await servePage(`<!doctype html><html lang="en"><title>A blog</title>
    <iframe title="KV cache" src="${world.site.origin}/ko/embed/kv-size/?context=32768&theme=dark" style="width:100%;height:100px;border:0"></iframe>
    <iframe title="Sandboxed" sandbox="allow-scripts" src="${world.site.origin}/en/embed/kv-attention-run/?context=512" style="width:100%;height:100px;border:0"></iframe>
    <script src="${world.site.origin}/embed.js"></script>`);
  const visit = await open(world.browser, page.origin);
  const frame = visit.page.locator("iframe").first().contentFrame();
  await frame.locator("kv-size .summary", { hasText: "10.74\u00a0GB" }).waitFor();
  await visit.page.waitForFunction(() => {
    const element = document.querySelector("iframe");
    return element !== null && element.clientHeight > 400;
  });
  const fits = await visit.page.frames()[1]?.evaluate(() => ({
    over: document.documentElement.scrollHeight - innerHeight,
    dark: getComputedStyle(document.documentElement).colorScheme,
  }));
  assert.ok(fits && fits.over <= 2, `the frame is ${fits?.over} px too low`);
  assert.equal(fits.dark, "dark");
  await visit.page.locator("iframe").last().scrollIntoViewIfNeeded();
  const sandboxed = visit.page.locator("iframe").last().contentFrame();
  await sandboxed.locator("kv-attention-run button.go").click();
  await sandboxed.locator("kv-attention-run tbody tr").nth(3).waitFor({ timeout: 60_000 });
  await visit.done();
  page.close();
});

test("the site works under a sub-path: every internal link leads somewhere", async () => {
  const temporary = mkdtempSync(path.join(tmpdir(), "headcount-"));
  const folder = path.join(temporary, "dist");
  const base = "/notes/kv/";
  const launcher = path.resolve(import.meta.dirname, "../../tools/run.mjs");
  const env = {
    ...process.env,
    BASE: base,
    OUT_DIR: folder,
    CACHE_DIR: path.join(temporary, "cache"),
  };
  const built = spawnSync(process.execPath, [launcher, "astro", "build"], {
    env,
    encoding: "utf8",
  });
  assert.equal(built.status, 0, built.stderr);
  const files = new Set(globSync("**/*", { cwd: folder }).map((file) => `/${file}`));
  const missing: string[] = [];
  for (const page of globSync("**/*.html", { cwd: folder })) {
    const html = readFileSync(path.join(folder, page), "utf8");
    for (const [, link = ""] of html.matchAll(/(?:href|src)="(\/[^"#?]*)/g)) {
      const inside = link.startsWith(base) ? link.slice(base.length - 1) : null;
      const file = inside?.endsWith("/") ? `${inside}index.html` : inside;
      if (file === null || file === undefined || !files.has(file)) missing.push(`${page}: ${link}`);
    }
  }
  assert.deepEqual(missing, []);
  const served = await serveFolder(folder, base);
  const visit = await open(world.browser, `${served.origin}${base}en/capacity/?context=16384`);
  await ready(visit.page, "kv-size");
  await visit.page.locator("kv-size .figure svg", { hasText: "5.369" }).waitFor();
  await visit.page.goto(`${served.origin}${base}en/bandwidth/`);
  await visit.page.locator("kv-attention-run").scrollIntoViewIfNeeded();
  await ready(visit.page, "kv-attention-run");
  await visit.page.locator("kv-attention-run button.go").click();
  await visit.page.locator("kv-attention-run tbody tr").nth(3).waitFor({ timeout: 60_000 });
  await visit.done();
  served.close();
  rmSync(temporary, { recursive: true });
});
