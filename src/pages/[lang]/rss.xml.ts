import rss from "@astrojs/rss";
import type { APIContext } from "astro";
import { toLang } from "../../i18n/locales.ts";
import { ui } from "../../i18n/ui.ts";
import { chaptersIn, langPaths } from "../../site/chapters.ts";
import { href } from "../../site/href.ts";

export const getStaticPaths = langPaths;

export async function GET(context: APIContext) {
  const lang = toLang(context.params.lang);
  const t = ui(lang);
  const self = new URL(href(`/${lang}/rss.xml`), context.site).href;
  const chapters = await chaptersIn(lang);
  return rss({
    title: t("rss.title"),
    description: t("choose.description"),
    site: new URL(href(`/${lang}/`), context.site),
    xmlns: { atom: "http://www.w3.org/2005/Atom" },
    customData: `<language>${lang}</language><atom:link href="${self}" rel="self" type="application/rss+xml"/>`,
    items: chapters.map(({ href: link, title, short, order, lead, description }) => ({
      title: `${t("chapter.kicker", { order, name: short })}: ${title}`,
      link,
      description: `${lead} ${description}`,
    })),
  });
}
