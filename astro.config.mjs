import { unified } from "@astrojs/markdown-remark";
import mdx from "@astrojs/mdx";
import sitemap from "@astrojs/sitemap";
import { defineConfig } from "astro/config";
import rehypeKatex from "rehype-katex";
import remarkCjkFriendly from "remark-cjk-friendly";
import remarkMath from "remark-math";

const base = process.env.BASE ?? "/";

/** KaTeX's stylesheet names three formats of 20 fonts; every browser we support reads woff2. */
const katexWoff2Only = () => ({
  name: "katex-woff2-only",
  enforce: "pre",
  transform(code, id) {
    if (!/katex(\.min)?\.css/.test(id)) return undefined;
    const other = /,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\("(?:woff|truetype)"\)/g;
    return { code: code.replace(other, ""), map: null };
  },
});

export default defineConfig({
  site: process.env.SITE_URL ?? "http://localhost:4321",
  base,
  outDir: process.env.OUT_DIR ?? "dist",
  cacheDir: process.env.CACHE_DIR ?? "node_modules/.astro",
  trailingSlash: "always",
  compressHTML: true,
  i18n: {
    locales: ["ko", "en"],
    defaultLocale: "en",
    routing: { prefixDefaultLocale: true, redirectToDefaultLocale: false },
  },
  markdown: {
    // Astro's default processor leaves `**강조**는` as asterisks: see docs/decisions.
    processor: unified({
      remarkPlugins: [remarkMath, remarkCjkFriendly],
      rehypePlugins: [
        [rehypeKatex, { output: "htmlAndMathml", strict: "error", throwOnError: true }],
      ],
    }),
  },
  integrations: [
    mdx(),
    sitemap({
      i18n: { defaultLocale: "en", locales: { en: "en", ko: "ko" } },
      filter: (page) => !page.includes("/embed/"),
    }),
  ],
  server: { headers: { "Access-Control-Allow-Origin": "*" } },
  vite: {
    build: { assetsInlineLimit: 0 },
    optimizeDeps: { exclude: ["onnxruntime-web"] },
    worker: { format: "es" },
    plugins: [katexWoff2Only()],
  },
});
