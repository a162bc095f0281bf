import { example } from "../data/example.ts";
import { startCheckpoints } from "../site/checkpoint.ts";
import { loadWidgets } from "./loader.ts";

// The scripts of a page with widgets: they load, follow each other, and carry the running example.

const carried = Object.keys(example) as readonly (keyof typeof example)[];

/** The part of a query that links to other chapters take along. */
function exampleIn(query: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of carried) {
    const value = query.get(name);
    if (value !== null && value !== String(example[name])) kept.set(name, value);
  }
  return kept;
}

function carry(query: URLSearchParams): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-carry]")) {
    link.search = exampleIn(query).toString();
  }
}

/** What the reader set in one widget becomes the page's example: address, links, other widgets. */
function follow(from: Element, values: Readonly<Record<string, unknown>>): void {
  const query = new URLSearchParams(location.search);
  for (const name of carried) {
    const value = values[name];
    if (value === undefined) continue;
    query.set(name, String(value));
    if (String(value) === String(example[name])) query.delete(name);
    for (const other of document.querySelectorAll(`[data-params~="${name}"]`)) {
      if (other !== from) other.setAttribute(name, String(value));
    }
  }
  history.replaceState(
    history.state,
    "",
    `?${query}${location.hash}`.replace(/^\?(?=#|$)/, location.pathname),
  );
  carry(query);
  loadWidgets(document, exampleIn(query));
}

const query = new URLSearchParams(location.search);
loadWidgets(document, query);
carry(query);
startCheckpoints(document);
addEventListener("headcount-state", (event) => {
  const { target, values } = event as Event & { values: Readonly<Record<string, unknown>> };
  if (target instanceof Element) follow(target, values);
});
