import { unified } from "@astrojs/markdown-remark";
import mdx from "@astrojs/mdx";
import sitemap from "@astrojs/sitemap";
import { defineConfig } from "astro/config";
import rehypeKatex from "rehype-katex";
import remarkCjkFriendly from "remark-cjk-friendly";
import remarkMath from "remark-math";
import { boundNames } from "./tools/bound-names.ts";
import { checkedData } from "./tools/check-data.ts";
import { codeSplitting } from "./tools/chunks.ts";
import { codeComments } from "./tools/code-comments.ts";
import { embedBundle } from "./tools/embed-bundle.ts";
import { englishAnchors } from "./tools/english-anchors.ts";
import { focusableFormulas } from "./tools/focusable-formulas.ts";
import { formulaParticles } from "./tools/formula-particles.ts";
import { pagefind } from "./tools/pagefind.ts";
import { siteUrl } from "./tools/site-url.ts";
import { tableColumns } from "./tools/table-columns.ts";

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
    syntaxHighlight: false, // colour has a meaning of its own on this site
    // Astro's default processor leaves `**강조**는` as asterisks: see docs/decisions.
    processor: unified({
      remarkPlugins: [remarkMath, remarkCjkFriendly],
      rehypePlugins: [
        englishAnchors,
        boundNames,
        codeComments,
        [rehypeKatex, { output: "htmlAndMathml", strict: "error", throwOnError: true }],
        focusableFormulas,
        formulaParticles,
        tableColumns,
      ],
    }),
  },
  integrations: [
    mdx(),
    sitemap({
      i18n: { defaultLocale: "en", locales: { en: "en", ko: "ko" } },
      // The page that only sends readers to their language is none of the two.
      filter: (page) => !page.includes("/embed/") && new URL(page).pathname !== base,
    }),
    pagefind(),
    checkedData(),
    siteUrl(),
    embedBundle(),
  ],
  server: { headers: { "Access-Control-Allow-Origin": "*" } },
  vite: {
    build: { assetsInlineLimit: 0 },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
    optimizeDeps: { exclude: ["onnxruntime-web"] },
    worker: { format: "es" },
    plugins: [katexWoff2Only()],
  },
});
