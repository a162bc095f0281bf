import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation, type Peer } from "../../src/live/conversation.ts";
import type { FromWorker, LiveEvent, ToWorker } from "../../src/live/messages.ts";
import type { ResultEvent, RunEvent, RunRequest } from "../../src/onnx/protocol.ts";
import { RunError, toRunError } from "../../src/onnx/run-error.ts";

const row = { form: "grouped", nKv: 8 } as const;
const request: RunRequest = {
  kind: "measure",
  backend: "auto",
  dtype: "float32",
  ...{ nHeads: 8, headDim: 64, rows: [row], contexts: [16], runs: 10, seed: 1 },
};
const capability = {
  webgpu: "hardware",
  reason: null,
  adapter: "a GPU",
  fp16: false,
  flavour: "jspi",
} as const;
const step: RunEvent = { kind: "step", row, context: 16, done: 1, of: 10 };
const result: ResultEvent = {
  kind: "result",
  ...{ row, context: 16, dtype: "float32", nHeads: 8, headDim: 64, sessionMs: 1, firstRunMs: 1 },
  kvBytes: 1,
  medianMs: 1,
  lowerQuartileMs: 1,
  upperQuartileMs: 1,
  runs: 10,
  stepsPerRun: 1,
  clockTickMs: 0.1,
  queueMs: 0,
  relativeError: 0,
  bytesPerSecond: 1,
};

/** Workers that do what the test says, and remember what they were told. */
function workers(script: (message: ToWorker, answer: (message: FromWorker) => void) => void) {
  const heard: { worker: number; message: ToWorker }[] = [];
  const ended: number[] = [];
  let count = 0;
  const start = (): Peer => {
    const worker = count++;
    const peer: Peer = {
      onmessage: null,
      onerror: null,
      postMessage(message) {
        heard.push({ worker, message });
        queueMicrotask(() =>
          script(message, (data) => peer.onmessage?.({ data } as MessageEvent<FromWorker>)),
        );
      },
      terminate: () => void ended.push(worker),
    };
    return peer;
  };
  return { start, heard, ended, runs: () => heard.filter(({ message }) => message.kind === "run") };
}

async function collect(events: AsyncIterable<LiveEvent>): Promise<LiveEvent[]> {
  const all: LiveEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}
const never = () => new AbortController().signal;

test("yields the worker's events and keeps the worker for the next run", async () => {
  const { start, runs } = workers((message, answer) => {
    if (message.kind === "hidden") return;
    const { kind, id } = message;
    if (kind !== "run") return;
    answer({ kind: "event", id, event: step });
    answer({ kind: "event", id, event: result });
    answer({ kind: "end", id });
  });
  const conversation = new Conversation(start);
  for (let i = 0; i < 2; i++) {
    assert.deepEqual(await collect(conversation.run(request, capability, never())), [step, result]);
  }
  assert.deepEqual(
    runs().map(({ worker, message }) => [worker, (message as { id: number }).id]),
    [
      [0, 0],
      [0, 1],
    ],
  );
});

test("runs wait for each other", async () => {
  const pending: (() => void)[] = [];
  const { start, runs } = workers((message, answer) => {
    if (message.kind === "hidden") return;
    const { kind, id } = message;
    if (kind === "run") pending.push(() => answer({ kind: "end", id }));
  });
  const conversation = new Conversation(start);
  const all = [0, 1, 2].map(() => collect(conversation.run(request, capability, never())));
  for (let expected = 1; expected <= 3; expected++) {
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(runs().length, expected);
    pending.shift()?.();
  }
  await Promise.all(all);
});

test("an abort is felt at once; the next run starts when the worker has stopped", async () => {
  const controller = new AbortController();
  let stop: () => void = () => undefined;
  const { start, heard, runs } = workers((message, answer) => {
    if (message.kind === "hidden") return;
    const { kind, id } = message;
    if (kind === "cancel") stop = () => answer({ kind: "end", id });
    else if (id === 0) answer({ kind: "event", id, event: step });
    else answer({ kind: "end", id });
  });
  const conversation = new Conversation(start);
  const first = conversation.run(request, capability, controller.signal);
  assert.deepEqual((await first.next()).value, step);
  const waiting = first.next();
  const second = collect(conversation.run(request, capability, never()));
  controller.abort(new Error("the reader stopped it"));
  await assert.rejects(waiting, /the reader stopped it/);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(heard.at(-1)?.message, { kind: "cancel", id: 0 });
  assert.equal(runs().length, 1, "the worker has not stopped yet");
  stop();
  await second;
  assert.equal(runs().length, 2);
});

test("leaving the loop cancels; a run aborted while it waits never reaches the worker", async () => {
  const { start, heard } = workers((message, answer) => {
    if (message.kind === "hidden") return;
    const { kind, id } = message;
    if (kind === "cancel") answer({ kind: "end", id });
    else answer({ kind: "event", id, event: step });
  });
  const conversation = new Conversation(start);
  const waiting = new AbortController();
  let queued: Promise<unknown> = Promise.resolve();
  for await (const _ of conversation.run(request, capability, never())) {
    queued = assert.rejects(collect(conversation.run(request, capability, waiting.signal)));
    waiting.abort();
    break;
  }
  await queued;
  for await (const _ of conversation.run(request, capability, never())) break;
  const ran = heard.flatMap(({ message }) => (message.kind === "run" ? [message.id] : []));
  assert.deepEqual(ran, [0, 2]);
});

