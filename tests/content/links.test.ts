import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { langs } from "../../src/i18n/locales.ts";
import { tags } from "../../src/widgets/registry.ts";
import { anchorsOf } from "../../tools/english-anchors.ts";
import { type Page, pagesIn, read } from "./mdx.ts";

const pages = langs.flatMap(pagesIn);

/** Every address of the site that has a page. */
const addresses = new Set([
  "/",
  ...langs.flatMap((lang) => [
    `/${lang}/`,
    ...readdirSync(new URL("../../src/pages/[lang]/", import.meta.url))
      .filter((name) => /^[a-z]+\.astro$/.test(name) && name !== "index.astro")
      .map((name) => `/${lang}/${name.replace(".astro", "/")}`),
    ...tags.map((tag) => `/${lang}/embed/${tag}/`),
  ]),
  ...pages.filter(({ kind }) => kind === "chapters").map(({ lang, slug }) => `/${lang}/${slug}/`),
]);

const addressOf = ({ lang, kind, slug }: Page): string =>
  kind === "pages" && slug === "home" ? `/${lang}/` : `/${lang}/${slug}/`;

/** Anchors of a page: those of its English twin's headings, and of what has an id. */
function anchorsAt(address: string): ReadonlySet<string> {
  const page = pages.find((other) => addressOf(other) === address);
  if (!page) return new Set();
  const headings = anchorsOf(read(page.file.replace(/^ko\//, "en/")));
  const placed = page.tags
    .filter(({ name }) => name !== "Term" && name !== "Cite")
    .map(({ attributes }) => attributes.id ?? attributes.tag ?? "");
  return new Set([...headings, ...placed]);
}

function isBroken(link: string, page: Page): boolean {
  if (/^https:\/\/[^\s/]+\.[a-z]+/.test(link)) return false;
  const target = new URL(link, `https://site.invalid${addressOf(page)}`);
  if (target.host !== "site.invalid" || !addresses.has(target.pathname)) return true;
  return target.hash !== "" && !anchorsAt(target.pathname).has(target.hash.slice(1));
}

test("a broken link is found", () => {
  const page = pages.find(({ file }) => file === "en/chapters/capacity.mdx") as Page;
  for (const [link, broken] of [
    ["/en/kv-cache/", false],
    ["../kv-cache/", false],
    ["/en/glossary/", false],
    ["#gb-and-gib", false],
    ["#kv-size", false],
    ["/ko/capacity/#gb-and-gib", false],
    ["https://arxiv.org/abs/1706.03762", false],
    ["http://arxiv.org/abs/1706.03762", true],
    ["/en/kv-cash/", true],
    ["/en/kv-cache", true],
    ["#gb-and-gb", true],
    ["/ko/capacity/#gb와-gib", true],
  ] as const) {
    assert.equal(isBroken(link, page), broken, link);
  }
});

test("every link leads to a page and to an anchor that there is", () => {
  const links = pages.flatMap((page) => [
    ...page.links.map((link) => ({ page, link })),
    ...[...page.prose.matchAll(/\bhref="([^"]*)"/g)].map(([, link = ""]) => ({ page, link })),
  ]);
  assert.ok(links.length > 0);
  assert.deepEqual(
    links.filter(({ page, link }) => isBroken(link, page)).map(({ link }) => link),
    [],
  );
});

test("prose stays in its language: no link from one to the other's pages", () => {
  for (const { lang, file, links } of pages) {
    const other = links.filter((link) => new RegExp(`^/(?!${lang}/)(?:ko|en)/`).test(link));
    assert.deepEqual(other, [], file);
  }
});
