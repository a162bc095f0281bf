import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { memberShape } from "../../src/lab/family.ts";
import { parameterCount } from "../../src/lab/parameters.ts";
import type { LabEvent, UptrainRequest } from "../../src/lab/protocol.ts";
import type { Progress } from "../../src/lab/trainer.ts";
import { browserShelf } from "../../src/live/browser-shelf.ts";
import { type Errand, type TrainingEvent, trainOn } from "../../src/live/train-on.ts";
import { type Shelf, type Training, Trainings } from "../../src/live/trainings.ts";
import type { BackendEvent, RunEvent } from "../../src/onnx/protocol.ts";

const shape = memberShape("recall", "mqa");
const count = parameterCount(shape);

const errand = (steps: number): Errand => ({
  name: "a training",
  shape,
  request: {
    kind: "uptrain",
    ...{ backend: "wasm", model: "recall-mha", nKv: 1, pooling: "mean", texts: 4, steps, seed: 1 },
    ...{ judgeAt: [5], heldOut: { texts: 8, batches: 2 } },
  },
});

const progressAt = (step: number, length = count): Progress => ({
  step,
  parameters: new Float32Array(length).fill(step),
  mean: new Float32Array(length),
  square: new Float32Array(length),
});

const backend: BackendEvent = {
  ...{ kind: "backend", backend: "wasm", reason: null, adapter: null, flavour: "wasm" },
  ...{ runtimeVersion: "1.30.0", allOperatorsOnGpu: false },
};

/** Steps as a worker tells them; the loss of a step is 100 less its number. */
function worker(milliseconds = 10) {
  const asked: (Progress | null)[] = [];
  async function* run(
    request: UptrainRequest,
    { signal }: { readonly signal: AbortSignal },
  ): AsyncGenerator<RunEvent | LabEvent> {
    asked.push(request.progress);
    yield backend;
    for (let step = (request.progress?.step ?? 0) + 1; step <= request.steps; step++) {
      signal.throwIfAborted();
      const trained = {
        kind: "trained",
        ...{ step, of: request.steps, loss: 100 - step, milliseconds, tokens: 512 },
      } as const;
      yield { kind: "progress", progress: progressAt(step), told: [trained] };
    }
  }
  return { asked, run };
}

/** A shelf in memory, which remembers every write. */
function shelf(stored = new Map<string, Training>()) {
  const writes: number[] = [];
  const of: Shelf = {
    logs: async () =>
      [...stored].map(([name, { told, progress }]) => ({ name, told, step: progress.step })),
    read: async (name) => stored.get(name) ?? null,
    write: async (name, training) => {
      writes.push(training.progress.step);
      stored.set(name, training);
    },
    remove: async (name) => void stored.delete(name),
  };
  return { of, stored, writes };
}

const denied: Shelf = {
  logs: () => Promise.reject(new Error("denied")),
  read: () => Promise.reject(new Error("denied")),
  write: () => Promise.reject(new Error("denied")),
  remove: () => Promise.reject(new Error("denied")),
};

/** Everything that a training tells; stopped after so many steps. */
async function told(
  { run }: ReturnType<typeof worker>,
  trainings: Trainings,
  steps: number,
  stopAfter = Number.POSITIVE_INFINITY,
): Promise<readonly TrainingEvent[]> {
  const controller = new AbortController();
  const events: TrainingEvent[] = [];
  let trained = 0;
  try {
    for await (const event of trainOn(errand(steps), trainings, run, controller.signal)) {
      events.push(event);
      if (event.kind === "trained" && ++trained === stopAfter)
        controller.abort(new Error("stopped"));
    }
  } catch (error) {
    assert.equal((error as Error).message, "stopped");
  }
  return events;
}

const stepsOf = (events: readonly TrainingEvent[]): readonly number[] =>
  events.flatMap((event) => (event.kind === "trained" ? [event.step] : []));
const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);

