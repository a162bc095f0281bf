import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { close, createIndex } from "pagefind";

/** Pagefind's own interfaces, which this site does not use. */
const unused = /^pagefind-(?:ui|modular-ui|component-ui|highlight)\./;

/** The source of a formula, and what reads as noise once it stands without its lines and columns. */
const unread = [
  ...[".katex-mathml", ".katex-display", ".widget", ".drawn", ".scroll:not(.data)"],
  // The names of models and GPUs are left.
  ...["caption", "thead", "td", "small"].map((part) => `.data ${part}`),
  ...["label", "legend", "summary", "template", ".label", ".commit", ".answer"].map(
    (part) => `.checkpoint ${part}`,
  ),
];

/** Writes the search index beside the pages once they are built. */
export function pagefind(): AstroIntegration {
  return {
    name: "pagefind",
    hooks: {
      "astro:build:done": async ({ dir, logger }) => {
        const { index, errors } = await createIndex({ excludeSelectors: unread });
        if (!index) throw new Error(`pagefind: ${errors.join("; ")}`);
        const added = await index.addDirectory({
          path: fileURLToPath(dir),
          glob: "{ko,en}/*/index.html",
        });
        const written = await index.getFiles();
        const failed = [...added.errors, ...written.errors];
        if (failed.length > 0) throw new Error(`pagefind: ${failed.join("; ")}`);
        for (const { path: name, content } of written.files) {
          if (unused.test(name)) continue;
          const target = path.join(fileURLToPath(dir), "pagefind", name);
          await mkdir(path.dirname(target), { recursive: true });
          await writeFile(target, content);
        }
        await close();
        logger.info(`${added.page_count} pages indexed`);
      },
    },
  };
}
