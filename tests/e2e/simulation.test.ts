import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { build, type Rollup } from "vite";
import { useSite } from "../helpers/browser.ts";
import { simulatedChecksums } from "../helpers/simulated-checksums.ts";

const world = useSite();
const scenarios = 2000;

/** The simulator and its scenarios as one module, which leaves its function in the page. */
async function bundled(): Promise<string> {
  const entry = path.resolve(import.meta.dirname, "../helpers/simulated-checksums.ts");
  const made = (await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      target: "es2022",
      lib: { entry, formats: ["iife"], name: "simulated", fileName: "simulated" },
    },
  })) as readonly Rollup.RollupOutput[];
  const [chunk] = made[0]?.output ?? [];
  assert.ok(chunk);
  return chunk.code;
}

test(`${scenarios} scenarios, event for event the same in the browser as in Node`, async () => {
  const page = await world.browser.newPage();
  await page.goto("about:blank");
  await page.addScriptTag({ content: await bundled() });
  const there = await page.evaluate(
    (count) =>
      (
        globalThis as unknown as {
          simulated: { simulatedChecksums(count: number): readonly string[] };
        }
      ).simulated.simulatedChecksums(count),
    scenarios,
  );
  const here = simulatedChecksums(scenarios);
  assert.deepEqual(there, here);
  assert.ok(new Set(here).size > 0.9 * scenarios, "they are not all alike");
  await page.close();
});
