import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveRun } from "../../src/widgets/live-run.ts";
import type { AnyWidget } from "../../src/widgets/widget.ts";

const values = { context: 8192 };

/** What a run tells whoever waits for its end, and the status it is in then. */
async function ended(run: AnyWidget["run"], during?: (live: LiveRun) => void) {
  const heard: unknown[] = [];
  let settle = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const live: LiveRun = new LiveRun(
    { run } as AnyWidget,
    () => {
      const { status } = live.state(values);
      if (status === "running") during?.(live);
      else settle();
    },
    (...told) => heard.push(told),
  );
  live.state(values).start();
  await settled;
  return { heard, status: live.state(values).status };
}

test("a run that ends by itself hands over its state and all it has yielded, once", async () => {
  const { heard, status } = await ended(async function* () {
    yield 1;
    yield 2;
  });
  assert.equal(status, "done");
  assert.deepEqual(heard, [[values, [1, 2]]]);
});

test("a run that fails hands over nothing", async () => {
  // biome-ignore lint/correctness/useYield: it fails before it has anything to say.
  const { heard, status } = await ended(async function* () {
    throw new Error("lost");
  });
  assert.deepEqual([status, heard], ["failed", []]);
});

test("a run that is stopped hands over nothing", async () => {
  const { heard, status } = await ended(
    async function* (_, { signal }) {
      yield 1;
      signal.throwIfAborted();
    },
    (live) => live.stop(),
  );
  assert.deepEqual([status, heard], ["stopped", []]);
});

test("a run is given what was prepared, and waits for it; a preparation that failed is tried again", async () => {
  const given: unknown[] = [];
  let tries = 0;
  const definition = {
    prepare: async () => {
      if (++tries === 1) throw new Error("offline");
      return "ready";
    },
    run: async function* (_: unknown, { prepared }: { readonly prepared: unknown }) {
      given.push(prepared);
      yield 1;
    },
  } as unknown as AnyWidget;
  const live: LiveRun = new LiveRun(
    definition,
    () => undefined,
    () => undefined,
  );
  const settled = async (): Promise<string> => {
    live.state(values).start();
    while (live.state(values).status === "running") await new Promise(setImmediate);
    return live.state(values).status;
  };
  assert.equal(await settled(), "failed");
  assert.equal(await settled(), "done");
  await live.prepare();
  assert.deepEqual([given, tries], [["ready"], 2]);
});
