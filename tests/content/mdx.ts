import { readdirSync, readFileSync } from "node:fs";
import type { Lang } from "../../src/i18n/locales.ts";

const content = new URL("../../content/", import.meta.url);

/** A component in a page of prose, as its author wrote it. */
export interface Tag {
  readonly name: string;
  /** Numbers and strings alike as text; an attribute without a value is "". */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Page {
  readonly file: string;
  readonly lang: Lang;
  readonly kind: "chapters" | "pages";
  readonly slug: string;
  readonly frontmatter: Readonly<Record<string, string>>;
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  readonly tags: readonly Tag[];
  /** Targets of Markdown links. */
  readonly links: readonly string[];
  /** The text without frontmatter and code. */
  readonly prose: string;
}

export function pagesIn(lang: Lang): readonly Page[] {
  return (["chapters", "pages"] as const).flatMap((kind) =>
    readdirSync(new URL(`${lang}/${kind}/`, content))
      .filter((name) => name.endsWith(".mdx"))
      .sort()
      .map((name) => pageOf(lang, kind, name.replace(/\.mdx$/, ""))),
  );
}

export const read = (name: string): string => readFileSync(new URL(name, content), "utf8");

function pageOf(lang: Lang, kind: Page["kind"], slug: string): Page {
  const file = `${lang}/${kind}/${slug}.mdx`;
  return { file, lang, kind, slug, ...partsOf(read(file)) };
}

/** What the tests need of a page: our prose uses a small part of MDX, and the build checks the rest. */
export function partsOf(source: string): Omit<Page, "file" | "lang" | "kind" | "slug"> {
  const [, front = "", body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? [];
  const prose = body.replace(/^```.*?^```/gms, "").replace(/`[^`\n]*`/g, "");
  return {
    frontmatter: Object.fromEntries(
      front.split("\n").map((line) => {
        const [name = "", value = ""] = line.split(/: (.*)/s);
        return [name, value.replace(/^"(.*)"$/, "$1")];
      }),
    ),
    headings: [...prose.matchAll(/^(#{1,6}) +(.+)$/gm)].map(([, marks = "", text = ""]) => ({
      level: marks.length,
      text,
    })),
    tags: [...prose.matchAll(/<([A-Z]\w*)((?:\s+[\w-]+(?:=(?:"[^"]*"|\{[^}]*\}))?)*)\s*\/?>/g)].map(
      ([, name = "", attributes = ""]) => ({ name, attributes: attributesOf(attributes) }),
    ),
    links: [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target),
    prose,
  };
}

const attributesOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)(?:="([^"]*)"|=\{([^}]*)\})?/g)].map(
      ([, name = "", quoted, braced]) => [name, quoted ?? braced ?? ""],
    ),
  );
