import { loadWidgets } from "./loader.ts";

// The page inside a frame: state and theme from the query, height to whoever frames it.

const query = new URLSearchParams(location.search);
const theme = query.get("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
loadWidgets(document, () => query);

/** Smaller changes than this are rounding, and would keep a resizing host busy. */
const leastChange = 2;

let told = 0;

function tellHeight(): void {
  const { height } = document.body.getBoundingClientRect();
  if (Math.abs(height - told) < leastChange || window.parent === window) return;
  told = Math.ceil(height);
  window.parent.postMessage({ type: "headcount:height", height: told }, "*");
}

// Observers sleep in a frame that is off the screen: it says its first height by itself.
tellHeight();
addEventListener("load", tellHeight);
new ResizeObserver(tellHeight).observe(document.body);
