import type { APIContext } from "astro";
import { href } from "../site/href.ts";

export function GET({ site }: APIContext) {
  const sitemap = new URL(href("/sitemap-index.xml"), site).href;
  return new Response(`User-agent: *\nAllow: /\n\nSitemap: ${sitemap}\n`);
}