test("after a loss: what had arrived was told, and a fresh worker gets the bytes", async () => {
  const binary = new Blob(["wasm"]);
  const { start, ended, runs } = workers((message, answer) => {
    if (message.kind === "hidden") return;
    const { kind, id } = message;
    if (kind !== "run") return;
    if (id > 0) return answer({ kind: "end", id });
    answer({ kind: "binary", id, binary });
    answer({ kind: "event", id, event: result });
    answer({ kind: "error", id, reason: "lost", message: "GPU gone" });
  });
  const conversation = new Conversation(start);
  const seen: LiveEvent[] = [];
  await assert.rejects(
    async () => {
      for await (const event of conversation.run(request, capability, never())) seen.push(event);
    },
    (error) => {
      assert.ok(error instanceof RunError);
      assert.deepEqual([error.reason, error.message], ["lost", "GPU gone"]);
      return true;
    },
  );
  assert.deepEqual(seen, [result]);
  assert.deepEqual(ended, [0]);
  await collect(conversation.run(request, capability, never()));
  const bytes = runs().map(({ message }) => message.kind === "run" && message.binary);
  assert.deepEqual(
    runs().map(({ worker }) => worker),
    [0, 1],
  );
  assert.deepEqual(bytes, [null, binary]);
});

test("after a model that arrived damaged the next run fetches past all caches, and only that one", async () => {
  const { start, runs } = workers((message, answer) => {
    if (message.kind !== "run") return;
    const { id } = message;
    if (id === 0) answer({ kind: "error", id, reason: "damaged", message: "text-mha: 12 bytes" });
    else answer({ kind: "end", id });
  });
  const conversation = new Conversation(start);
  await assert.rejects(collect(conversation.run(request, capability, never())), /12 bytes/);
  for (let i = 0; i < 2; i++) await collect(conversation.run(request, capability, never()));
  const refetched = runs().map(({ message }) => message.kind === "run" && message.refetch);
  assert.deepEqual(refetched, [false, true, false]);
});

test("a worker deaf to a cancel is ended after a while, and replaced", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { start, ended, runs } = workers((message, answer) => {
    if (message.kind === "hidden") return;
    const { kind, id } = message;
    if (kind !== "run") return;
    answer(id === 0 ? { kind: "event", id, event: step } : { kind: "end", id });
  });
  const conversation = new Conversation(start);
  for await (const _ of conversation.run(request, capability, never())) break;
  const next = collect(conversation.run(request, capability, never()));
  t.mock.timers.tick(19_999);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(ended, []);
  t.mock.timers.tick(1);
  await next;
  assert.deepEqual(ended, [0]);
  assert.deepEqual(
    runs().map(({ worker }) => worker),
    [0, 1],
  );
});

test("a worker that fails while nothing runs costs the next run nothing", async () => {
  let fail: () => void = () => undefined;
  const { start, ended, runs } = workers((message, answer) => {
    if (message.kind === "hidden") return;
    const { kind, id } = message;
    if (kind !== "run") return;
    answer({ kind: "end", id });
    fail = () => answer({ kind: "error", id, reason: "failed", message: "aborted" });
  });
  const conversation = new Conversation(start);
  await collect(conversation.run(request, capability, never()));
  fail();
  const failAgain = fail;
  assert.deepEqual(ended, [0]);
  const events = conversation.run(request, capability, never());
  const next = collect(events);
  failAgain();
  await next;
  assert.deepEqual(ended, [0], "a dismissed worker has no say over its successor");
  assert.deepEqual(
    runs().map(({ worker }) => worker),
    [0, 1],
  );
});

test("a worker that does not start, or may not be made, is an error and not a wait", async () => {
  const silent = (): Peer => {
    const peer: Peer = {
      onmessage: null,
      onerror: null,
      postMessage: () => queueMicrotask(() => peer.onerror?.({ message: "" } as ErrorEvent)),
      terminate: () => undefined,
    };
    return peer;
  };
  const forbidden = (): Peer => {
    throw new Error("refused by policy");
  };
  const cases = [
    [silent, "download", "the worker did not start"],
    [forbidden, "failed", "refused by policy"],
  ] as const;
  for (const [start, reason, message] of cases) {
    const conversation = new Conversation(start);
    for (let i = 0; i < 2; i++) {
      const run = collect(conversation.run(request, capability, never()));
      await assert.rejects(run, { name: "RunError", reason, message });
    }
  }
});

test("failed allocations are told from other failures by their words", () => {
  const reasonOf = (message: string) => toRunError(new RangeError(message)).reason;
  assert.equal(reasonOf("Array buffer allocation failed"), "out-of-memory");
  assert.equal(reasonOf("Invalid array length"), "out-of-memory");
  assert.equal(reasonOf("std::bad_alloc"), "out-of-memory");
  assert.equal(reasonOf("no such operator"), "failed");
  const lost = new RunError("lost", "gone");
  assert.equal(toRunError(lost), lost);
  assert.equal(toRunError("a string").message, "a string");
});

test("a page that is hidden says so to the worker at once, and to the next one", async () => {
  const { start, heard } = workers((message, answer) => {
    if (message.kind === "run") answer({ kind: "end", id: message.id });
  });
  const conversation = new Conversation(start);
  conversation.setHidden(true);
  assert.equal(heard.length, 0, "nobody runs yet");
  await collect(conversation.run(request, capability, never()));
  conversation.setHidden(false);
  assert.deepEqual(
    heard.map(({ message }) => (message.kind === "hidden" ? message.hidden : message.kind)),
    [true, "run", "cancel", false],
  );
});
