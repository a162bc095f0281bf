#!/usr/bin/env node
import { open, readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import packageJson from "../package.json" with { type: "json" };
import type { OpenFile } from "../src/cli/host.ts";
import { run } from "../src/cli/run.ts";

async function openFile(path: string): Promise<OpenFile> {
  const file = await open(path);
  const { size } = await file.stat();
  return {
    size,
    read: async (offset, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}

// A reader such as `head` may close the pipe before everything is written.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const { LC_ALL, LC_MESSAGES, LANG } = process.env;
process.exitCode = await run(process.argv.slice(2), {
  readFile: (path) => (path === "-" ? text(process.stdin) : readFile(path, "utf8")),
  openFile,
  stdout: (out) => process.stdout.write(out),
  stderr: (out) => process.stderr.write(out),
  version: packageJson.version,
  lang: (LC_ALL || LC_MESSAGES || LANG)?.startsWith("ko") ? "ko" : "en",
});
