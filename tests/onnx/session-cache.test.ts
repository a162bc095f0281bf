import assert from "node:assert/strict";
import { test } from "node:test";
import { SessionCache } from "../../src/onnx/backend/session-cache.ts";

const released: string[] = [];
const session = (name: string) => ({
  name,
  async release() {
    released.push(name);
  },
});

test("a session is created once, and the one not used longest is released", async () => {
  released.length = 0;
  const cache = new SessionCache<ReturnType<typeof session>>(2);
  const made: string[] = [];
  const get = (name: string) =>
    cache.get(name, async () => {
      made.push(name);
      return session(name);
    });
  await get("a");
  await get("b");
  assert.equal((await get("a")).name, "a");
  await get("c");
  assert.deepEqual(made, ["a", "b", "c"]);
  assert.deepEqual(released, ["b"]);
  assert.equal(cache.size, 2);
  await get("b");
  assert.deepEqual(made, ["a", "b", "c", "b"]);
});

test("a session that could not be created is tried again", async () => {
  const cache = new SessionCache<ReturnType<typeof session>>();
  const failing = async () => {
    throw new Error("no");
  };
  await assert.rejects(cache.get("a", failing), /no/);
  assert.equal(cache.size, 0);
  assert.equal((await cache.get("a", async () => session("a"))).name, "a");
});
