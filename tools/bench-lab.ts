import path from "node:path";
import type { Browser } from "playwright-core";
import { memberShape, recipes, type TaskName } from "../src/lab/family.ts";
import { initialParameters } from "../src/lab/initial-parameters.ts";
import type { LabRequest } from "../src/lab/protocol.ts";
import { emptyBatch, type Task } from "../src/lab/tasks/task.ts";
import { beginning, Trainer } from "../src/lab/trainer.ts";
import type { LiveEvent } from "../src/live/messages.ts";
import { wasmBackend } from "../src/onnx/backend/wasm.ts";
import type { AttentionPage } from "./attention-page/page.ts";
import type { BenchTable } from "./bench-table.ts";
import { buildAttentionPage } from "./build-attention-page.ts";
import { type NamedRuntime, nativeRuntime, wasmRuntime } from "./lab/node-runtimes.ts";
import { serveFolder } from "./site-server.ts";

const folder = path.resolve(import.meta.dirname, "../.lab/runtime");

/** The small models: how fast they train and decode, in Node and in the browser, one thread each. */
export async function benchLab(browser: Browser): Promise<readonly BenchTable[]> {
  const rows: Record<string, string | number>[] = [];
  for (const runtime of [await nativeRuntime(folder), await wasmRuntime()]) {
    for (const task of ["text", "recall"] as const) rows.push(await trained(runtime, task));
  }
  const training: BenchTable = {
    title: "Training steps in Node",
    remarks: [
      "MHA, forward, backward and AdamW, one thread; processor time beside the clock's. To compare " +
        "with: on a quiet core of a server of 2024 the first form of this code trained the text model at " +
        "10,450 tokens/s natively and 3,830 on WASM, PyTorch 1.13 at 10,500 on the same core.",
    ],
    rows,
  };
  return [training, ...(await inBrowser(browser))];
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] as number;

async function trained({ name, runtime }: NamedRuntime, task: TaskName) {
  const shape = memberShape(task, "mha");
  const { texts, schedule } = recipes[task];
  const size = { texts, tokens: shape.context };
  const same: Task = {
    ...{ vocabulary: shape.vocabulary, tokens: shape.context },
    batch() {
      const batch = emptyBatch(size);
      for (const at of batch.tokens.keys()) batch.tokens[at] = (at * 7) % shape.vocabulary;
      batch.targets.set(batch.tokens);
      batch.counts.fill(1);
      return batch;
    },
  };
  const plan = { shape, texts, schedule, seed: 1 };
  const start = beginning(initialParameters(shape, 1));
  const trainer = await Trainer.create(wasmBackend(runtime), plan, same, start);
  await trainer.step();
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let i = 0; i < 10; i++) {
    const since = performance.now();
    await trainer.step();
    times.push(performance.now() - since);
  }
  const { user, system } = process.cpuUsage(before);
  const tokens = texts * shape.context;
  const ms = median(times);
  return {
    runtime: name,
    model: `${task}, batch ${texts}`,
    "ms a step": ms.toFixed(0),
    "processor ms": ((user + system) / 1e4).toFixed(0),
    "tokens/s": Math.round((1000 * tokens) / ms),
  };
}

async function inBrowser(browser: Browser): Promise<readonly BenchTable[]> {
  const site = await serveFolder(await buildAttentionPage());
  const page = await browser.newPage();
  await page.goto(`${site.origin}/`);
  await page.waitForFunction("window.runRequest");
  const run = async (request: LabRequest): Promise<readonly LiveEvent[]> => {
    const { events, error } = await page.evaluate(
      (asked) => (window as unknown as AttentionPage).runRequest(asked),
      request,
    );
    if (error) throw new Error(error);
    return events;
  };
  const training: Record<string, string | number>[] = [];
  const decoding: Record<string, string | number>[] = [];
  for (const backend of ["wasm", "webgpu"] as const) {
    const steps = backend === "wasm" ? 20 : 6;
    const uptrain = await run({
      ...{ kind: "uptrain", backend, model: "recall-mha", nKv: 2, pooling: "first", texts: 4 },
      ...{ steps, judgeAt: [], heldOut: { texts: 4, batches: 1 }, seed: 1, progress: null },
    });
    const each = uptrain
      .flatMap((event) => (event.kind === "progress" ? event.told : []))
      .filter((event) => event.kind === "trained")
      .slice(1);
    const ms = median(each.map(({ milliseconds }) => milliseconds));
    training.push({
      backend,
      "ms a step": ms.toFixed(0),
      "tokens/s": Math.round((1000 * (each[0]?.tokens ?? 0)) / ms),
    });
    for (const model of ["text-mha", "text-mqa", "recall-mha"]) {
      const prompt = Array.from({ length: 16 }, (_, i) => (i * 5) % 70);
      const sampling = { temperature: 0, topK: 1, seed: 1 };
      const tokens = backend === "wasm" ? 100 : 24;
      const events = await run({
        kind: "decode",
        backend,
        model,
        prompt,
        tokens,
        sampling,
        format: null,
      });
      const steps = events.filter((event) => event.kind === "token").slice(1);
      const of = (part: typeof steps, key: "cachedMs" | "uncachedMs") =>
        median(part.map((step) => step[key])).toFixed(2);
      const [early, late] = [steps.slice(0, 10), steps.slice(-10)];
      decoding.push({
        ...{ backend, model },
        "cached, ms a token": of(steps, "cachedMs"),
        "tokens/s": Math.round(1000 / Number(of(steps, "cachedMs"))),
        "uncached at first": of(early, "uncachedMs"),
        "and at last": of(late, "uncachedMs"),
      });
    }
  }
  await page.close();
  site.close();
  const adapter = "WebGPU is what this browser has for it, here perhaps an emulated one.";
  return [
    {
      title: "Uptraining in the browser",
      remarks: [`The recall model, 2 KV heads, batch 4. ${adapter}`],
      rows: training,
    },
    {
      title: "Decoding in the browser",
      remarks: [
        "A prompt of 16, then one token at a time, 100 of them on WASM and 24 on WebGPU; uncached " +
          "steps run the whole text again, padded to a multiple of 16.",
      ],
      rows: decoding,
    },
  ];
}
