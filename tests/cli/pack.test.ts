import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { cli, words } from "./cli.ts";
import { configs } from "./configs.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "headcount-pack-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const log = [
  "INFO 08-01 10:00:00 [core.py:1] Initializing a V1 LLM engine (v0.11.0) with config: model='llama', dtype=torch.bfloat16, max_seq_len=8192, tensor_parallel_size=1, kv_cache_dtype=auto",
  "INFO 08-01 10:00:00 [core.py:1] Available KV cache memory: 16.00 GiB",
  "INFO 08-01 10:00:00 [core.py:1] GPU KV cache size: 131,072 tokens",
].join("\n");
const files: Readonly<Record<string, string>> = { ...configs, "server.log": log };

const lines = [
  "size --config gemma-3-27b.json --tokens 4096 --json",
  "fit --config gpt-oss-120b.json --engine vllm@0.11 --available-gib 45.32 --tp 4 --json",
  "fit --model gemma-3-270m --engine llama.cpp --ctx 8192 --json",
  "read-log server.log --config llama-3-8b.json --json",
];

/** Every Node on the PATH by its major version. */
function nodes(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const name = process.platform === "win32" ? "node.exe" : "node";
  const places = (process.env.PATH ?? "")
    .split(path.delimiter)
    .map((place) => path.join(place, name));
  for (const program of [process.execPath, ...places]) {
    if (!existsSync(program)) continue;
    const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
    const major = /^v(\d+)\./.exec(stdout ?? "")?.[1];
    if (major && !found.has(major)) found.set(major, program);
  }
  return found;
}

describe("the packed program", () => {
  let program = "";
  before(() => {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    const packed = spawnSync(
      process.execPath,
      [path.join(root, "tools", "pack.ts"), path.join(folder, "build")],
      { cwd: root, encoding: "utf8" },
    );
    assert.equal(packed.status, 0, packed.stderr);
    const tarball = packed.stdout.trim().split("\n").at(-1) ?? "";
    assert.ok(existsSync(tarball), tarball);
    const args = ["install", "--offline", "--no-audit", "--no-fund", "--prefix", folder, tarball];
    const windows = process.platform === "win32";
    const installed = spawnSync(windows ? "npm.cmd" : "npm", args, {
      cwd: folder,
      encoding: "utf8",
      shell: windows,
    });
    assert.equal(installed.status, 0, installed.stderr);
    program = path.join(folder, "node_modules", "headcount", "headcount.js");
  });

  test("holds one module, its manifest, licence and README, and asks for nothing else", () => {
    const inside = path.dirname(program);
    assert.deepEqual(readdirSync(inside).sort(), [
      "LICENSE",
      "README.md",
      "headcount.js",
      "package.json",
    ]);
    const manifest = JSON.parse(readFileSync(path.join(inside, "package.json"), "utf8"));
    const project = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    assert.deepEqual(
      [manifest.name, manifest.version, manifest.license, manifest.dependencies, manifest.private],
      [project.name, project.version, project.license, undefined, undefined],
    );
    const command = process.platform === "win32" ? "headcount.cmd" : "headcount";
    assert.ok(existsSync(path.join(folder, "node_modules", ".bin", command)));
  });

  const found = nodes();
  for (const major of ["20", "22"]) {
    const node = found.get(major) ?? "";
    test(`gives what the source gives, on Node ${major}`, {
      skip: node === "" && `no Node ${major} on the PATH`,
    }, async () => {
      for (const line of lines) {
        const { status, stdout, stderr } = spawnSync(node, [program, ...words(line)], {
          cwd: folder,
          encoding: "utf8",
        });
        assert.deepEqual([status, stderr], [0, ""], line);
        const { out } = await cli(words(line), files);
        assert.deepEqual(JSON.parse(stdout), JSON.parse(out), line);
      }
      const version = spawnSync(node, [program, "--version"], { encoding: "utf8" });
      assert.equal(
        version.stdout,
        `${JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).version}\n`,
      );
      const wrong = spawnSync(node, [program, "size", "--bogus"], { encoding: "utf8" });
      assert.deepEqual([wrong.status, wrong.stdout], [2, ""]);
    });
  }
});
