// Runs every check of the project and ends with "N passed, N failed".
//   node tools/run.mjs tools/test.ts             everything
//   node tools/run.mjs tools/test.ts --static    lint, format and types only
//   node tools/run.mjs tools/test.ts <pattern>   only test files whose path contains the pattern;
//                                                browser tests then use the site as last built
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import path from "node:path";
import { run } from "node:test";
import { ensureChromium } from "./chromium.ts";

const root = path.dirname(import.meta.dirname);
process.chdir(root);
const [only] = process.argv.slice(2);
let passed = 0;
let failed = 0;

/** One check that a program makes: it passes when the program ends well. */
function check(name: string, ...command: readonly string[]): boolean {
  const started = performance.now();
  const launcher = path.join(root, "tools", "run.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...command], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const good = status === 0;
  console.log(`${good ? "ok  " : "FAIL"} ${name} (${seconds} s)`);
  if (!good) console.log(stdout, stderr);
  if (good) passed++;
  else failed++;
  return good;
}

/** Runs test files, printing failures and the reasons of skips. */
async function tests(files: readonly string[], concurrency: number): Promise<void> {
  const stream = run({ files: [...files], concurrency });
  for await (const { type, data } of stream) {
    if (type === "test:stderr" || type === "test:stdout") process.stdout.write(data.message);
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (data.skip !== undefined) console.log(`skip ${data.name}: ${data.skip}`);
    if (data.details.type === "suite") continue;
    if (type === "test:fail") {
      failed++;
      console.log(`FAIL ${path.relative(root, data.file ?? "")}: ${data.name}`);
      console.log(data.details.error.cause ?? data.details.error);
    } else if (data.skip === undefined) passed++;
  }
}

function finish(): never {
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

const matching = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .filter((file) => only === undefined || only === "--static" || file.includes(only))
    .map((file) => path.join(root, file))
    .sort();

const unit = matching("tests/**/*.test.ts").filter(
  (file) => !file.includes(`${path.sep}e2e${path.sep}`),
);
const browser = matching("tests/e2e/*.test.ts");

if (only === undefined || only === "--static") {
  check("lint and format", "biome", "ci", ".");
  check("types", "astro", "check", "--minimumSeverity", "warning");
  check("types of the model, without DOM or Node", "tsc", "-p", "src/model");
  if (only === "--static") finish();
}
await tests(unit, 2);
if (browser.length > 0) {
  try {
    process.env.CHROME_PATH = ensureChromium();
  } catch (error) {
    console.log(`FAIL a browser for the tests: ${error instanceof Error ? error.message : error}`);
    failed++;
    finish();
  }
  if (only === undefined && !check("build", "astro", "build")) finish();
  if (only === undefined) check("HTML is valid", "html-validate", "dist/**/*.html");
  for (const file of browser) {
    const started = performance.now();
    await tests([file], 1);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`     ${path.relative(root, file)} (${seconds} s)`);
  }
}
finish();
