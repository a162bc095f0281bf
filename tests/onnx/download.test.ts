import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { download } from "../../src/onnx/download.ts";

const file = Buffer.alloc(300_000, "headcount ");
let server: Server;
let address: string;

before(async () => {
  server = createServer((request, response) => {
    if (request.url === "/file") response.end(file);
    else if (request.url === "/compressed") {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(file));
    } else if (request.url === "/half") response.write(file.subarray(0, 1000));
    else if (request.url === "/broken") {
      response.writeHead(200, { "content-length": file.length });
      response.write(file.subarray(0, 1000), () => response.destroy());
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const never = () => new AbortController().signal;

test("gives the file, and progress that rises from 0 to its size, compressed or not", async () => {
  for (const path of ["/file", "/compressed"]) {
    const seen: number[] = [];
    const blob = await download(address + path, {
      signal: never(),
      onProgress: (bytes) => seen.push(bytes),
    });
    assert.ok(Buffer.from(await blob.arrayBuffer()).equals(file));
    assert.equal(seen[0], 0);
    assert.equal(seen.at(-1), file.length);
    assert.deepEqual(
      seen,
      [...seen].sort((a, b) => a - b),
    );
  }
});

test("an abort in the middle throws the reason of the signal", async () => {
  const controller = new AbortController();
  const promise = download(`${address}/half`, {
    signal: controller.signal,
    onProgress: (bytes) => bytes > 0 && controller.abort(new Error("enough")),
  });
  await assert.rejects(promise, /^Error: enough$/);
});

test("a missing file and a broken connection are typed", async () => {
  for (const path of ["/missing", "/broken"]) {
    const promise = download(address + path, { signal: never(), onProgress: () => undefined });
    await assert.rejects(promise, { name: "RunError", reason: "download" });
  }
});
