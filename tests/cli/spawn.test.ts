import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { ggufBytes, text, u32 } from "../model/import/gguf-writer.ts";
import { configs } from "./configs.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "headcount-cli-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function headcount(args: readonly string[], options: { input?: string; lang?: string } = {}) {
  return spawnSync(process.execPath, [path.join(root, "bin", "headcount.ts"), ...args], {
    cwd: folder,
    encoding: "utf8",
    input: options.input ?? "",
    env: { ...process.env, LC_ALL: options.lang ?? "C", NODE_OPTIONS: "" },
  });
}

describe("bin/headcount.ts as a program", () => {
  test("reads a file and writes JSON, and nothing to standard error", () => {
    writeFileSync(path.join(folder, "config.json"), configs["falcon-7b.json"]);
    const { status, stdout, stderr } = headcount(["size", "--config", "config.json", "--json"]);
    assert.deepEqual([status, stderr], [0, ""]);
    assert.equal(JSON.parse(stdout).bytesPerTokenPerGpu, 8192);
  });

  test("reads standard input, answers in the terminal's language", () => {
    const { status, stdout } = headcount(["size", "--config", "-"], {
      input: configs["falcon-7b.json"],
      lang: "ko_KR.UTF-8",
    });
    assert.equal(status, 0);
    assert.match(stdout, /캐시 형식 +bf16/);
  });

  test("a GGUF file: its header", () => {
    const bytes = ggufBytes({
      values: {
        "general.architecture": text("llama"),
        "llama.block_count": u32(4),
        "llama.context_length": u32(4096),
        "llama.embedding_length": u32(512),
        "llama.attention.head_count": u32(8),
        "llama.attention.head_count_kv": u32(2),
      },
    });
    writeFileSync(path.join(folder, "model.gguf"), bytes);
    const { status, stdout, stderr } = headcount(["size", "--gguf", "model.gguf", "--json"]);
    assert.deepEqual([status, stderr], [0, ""]);
    const size = JSON.parse(stdout);
    assert.deepEqual([size.bytesPerTokenPerGpu, size.tokens], [4 * 2 * 2 * 64 * 2, 4096]);
    writeFileSync(path.join(folder, "cut.gguf"), bytes.slice(0, 40));
    const cut = headcount(["size", "--gguf", "cut.gguf"]);
    assert.equal(cut.status, 1);
    assert.match(cut.stderr, /^headcount: cut\.gguf: The file ends inside /);
    for (const command of ["--gguf", "--config"]) {
      const directory = headcount(["size", command, "."]);
      assert.equal(directory.status, 1);
      assert.equal(directory.stderr, "headcount: . is a folder.\n");
    }
  });

  test("exit codes; no stack trace", () => {
    for (const [args, exit] of [
      [["size", "--config", "absent.json"], 1],
      [["size", "--bogus"], 2],
      [["--version"], 0],
    ] as const) {
      const { status, stderr } = headcount(args);
      assert.equal(status, exit);
      assert.doesNotMatch(stderr, /\n\s+at /);
    }
  });

  test("a reader that leaves early ends it quietly", { skip: process.platform === "win32" }, () => {
    const program = `"${process.execPath}" "${path.join(root, "bin", "headcount.ts")}"`;
    const { status, stderr } = spawnSync(
      "sh",
      [
        "-c",
        `${program} fit --model deepseek-v3 --engine vllm --available-gib 40 --json | head -n 1`,
      ],
      { encoding: "utf8" },
    );
    assert.deepEqual([status, stderr], [0, ""]);
  });
});
