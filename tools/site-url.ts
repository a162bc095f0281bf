import type { AstroIntegration } from "astro";

/** Says so when a build would tell search engines and feed readers that the site is on localhost. */
export function siteUrl(): AstroIntegration {
  return {
    name: "site-url",
    hooks: {
      "astro:build:start": ({ logger }) => {
        if (process.env.SITE_URL) return;
        logger.warn("SITE_URL is not set: canonical links, feeds and the sitemap name localhost.");
      },
    },
  };
}
