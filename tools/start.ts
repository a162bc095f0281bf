// Builds the site and serves it: the one command of somebody who wants to read it.
import { build, preview } from "astro";

const port = Number(process.env.PORT ?? 4321);
const host = process.env.HOST ?? "localhost";
await build({ logLevel: "error" });
const server = await preview({ logLevel: "error", server: { port, host } });
console.log(`Open http://${host}:${server.port}${process.env.BASE ?? "/"} (Ctrl+C stops it)`);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => void server.stop().then(() => process.exit(0)));
}
await server.closed();