describe("training on", () => {
  test("goes on where it was stopped, and tells the whole training again", async () => {
    const trainings = await Trainings.open(shelf().of);
    const machine = worker();
    await told(machine, trainings, 12, 7);
    assert.equal(trainings.stepOf("a training"), 7, "every step that was told");
    const events = await told(machine, trainings, 12);
    assert.deepEqual(stepsOf(events), upTo(12));
    assert.deepEqual(
      machine.asked.map((progress) => progress?.step ?? null),
      [null, 7],
    );
    assert.equal(events.filter(({ kind }) => kind === "backend").length, 2, "each start is told");
    assert.equal(machine.asked[1]?.parameters[0], 7);
  });

  test("is there after a reload, up to the step that was computed last", async () => {
    const { of, stored, writes } = shelf();
    await told(worker(), await Trainings.open(of), 12, 7);
    assert.deepEqual(writes, [5, 7], "every five steps, and when it stops");
    const again = await Trainings.open(of);
    assert.equal(again.stepOf("a training"), 7);
    const machine = worker();
    assert.deepEqual(stepsOf(await told(machine, again, 12)), upTo(12));
    assert.deepEqual(machine.asked[0]?.step, 7);
    assert.equal(stored.get("a training")?.progress.step, 12);
  });

  test("is saved after every step where steps take seconds", async () => {
    const { of, writes } = shelf();
    await told(worker(3_000), await Trainings.open(of), 4);
    assert.deepEqual(writes, [1, 2, 3, 4]);
  });

  test("that is done runs nothing; with more steps asked for it goes on", async () => {
    const trainings = await Trainings.open(shelf().of);
    await told(worker(), trainings, 5);
    const machine = worker();
    assert.deepEqual(stepsOf(await told(machine, trainings, 5)), upTo(5));
    assert.deepEqual(machine.asked, []);
    assert.deepEqual(stepsOf(await told(machine, trainings, 8)), upTo(8));
  });

  test("loses no step to a device that is lost", async () => {
    const { of } = shelf();
    const trainings = await Trainings.open(of);
    const machine = worker();
    const lost = async function* (...args: Parameters<typeof machine.run>) {
      for await (const event of machine.run(...args)) {
        if (event.kind === "progress" && event.progress.step === 4) throw new Error("lost");
        yield event;
      }
    };
    const { signal } = new AbortController();
    await assert.rejects(async () => {
      for await (const _ of trainOn(errand(9), trainings, lost, signal));
    }, /lost/);
    assert.equal((await Trainings.open(of)).stepOf("a training"), 3);
  });

  test("forgotten, it begins anew", async () => {
    const { of } = shelf();
    const trainings = await Trainings.open(of);
    await told(worker(), trainings, 5);
    await trainings.forget("a training");
    assert.equal(trainings.stepOf("a training"), 0);
    const machine = worker();
    await told(machine, await Trainings.open(of), 5);
    assert.deepEqual(machine.asked, [null]);
  });

  test("of another model begins anew", async () => {
    const stored = new Map([["a training", { told: [], progress: progressAt(3, 7) }]]);
    const trainings = await Trainings.open(shelf(stored).of);
    const machine = worker();
    await told(machine, trainings, 5);
    assert.deepEqual(machine.asked, [null]);
    assert.equal(trainings.stepOf("a training"), 5);
  });

  test("a hidden tab is saved: it may be closed without a word", async () => {
    const { of, writes } = shelf();
    const { run } = worker();
    const hiding = async function* (...args: Parameters<typeof run>) {
      for await (const event of run(...args)) {
        yield event;
        if (event.kind === "progress" && event.progress.step === 2) {
          yield { kind: "paused", paused: true } as const;
        }
      }
    };
    const { signal } = new AbortController();
    const trainings = await Trainings.open(of);
    for await (const _ of trainOn(errand(3), trainings, hiding, signal));
    assert.deepEqual(writes, [2, 3]);
  });
});

describe("where storage is denied", () => {
  test("a training stays in the page, and says so", async () => {
    const trainings = await Trainings.open(denied);
    assert.ok(trainings.denied);
    const machine = worker();
    await told(machine, trainings, 12, 7);
    assert.equal(trainings.stepOf("a training"), 7);
    assert.equal(trainings.savedStepOf("a training"), 0);
    assert.deepEqual(stepsOf(await told(machine, trainings, 12)), upTo(12));
    assert.equal(machine.asked[1]?.step, 7);
  });

  test("a shelf that is full later on counts as denied from then on", async () => {
    const { of, stored } = shelf();
    const full: Shelf = {
      ...of,
      write: (name, training) =>
        stored.size > 0 ? Promise.reject(new Error("quota")) : of.write(name, training),
    };
    const trainings = await Trainings.open(full);
    assert.deepEqual(stepsOf(await told(worker(), trainings, 12)), upTo(12));
    assert.ok(trainings.denied);
    assert.equal(trainings.savedStepOf("a training"), 5);
  });

  test("the browser's database, where there is none", async () => {
    assert.ok((await Trainings.open(await browserShelf())).denied);
  });
});
