import { type CollectionEntry, getCollection } from "astro:content";
import { type Lang, langs, otherLang } from "../i18n/locales.ts";
import { href } from "./href.ts";

export interface Chapter {
  readonly slug: string;
  readonly href: string;
  readonly entry: CollectionEntry<"chapters">;
  /** The question the chapter opens with, and its name in lists. */
  readonly title: string;
  readonly short: string;
  /** Its place among the chapters there are, from 1. */
  readonly order: number;
  readonly description: string;
  readonly lead: string;
}

/** The chapters written so far, in order. A chapter in one language only fails the build. */
export async function chaptersIn(lang: Lang): Promise<readonly Chapter[]> {
  const entries = await getCollection("chapters");
  const ids = new Set(entries.map(({ id }) => id));
  return entries
    .filter(({ id }) => id.startsWith(`${lang}/`))
    .map((entry) => {
      const slug = entry.id.split("/").at(-1) ?? entry.id;
      const twin = `${otherLang(lang)}/chapters/${slug}`;
      if (!ids.has(twin))
        throw new Error(`content/${entry.id}.mdx has no twin content/${twin}.mdx`);
      return { slug, href: href(`/${lang}/${slug}/`), entry, ...entry.data };
    })
    .sort((a, b) => a.order - b.order)
    .map((chapter, i) => ({ ...chapter, order: i + 1 }));
}

/** One page of prose of its own, such as "home" or "about". */
export async function pageIn(lang: Lang, name: string): Promise<CollectionEntry<"pages">> {
  const found = (await getCollection("pages")).find(({ id }) => id === `${lang}/pages/${name}`);
  if (!found) throw new Error(`content/${lang}/pages/${name}.mdx is missing`);
  return found;
}

/** For `getStaticPaths` of a page that exists once a language. */
export const langPaths = () => langs.map((lang) => ({ params: { lang } }));
