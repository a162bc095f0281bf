import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { render } from "@lit-labs/ssr";
import { collectResult } from "@lit-labs/ssr/lib/render-result.js";
import { parseHTML } from "linkedom";
import { html } from "lit";
import type { TrainingEvent } from "../../src/live/train-on.ts";
import { type Shelf, Trainings } from "../../src/live/trainings.ts";
import { errandOf, toldBy } from "../../src/widgets/kv-upcycle/live.ts";
import type { UpcycleValues } from "../../src/widgets/kv-upcycle/params.ts";
import { runPanel } from "../../src/widgets/kv-upcycle/run-panel.ts";
import { idleRun } from "./every-widget.ts";
import {
  type Attributes,
  backend,
  en,
  ko,
  type Run,
  state,
  trained,
  training,
} from "./upcycle-training.ts";

const numbers = new Float32Array(1);
/** Trainings of which one stands at a step. */
async function standingAt(step: number, values: UpcycleValues, denied = false) {
  const { name } = errandOf(values);
  const refuse = () => Promise.reject(new Error("denied"));
  const shelf: Shelf = denied
    ? { logs: refuse, read: refuse, write: refuse, remove: refuse }
    : {
        logs: async () => (step > 0 ? [{ name, step, told: [] }] : []),
        read: async () => null,
        write: async () => undefined,
        remove: async () => undefined,
      };
  const trainings = await Trainings.open(shelf);
  const progress = { step, parameters: numbers, mean: numbers, square: numbers };
  if (denied && step > 0) trainings.put(name, { told: [], progress });
  return { capability: { webgpu: null, reason: "no-api" }, size: null, trainings };
}

async function shown(run: Partial<Run>, attributes: Attributes = {}, t = en) {
  const all = { ...idleRun, ...run } as Run;
  const context = { values: state(attributes), run: all, t, set: () => undefined };
  const panel = runPanel(context, html`<i>figure</i>`);
  const text = await collectResult(render(panel));
  const { document } = parseHTML(
    `<!doctype html><body>${text.replace(/<!--.*?-->|<\?>/g, "")}</body>`,
  );
  const said = (of: Iterable<Element>) =>
    [...of].map(({ textContent }) => (textContent ?? "").replace(/\s+/g, " ").trim());
  return {
    buttons: said(document.querySelectorAll(".run > button")),
    afresh: document.querySelector("details.afresh"),
    text: said(document.querySelectorAll("p, td, th, .progress span, i")).join(" | "),
    document,
  };
}

describe("the button", () => {
  test("trains, pauses, goes on, shows what is kept, and at the end does nothing", async () => {
    const values = state();
    const none = await standingAt(0, values);
    assert.match((await shown({ prepared: none })).buttons.join(), /^Train on downloads/);
    const part = await standingAt(20, values);
    const after = await shown({ prepared: part });
    assert.match(after.buttons.join(), /^Go on from step 20 downloads .*$/);
    const running = await shown({ prepared: part, status: "running", values, events: [] });
    assert.deepEqual(running.buttons, ["Pause"]);
    const done = await standingAt(35, values);
    assert.match((await shown({ prepared: done })).buttons.join(), /^Show all 35 steps/);
    const events = training(35);
    const ended = await shown({ prepared: done, status: "done", values, events });
    assert.deepEqual(ended.buttons, ["All 35 steps are done"]);
    const go = ended.document.querySelector("button.go");
    assert.equal(go?.getAttribute("aria-disabled"), "true", "a late press on Pause does no harm");
    const more = await shown({ prepared: done, status: "done", values, events }, { steps: "50" });
    assert.deepEqual(more.buttons, ["Go on from step 35"]);
    const other = await shown(
      { prepared: done, status: "done", values, events },
      { pooling: "first" },
    );
    assert.deepEqual(other.buttons, ["Train on"]);
  });

  test("to start afresh is offered beside it where there is something to delete, and asks", async () => {
    const values = state();
    const isOffered = async (run: Partial<Run>) => {
      const { afresh } = await shown(run);
      assert.ok(afresh, "its place is kept");
      return !afresh.classList.contains("off");
    };
    const part = await standingAt(20, values);
    assert.equal(await isOffered({ prepared: await standingAt(0, values) }), false);
    assert.equal(await isOffered({ prepared: part, status: "running", values, events: [] }), false);
    assert.equal(await isOffered({ prepared: part }), true);
    const { afresh } = await shown({ prepared: part });
    assert.equal(afresh?.hasAttribute("open"), false);
    assert.match(
      afresh?.textContent ?? "",
      /20 steps kept here are deleted.*Delete them and start/s,
    );
  });

  test("in Korean too", async () => {
    const part = await standingAt(20, state());
    const { buttons, afresh, text } = await shown({ prepared: part }, {}, ko);
    assert.match(buttons.join(), /^20걸음부터 이어서 하기/);
    assert.match(afresh?.textContent ?? "", /새로 시작하기.*20걸음이 지워지고/s);
    assert.match(text, /원래의 2\.9%인 20걸음까지 이 브라우저에 남겨 두었어요/);
  });
});

