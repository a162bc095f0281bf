// Times what a reader waits for, on this machine, in one session:
//   npm run bench                 sliders of every widget, attention on every back end, the lab, formats,
//                                 serving
//   npm run bench -- sliders      only these
//   npm run bench -- attention    only this
//   npm run bench -- lab          only how fast the small models train and decode
//   npm run bench -- quant        only how fast formats of the cache encode and decode
//   npm run bench -- serve        only how fast serving is simulated
//   npm run bench -- --record     renews docs/bench/ with what was timed, a file a part, and with
//                                 attention src/measured/recorded/, which the site shows as measured
//   npm run bench -- --gpu        attention on this machine's own GPU instead of an emulated one
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus, release } from "node:os";
import path from "node:path";
import { build } from "astro";
import { chromium } from "playwright-core";
import { benchAttention } from "./bench-attention.ts";
import { benchLab } from "./bench-lab.ts";
import { benchQuant } from "./bench-quant.ts";
import { benchServe } from "./bench-serve.ts";
import { benchSliders } from "./bench-sliders.ts";
import { type BenchTable, markdownOf } from "./bench-table.ts";
import { ensureChromium } from "./chromium.ts";
import { keepRecords } from "./keep-records.ts";

const root = path.resolve(import.meta.dirname, "..");
const asked = process.argv.slice(2);
const partNames = ["sliders", "attention", "lab", "quant", "serve"] as const;
type Part = (typeof partNames)[number];
const known: readonly string[] = [...partNames, "--record", "--gpu"];
const unknown = asked.filter((word) => !known.includes(word));
if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(" ")}; known: ${known.join(" ")}`);
const ownGpu = asked.includes("--gpu");
const record = asked.includes("--record");
const parts = asked.filter((word) => !word.startsWith("-"));
const wants = (part: Part) => parts.length === 0 || parts.includes(part);

const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: [
    "--no-sandbox",
    "--disable-background-networking",
    "--enable-unsafe-webgpu",
    ...(ownGpu ? ["--use-angle=vulkan", "--enable-features=Vulkan"] : []),
  ],
});
const date = new Date().toISOString();
const git = (...args: readonly string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
const commit = git("rev-parse", "--short=12", "HEAD");
if (record && git("status", "--porcelain", "src", "tools", "package.json") !== "") {
  throw new Error("what is recorded names a commit: commit first");
}
const [cpu] = cpus();
const machine = [
  `${cpu?.model ?? "unknown CPU"}, ${cpus().length} cores, ${process.platform} ${release()}`,
  `Chromium ${browser.version()}`,
  `${date}, commit ${commit}`,
].join("; ");
const done = (part: Part, tables: readonly BenchTable[]): void => {
  for (const table of tables) console.log(`${markdownOf(table)}\n`);
  if (!record) return;
  const text = [`# Benchmark: ${part}`, intro(part), ...tables.map(markdownOf)].join("\n\n");
  writeFileSync(path.join(root, "docs/bench", `${part}.md`), `${text}\n`);
};
console.log(`${machine}\n`);

if (wants("sliders")) {
  await build({ logLevel: "error", root });
  done("sliders", [await benchSliders(browser)]);
}
if (wants("attention")) {
  const results = await benchAttention(browser, { date, commit }, { ownGpu });
  done(
    "attention",
    results.map(({ table }) => table),
  );
  if (record) keepRecords(results.map((result) => result.record));
}
if (wants("quant")) done("quant", [benchQuant()]);
if (wants("serve")) done("serve", benchServe());
if (wants("lab")) done("lab", await benchLab(browser));
await browser.close();

function intro(part: Part): string {
  return `Written by \`npm run bench -- ${part} --record\` on ${machine}.

Times are medians; machines differ and are noisy, so read the ratios within one table.`;
}
