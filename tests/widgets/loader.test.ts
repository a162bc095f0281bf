import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHTML } from "linkedom";
import { followersOf, setParam } from "../../src/widgets/loader.ts";

/** An element as the build writes one; its name is no widget's, so that no code is fetched. */
function written(attributes: Readonly<Record<string, string>>): Element {
  const element = parseHTML("<!doctype html><body></body>").document.createElement("p");
  element.setAttribute("data-params", "model gpu boards usable");
  element.setAttribute("data-follows", "usable:gpu usable:boards n-kv:model layers:model");
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

test("which parameters follow one", () => {
  const widget = written({});
  assert.deepEqual(followersOf(widget, "model"), ["n-kv", "layers"]);
  assert.deepEqual(followersOf(widget, "gpu"), ["usable"]);
  assert.deepEqual(followersOf(widget, "boards"), ["usable"]);
  assert.deepEqual(followersOf(widget, "usable"), []);
  widget.removeAttribute("data-follows");
  assert.deepEqual(followersOf(widget, "model"), []);
});

test("a parameter that is set takes back those that follow it, and no others", () => {
  const widget = written({ model: "gpt2", usable: "70", "n-kv": "4" });
  setParam(widget, "gpu", "h200-141g");
  assert.equal(widget.getAttribute("gpu"), "h200-141g");
  assert.equal(widget.getAttribute("usable"), null);
  assert.equal(widget.getAttribute("model"), "gpt2");
  assert.equal(widget.getAttribute("n-kv"), "4");
});

test("what the author wrote is kept once, before the first change", () => {
  const widget = written({ model: "gpt2", usable: "70" });
  setParam(widget, "gpu", "h200-141g");
  setParam(widget, "model", "llama-3-8b");
  assert.equal(widget.getAttribute("data-authored"), "model=gpt2&usable=70");
});
