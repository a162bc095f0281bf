import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { build, type Plugin } from "vite";
import { tags } from "../src/widgets/registry.ts";
import { codeSplitting } from "./chunks.ts";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** The major version that foreign pages name: it changes when an attribute changes its meaning. */
const version = "v1";

/**
 * Builds each widget as a module for other people's pages, `embed/v1/<tag>.js`, with chunks that they
 * share. The worker, and with it the runtime, is the one the site already has.
 */
export function embedBundle(): AstroIntegration {
  return {
    name: "embed-bundle",
    hooks: {
      "astro:build:done": async ({ dir, logger }) => {
        const site = fileURLToPath(dir);
        const assets = await readdir(path.join(site, "_astro"));
        const worker = assets.find((name) => /^worker[-.].*\.js$/.test(name));
        if (!worker) throw new Error("embed-bundle: the site has no worker in _astro/");
        await build({
          root,
          configFile: false,
          logLevel: "error",
          publicDir: false,
          base: "./",
          plugins: [siteWorker(worker)],
          build: {
            outDir: path.join(site, "embed", version),
            emptyOutDir: true,
            target: "es2022",
            // Lowered, light-dark() would need a colour scheme that only a theme attribute sets.
            cssTarget: ["chrome123", "firefox120", "safari17.5"],
            modulePreload: false,
            rolldownOptions: {
              input: Object.fromEntries(
                tags.map((tag) => [tag, path.join(root, `src/widgets/${tag}/index.ts`)]),
              ),
              preserveEntrySignatures: false,
              output: {
                format: "es",
                entryFileNames: "[name].js",
                chunkFileNames: "[name]-[hash].js",
                codeSplitting,
              },
            },
          },
        });
        logger.info(`${tags.length} widgets in embed/${version}/`);
      },
    },
  };
}

function siteWorker(worker: string): Plugin {
  const id = "\0site-worker";
  const url = JSON.stringify(`../../_astro/${worker}`);
  return {
    name: "site-worker",
    enforce: "pre",
    resolveId: (source) => (source.endsWith("worker.ts?worker&url") ? id : undefined),
    load: (loaded) =>
      loaded === id ? `export default new URL(${url}, import.meta.url).href;` : undefined,
  };
}
