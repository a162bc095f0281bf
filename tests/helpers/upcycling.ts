import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { performLab } from "../../src/lab/perform.ts";
import type { JudgedEvent, TrainedEvent } from "../../src/lab/protocol.ts";
import { openModel, type ShippedModel } from "../../src/lab/shipped-model.ts";
import list from "../../src/lab/shipped-models.json" with { type: "json" };
import type { TrainingEvent } from "../../src/live/train-on.ts";
import { wasmBackend } from "../../src/onnx/backend/wasm.ts";
import type { BackendEvent } from "../../src/onnx/protocol.ts";
import { errandOf } from "../../src/widgets/kv-upcycle/live.ts";
import { params } from "../../src/widgets/kv-upcycle/params.ts";
import { parseValues } from "../../src/widgets/params.ts";
import { onnxRuntime } from "./onnx-runtime.ts";
import { runToEnd } from "./widget.ts";

export const tag = "kv-upcycle";

/** What a training told: its steps, its places, and where it ran. */
export interface Training {
  readonly trained: readonly TrainedEvent[];
  readonly judged: readonly JudgedEvent[];
  readonly backends: readonly BackendEvent[];
}

const sorted = (events: readonly TrainingEvent[]): Training => ({
  trained: events.filter((event) => event.kind === "trained"),
  judged: events.filter((event) => event.kind === "judged"),
  backends: events.filter((event) => event.kind === "backend"),
});

/** The same training in Node, from the same file of the model. */
export async function trainedInNode(query: string): Promise<Training> {
  const search = new URLSearchParams(query);
  const { request } = errandOf(parseValues(params, (name) => search.get(name)));
  const shipped = (list as readonly ShippedModel[]).find(({ name }) => name === request.model);
  if (!shipped) throw new RangeError(`no model ${request.model}`);
  const file = path.join(import.meta.dirname, `../../public/models/${shipped.name}.bin`);
  const model = openModel(shipped, new Uint8Array(readFileSync(file)));
  const events: TrainingEvent[] = [];
  await performLab({ ...request, progress: null }, model, wasmBackend(await onnxRuntime()), {
    emit: (event) => {
      if (event.kind === "progress") events.push(...event.told);
    },
    breathe: async () => undefined,
  });
  return sorted(events);
}

export const button = (page: Page): Locator => page.locator(`${tag} button.go`);

/** What the run that the page shows has told so far. */
export const toldSoFar = (page: Page): Promise<Training> =>
  page
    .evaluate(
      (name) =>
        (document.querySelector(name) as unknown as { runEvents: TrainingEvent[] }).runEvents,
      tag,
    )
    .then(sorted);

/** Presses the button and waits until the training has ended by itself. */
export async function trainToTheEnd(page: Page): Promise<Training> {
  await runToEnd(page, tag);
  return toldSoFar(page);
}

/** Waits until so many steps have been told. */
export const stepsTold = (page: Page, steps: number): Promise<unknown> =>
  page.waitForFunction(
    ({ name, least }) => {
      const { runEvents } = document.querySelector(name) as unknown as {
        runEvents: { kind: string }[];
      };
      return runEvents.filter(({ kind }) => kind === "trained").length >= least;
    },
    { name: tag, least: steps },
    // A CPU that stands in for a GPU takes a minute to answer the held-out texts.
    { timeout: 300_000 },
  );
