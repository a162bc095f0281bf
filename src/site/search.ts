import { bestSection, isNamed, type Section } from "./best-section.ts";

interface Fragment {
  readonly url: string;
  readonly excerpt: string;
  readonly meta: { readonly title?: string };
  readonly sub_results?: readonly (Section & {
    readonly url: string;
    readonly excerpt: string;
  })[];
}

interface Pagefind {
  init(): Promise<void>;
  debouncedSearch(
    query: string,
    options: object,
    waitMs: number,
  ): Promise<{ readonly results: readonly { data(): Promise<Fragment> }[] } | null>;
}

const shownAtMost = 8;
const started = new WeakSet<HTMLDialogElement>();

/** Wires the open dialog to the index; a second call only selects what was typed before. */
export function startSearch(dialog: HTMLDialogElement) {
  const input = part(dialog, "input", HTMLInputElement);
  input.select();
  if (started.has(dialog)) return;
  started.add(dialog);

  const state = part(dialog, ".search-state", HTMLElement);
  const list = part(dialog, ".search-results", HTMLElement);
  const retry = part(dialog, ".search-retry", HTMLElement);
  const words = dialog.dataset;
  let attempt = 0;
  let index: Promise<Pagefind> | undefined;

  const load = () => {
    // A failed import is remembered under its address, so another attempt needs another.
    const address = `${words.bundle}pagefind.js${attempt ? `?${attempt}` : ""}`;
    index ??= import(/* @vite-ignore */ address).then(async (module: Pagefind) => {
      await module.init();
      return module;
    });
    return index;
  };

  const search = async () => {
    const query = input.value.trim();
    if (!query) {
      list.replaceChildren();
      state.textContent = words.hint ?? "";
      return;
    }
    try {
      const found = await (await load()).debouncedSearch(query, {}, 120);
      if (!found || query !== input.value.trim()) return;
      const pages = await Promise.all(found.results.slice(0, shownAtMost).map((r) => r.data()));
      if (query !== input.value.trim()) return;
      list.replaceChildren(...namedFirst(pages.map((page) => inPage(page, query))).map(item));
      const total = found.results.length;
      const all = pages.length > 0 ? words.count : words.none;
      state.textContent = ((total > pages.length ? words.more : all) ?? "")
        .replace("#", String(total))
        .replace("$", String(pages.length))
        .replace("%", () => query);
      retry.hidden = true;
    } catch {
      index = undefined;
      attempt += 1;
      list.replaceChildren();
      state.textContent = words.failed ?? "";
      retry.hidden = false;
    }
  };

  input.addEventListener("input", search);
  retry.addEventListener("click", search);
  // The form closes the dialog by its button; Enter goes to the first result instead.
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  list.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a")) dialog.close();
  });
  search();
}

interface Result {
  readonly title: string;
  readonly url: string;
  readonly excerpt: string;
  /** The section is called what was asked for, as a word of the glossary is. */
  readonly named: boolean;
}

/** The page, or the section of it that fits best. */
function inPage(page: Fragment, query: string): Result {
  const title = page.meta.title ?? page.url;
  const best = bestSection(query, page.sub_results ?? []);
  if (!best) return { ...page, title, named: false };
  return {
    ...best,
    title: best.title === title ? title : `${title} · ${best.title}`,
    named: isNamed(query, best),
  };
}

const namedFirst = (results: readonly Result[]): readonly Result[] => [
  ...results.filter(({ named }) => named),
  ...results.filter(({ named }) => !named),
];

function item({ title, url, excerpt }: Result): HTMLElement {
  const li = document.createElement("li");
  const link = document.createElement("a");
  const text = document.createElement("p");
  link.href = url;
  link.textContent = title;
  text.innerHTML = excerpt; // escaped by the index, with <mark> round what matched
  li.append(link, text);
  return li;
}

function part<T extends HTMLElement>(root: HTMLElement, selector: string, type: new () => T): T {
  const found = root.querySelector(selector);
  if (found instanceof type) return found;
  throw new TypeError(`search has no ${selector}`);
}
