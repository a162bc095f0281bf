import path from "node:path";
import { build } from "vite";

const root = path.join(import.meta.dirname, "attention-page");

/**
 * Builds a page that runs any request of `src/onnx/client.ts`, for tests and benchmarks: the worker
 * and the runtime as the site has them, without a widget.
 * @returns the folder it lies in
 */
export async function buildAttentionPage(): Promise<string> {
  const outDir = path.resolve(import.meta.dirname, "../node_modules/.attention-page");
  await build({
    root,
    configFile: false,
    logLevel: "error",
    base: "./",
    publicDir: path.resolve(import.meta.dirname, "../public"),
    worker: { format: "es" },
    build: { outDir, emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, minify: false },
  });
  return outDir;
}
