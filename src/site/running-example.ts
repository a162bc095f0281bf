import { example } from "../data/example.ts";
import { ownPoint } from "../widgets/kv-roofline/own-point.ts";
import { followersOf, loadWidgets, setParam } from "../widgets/loader.ts";

const carried = Object.keys(example) as readonly (keyof typeof example)[];

const aboutModel = '[data-params~="model"]';

/** Links to other pages take the running example along, where it is not the default. */
function carry(query: URLSearchParams): void {
  const kept = new URLSearchParams();
  for (const name of carried) {
    const value = query.get(name);
    if (value !== null && value !== String(example[name])) kept.set(name, value);
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-carry]")) {
    link.search = kept.toString();
  }
}

/** The state of a widget that the reader has let go of. */
interface Settled {
  readonly values: Readonly<Record<string, unknown>>;
  readonly changed: Readonly<Record<string, string>>;
}

/**
 * What the reader set in one widget becomes the page's: its state goes into the address, the running
 * example into links and other widgets. Only widgets about a model take part: the context of a run on
 * this device is nobody's service.
 */
function follow(from: Element, { values, changed }: Settled): void {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (changed[name] === undefined) address.searchParams.delete(name);
    else address.searchParams.set(name, changed[name]);
    for (const other of document.querySelectorAll(`${aboutModel}[data-params~="${name}"]`)) {
      const theirs = other.getAttribute(name);
      const same = theirs === null ? changed[name] === undefined : theirs === String(value);
      if (other === from || same) continue;
      for (const follower of followersOf(other, name)) {
        if (!(follower in values)) address.searchParams.delete(follower);
      }
      setParam(other, name, String(value));
    }
  }
  history.replaceState(history.state, "", address);
  carry(address.searchParams);
}

/** The widget that a shared link is about, where it is one with a state of its own. */
function ownStateIn(hash: string): Element | null {
  const named = document.getElementById(decodeURIComponent(hash.slice(1)));
  return named?.matches(`[data-params]:not(${aboutModel})`) ? named : null;
}

/** A live run that has come to its end. */
interface Finished {
  readonly events: readonly unknown[];
}

/** What a run of attention on this device has measured becomes a point of the page's rooflines. */
function handOver(from: Element, { events }: Finished): void {
  const point = from.matches("kv-attention-run") ? ownPoint(events) : null;
  if (point === null) return;
  for (const roofline of document.querySelectorAll("kv-roofline")) {
    for (const [name, value] of Object.entries(point)) setParam(roofline, name, value);
  }
}

/** Loads a page's widgets, lets them follow each other, and lets links carry the running example. */
export function startWidgets(): void {
  const query = new URLSearchParams(location.search);
  const nothing = new URLSearchParams();
  const alone = ownStateIn(location.hash);
  loadWidgets(document, (widget) => {
    const meant = alone ? widget === alone : widget.matches(aboutModel);
    return meant ? query : nothing;
  });
  carry(query);
  addEventListener("headcount-state", (event) => {
    const { target } = event;
    if (!(target instanceof Element && target.matches(aboutModel))) return;
    follow(target, event as Event & Settled);
  });
  addEventListener("headcount-run", (event) => {
    const { target } = event;
    if (target instanceof Element) handOver(target, event as Event & Finished);
  });
}
