// Makes the package that `npx headcount` runs, npm/ and its tarball, and prints the tarball's path.
//   node tools/run.mjs tools/pack.ts             in build/
//   node tools/run.mjs tools/pack.ts <folder>    in another folder
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "vite";

const root = path.dirname(import.meta.dirname);
const out = path.resolve(root, process.argv[2] ?? "build", "npm");
const entry = "headcount.js";

/** One JavaScript module, nothing beside it to install; Node 20 and later run it. */
async function bundle(): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    ssr: { noExternal: true, target: "node" },
    build: {
      ssr: path.join(root, "bin", "headcount.ts"),
      outDir: out,
      emptyOutDir: true,
      target: "node20",
      minify: false,
      rolldownOptions: { output: { format: "es", entryFileNames: entry, codeSplitting: false } },
    },
  });
}

/** What npm needs to know, taken from the project's own package.json. */
function writeManifest(): void {
  const project = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const manifest = {
    name: project.name,
    version: project.version,
    description: "The KV cache of a language model, counted the way vLLM, SGLang and llama.cpp do",
    license: project.license,
    type: "module",
    bin: { headcount: entry },
    files: [entry],
    engines: { node: ">=20" },
  };
  writeFileSync(path.join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The tarball's path. */
function tarball(): string {
  const windows = process.platform === "win32";
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", path.dirname(out)];
  const { status, stdout, stderr } = spawnSync(windows ? "npm.cmd" : "npm", args, {
    cwd: out,
    encoding: "utf8",
    shell: windows,
  });
  if (status !== 0) throw new Error(`npm pack: ${stderr}`);
  // npm 11 and later answer with an object by package name, older ones with a list.
  const [made] = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>);
  if (!made) throw new Error(`npm pack made nothing: ${stdout}`);
  return path.join(path.dirname(out), made.filename);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await bundle();
writeManifest();
copyFileSync(path.join(root, "docs", "cli.md"), path.join(out, "README.md"));
copyFileSync(path.join(root, "LICENSE"), path.join(out, "LICENSE"));
console.log(tarball());
