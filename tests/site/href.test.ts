import assert from "node:assert/strict";
import { test } from "node:test";
import { href } from "../../src/site/href.ts";

test("an address honours the folder of the site, however it is written", () => {
  assert.equal(href("/ko/capacity/"), "/ko/capacity/");
  assert.equal(href("/ko/capacity/", "/"), "/ko/capacity/");
  assert.equal(href("/ko/capacity/", "/notes"), "/notes/ko/capacity/");
  assert.equal(href("/ko/capacity/", "/notes/"), "/notes/ko/capacity/");
  assert.equal(href("/", "/notes/"), "/notes/");
});

test("a relative address is refused: it would depend on the page it stands on", () => {
  assert.throws(() => href("ko/"), /invalid path: ko\//);
});
