import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".xml": "application/xml",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".txt": "text/plain",
};

export interface Site {
  readonly origin: string;
  readonly close: () => void;
}

/** Serves a built folder as a plain static host does: files, index.html, 404.html, open CORS. */
export function serveFolder(folder: string, base = "/"): Promise<Site> {
  return listen(
    createServer(async ({ url = "/" }, response) => {
      const { pathname } = new URL(url, "http://localhost");
      const inside = pathname.startsWith(base) ? pathname.slice(base.length) : "404.html";
      const name = inside === "" || inside.endsWith("/") ? `${inside}index.html` : inside;
      const file = path.join(folder, path.normalize(`/${decodeURIComponent(name)}`));
      const found = await readFile(file).catch(() => null);
      const body = found ?? (await readFile(path.join(folder, "404.html")));
      response.writeHead(found ? 200 : 404, {
        "Content-Type": types[path.extname(found ? file : ".html")] ?? "application/octet-stream",
        "Access-Control-Allow-Origin": "*",
      });
      response.end(body);
    }),
  );
}

/** A page on another origin than the site's. */
export function servePage(html: string): Promise<Site> {
  return listen(
    createServer((_, response) => {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
      response.end(html);
    }),
  );
}

function listen(server: Server): Promise<Site> {
  // A test that fails before it closes its server must not keep its process alive.
  server.unref();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        origin: `http://127.0.0.1:${port}`,
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      });
    });
  });
}
