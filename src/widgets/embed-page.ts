import { loadWidgets } from "./loader.ts";

// The page inside a frame: state and theme from the query, height to whoever frames it.

const query = new URLSearchParams(location.search);
const theme = query.get("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
loadWidgets(document, query);

/** Smaller changes than this are rounding, and would keep a resizing host busy. */
const leastChange = 2;

let told = 0;
new ResizeObserver(([entry]) => {
  const height = Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0);
  if (Math.abs(height - told) < leastChange || window.parent === window) return;
  told = height;
  window.parent.postMessage({ type: "headcount:height", height }, "*");
}).observe(document.body);