describe("what a run shows", () => {
  test("nothing before it, but what will be kept", async () => {
    const { text } = await shown({ prepared: await standingAt(0, state()) });
    assert.match(text, /The model learned for 700 steps\. What runs here stays in this browser/);
    assert.match(text, /figure/, "the room of the training is kept");
  });

  test("of a model with steps kept, that they are there and not shown yet", async () => {
    const { text } = await shown({ prepared: await standingAt(20, state()) });
    assert.match(text, /Of this model 20 steps are kept\. The button shows them/);
    assert.doesNotMatch(text, /has not been trained on here/);
    const none = await shown({ prepared: await standingAt(0, state()) });
    assert.match(none.text, /has not been trained on here yet\. A run answers 64 held-out texts/);
  });

  test("that another model is in training, that it is done or stopped, and the way to it", async () => {
    const values = state({ "n-kv": "1", pooling: "first" });
    const prepared = await standingAt(0, values);
    const of = (run: Partial<Run>, t = en) => shown({ prepared, values, ...run }, {}, t);
    const running = await of({ status: "running", events: training(7) });
    assert.match(
      running.text,
      /In training now: the model of 1 KV head, First\. What is set above/,
    );
    assert.match(running.text, /Step 7 of 35/);
    assert.match(running.text, /This model has not been trained on here yet/, "of the one shown");
    const [show] = running.document.querySelectorAll("[role=status] .state button");
    assert.equal(show?.textContent, "Show that one");
    assert.match(
      (await of({ status: "done", events: training(35) })).text,
      /First, is done: 35 steps/,
    );
    const stopped = await of({ status: "stopped", events: training(7) });
    assert.match(stopped.text, /First, stopped at step 7/);
    assert.doesNotMatch((await of({ status: "stopped", events: [] })).text, /stopped at step/);
    assert.match(
      (await of({ status: "running", events: [] }, ko)).text,
      /지금 학습하는 것은 KV 헤드 1개\(첫 헤드\) 모델/,
    );
    const own = await shown({ prepared, values: state(), status: "running", events: training(7) });
    assert.doesNotMatch(own.text, /In training now/);
  });

  test("the model on its way, and the step of those that there will be, with its time", async () => {
    const values = state();
    const prepared = await standingAt(0, values);
    const run = { prepared, status: "running", values } as const;
    const loading = { kind: "model", loaded: 1000, total: 2000 };
    assert.match(
      (await shown({ ...run, events: [backend(), loading] })).text,
      /Loading the model, 167\.4 kB/,
    );
    const start = await shown({ ...run, events: [backend()] });
    assert.match(start.text, /Answering held-out texts before the first step/);
    const { text } = await shown({ ...run, events: training(7) });
    assert.match(text, /Step 7 of 35, 100 ms a step/);
    assert.match(text, /Right after pooling: 20\.0% of 2,048 answers right, loss 5(\.00)?\./);
    assert.match(text, /After step 5, 0\.7% of the source's: 25\.0% right, loss 4\.5/);
  });

  test("tokens a second once ten steps are timed, without the first after each start", async () => {
    const values = state();
    const prepared = await standingAt(0, values);
    const of = async (events: readonly TrainingEvent[]) =>
      (await shown({ prepared, status: "stopped", values, events })).text;
    assert.doesNotMatch(await of(training(10)), /tokens a second/);
    assert.match(
      await of(training(11)),
      /5,120 tokens a second.*middle half of 10 steps.*100 ms a step of 512/,
    );
    const resumed = [...training(8), ...training(13, 8)];
    assert.match(await of(resumed), /middle half of 11 steps/);
    const told = toldBy(
      {
        ...idleRun,
        values,
        events: [...training(8), backend("webgpu"), trained(9, 5000), trained(10, 3)],
      } as Run,
      values,
    );
    assert.deepEqual(told.times, [3], "of two devices, those of the last");
  });

  test("every place at which it was judged, with the loss of its steps", async () => {
    const values = state();
    const { document } = await shown({
      prepared: await standingAt(0, values),
      ...{ status: "stopped", values, events: training(11) },
    });
    const rows = [...document.querySelectorAll(".judged tbody tr")].map((row) =>
      [...row.children].map(({ textContent }) => textContent?.trim()),
    );
    assert.deepEqual(
      rows.map(([step]) => step),
      ["0", "5", "10"],
    );
    // Losses 4.9, 4.8 … 4.5
    assert.equal(rows[1]?.[2], "4.7");
    assert.equal(rows[0]?.[2], "–");
  });

  test("what is kept where, and that a browser keeps nothing", async () => {
    const values = state();
    const of = async (step: number, denied: boolean) =>
      (await shown({ prepared: await standingAt(step, values, denied) })).text;
    assert.match(await of(20, false), /Kept in this browser up to step 20, 2\.9% of the source's/);
    assert.match(await of(0, true), /lets the page store nothing: a reload would lose a run/);
    assert.match(await of(20, true), /step 20 is kept until the page closes/);
  });

  test("that a device was lost, with what had been found", async () => {
    const values = state();
    const { text } = await shown({
      prepared: await standingAt(8, values),
      ...{
        status: "failed",
        values,
        events: training(8),
        error: { reason: "lost", message: "gone" },
      },
    });
    assert.match(text, /Connection to the GPU was lost.*8 results are kept/);
  });
});
