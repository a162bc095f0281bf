import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { dist, open, ready, useSite } from "../helpers/browser.ts";

const world = useSite();

const kB = 1000;
const gzipOf = (files: readonly string[]): number =>
  files.reduce(
    (sum, file) => sum + gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length,
    0,
  );
const pathOf = (url: string): string =>
  new URL(url).pathname.replace(/\/$/, "/index.html").slice(1);

/** Sizes of files by pattern, each at most so many bytes gzipped. */
const files: readonly (readonly [what: string, pattern: string, most: number])[] = [
  ["Lit", "_astro/lit.*.js", 12 * kB],
  ["Lit, for embeds", "embed/v1/lit-*.js", 12 * kB],
  ["Plot", "_astro/plot.*.js", 95 * kB],
  ["Plot, for embeds", "embed/v1/plot-*.js", 95 * kB],
  ["model core and data", "_astro/model.*.js", 25 * kB],
  ["model core and data, for embeds", "embed/v1/model-????????.js", 25 * kB],
  ["engines", "_astro/engines.*.js", 12 * kB],
  ["engines, for embeds", "embed/v1/engines-????????.js", 12 * kB],
  ["simulator", "_astro/serve.*.js", 12 * kB],
  ["simulator, for embeds", "embed/v1/serve-????????.js", 12 * kB],
  ["plans", "_astro/plan.*.js", 10 * kB],
  ["plans, for embeds", "embed/v1/plan-????????.js", 10 * kB],
  ["what papers measured", "_astro/quality.*.js", 8 * kB],
  ["what papers measured, for embeds", "embed/v1/quality-????????.js", 8 * kB],
  ["scores of VHA", "_astro/vha-scores.*.js", 1.5 * kB],
  ["scores of VHA, for embeds", "embed/v1/vha-scores-????????.js", 1.5 * kB],
  ["runs of the small models", "_astro/lab-runs.*.js", 15 * kB],
  ["runs of the small models, for embeds", "embed/v1/lab-runs-????????.js", 15 * kB],
  ["our own models' scores", "_astro/own-scores.*.js", 5 * kB],
  ["our own models' scores, for embeds", "embed/v1/own-scores-????????.js", 5 * kB],
  ["embed.js", "embed.js", 1 * kB],
];

for (const [what, pattern, most] of files) {
  test(`${what}: at most ${most / kB} kB`, () => {
    const found = globSync(pattern, { cwd: dist });
    assert.equal(found.length, 1, pattern);
    assert.ok(gzipOf(found) <= most, `${gzipOf(found)} bytes`);
  });
}

test("a widget's own chunk: at most 15 kB", () => {
  const chunks = globSync(["_astro/widget.*.js", "embed/v1/kv-*.js"], { cwd: dist });
  assert.ok(chunks.length >= 6);
  for (const chunk of chunks) assert.ok(gzipOf([chunk]) <= 15 * kB, `${chunk}: ${gzipOf([chunk])}`);
});

test("any page: HTML and CSS at most 60 kB; scripts before a widget is near at most 10 kB", async () => {
  for (const page of globSync("**/*.html", { cwd: dist })) {
    const html = readFileSync(path.join(dist, page), "utf8");
    const styles = [...html.matchAll(/<link rel="stylesheet" href="\/([^"]+)"/g)].map(
      (m) => m[1] ?? "",
    );
    const size = gzipOf([page, ...styles]);
    assert.ok(size <= 60 * kB, `${page}: ${size}`);
  }
  for (const address of ["/ko/", "/ko/capacity/", "/en/kv-cache/", "/en/about/"]) {
    // A screen so low that nothing but the title is near.
    const { page, requests, done } = await open(world.browser, world.site.origin + address, {
      viewport: { width: 1280, height: 60 },
    });
    await page.waitForLoadState("networkidle");
    const scripts = requests.filter((url) => url.endsWith(".js")).map(pathOf);
    assert.ok(gzipOf(scripts) <= 10 * kB, `${address}: ${gzipOf(scripts)} in ${scripts}`);
    assert.ok(!requests.some((url) => /\.wasm|\/ort|plot/.test(url)), address);
    await done();
  }
});

test("chart code and runtime: not one byte until the reader asks", async () => {
  for (const tag of ["kv-size", "kv-concurrency", "kv-attention-run"]) {
    const { page, requests, done } = await open(
      world.browser,
      `${world.site.origin}/en/embed/${tag}/`,
    );
    await ready(page, tag);
    await page.waitForLoadState("networkidle");
    const heavy = requests.filter((url) => /plot|\.wasm|\/ort|worker/.test(url));
    assert.deepEqual(heavy, [], tag);
    await done();
  }
});
