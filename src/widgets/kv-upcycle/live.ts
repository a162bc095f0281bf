import { memberShape, recipes } from "../../lab/family.ts";
import type { JudgedEvent, TrainedEvent } from "../../lab/protocol.ts";
import type { ShippedModel } from "../../lab/shipped-model.ts";
import shippedJson from "../../lab/shipped-models.json" with { type: "json" };
import { uptraining } from "../../lab/upcycle/uptraining.ts";
import type { Errand, TrainingEvent } from "../../live/train-on.ts";
import type { Trainings } from "../../live/trainings.ts";
import type { RunState } from "../widget.ts";
import type { UpcycleValues } from "./params.ts";

/**
 * What is trained on the reader's device, in small batches, so that a step is short. It is judged where
 * the curves are, on the first half of the texts that they are judged on: few texts would say little of
 * what pooling took, and all of them take minutes where a CPU stands in for a GPU.
 */
export const live = {
  model: "recall-mha",
  texts: 4,
  judgeAt: uptraining(recipes.recall.schedule).places,
  heldOut: { texts: 8, batches: 8 },
  seed: 1,
} as const;

/** Held-out texts that a run answers. */
export const heldOutTexts = live.heldOut.texts * live.heldOut.batches;

/** Steps that the model itself was trained for, and texts in their batches. */
export const source = {
  steps: recipes.recall.schedule.steps,
  texts: recipes.recall.texts,
} as const;

const model = (shippedJson as readonly ShippedModel[]).find(({ name }) => name === live.model);

export const modelBytes = model?.bytes ?? 0;

/** The training that a state asks for. */
export function errandOf({ pooling, steps, backend, ...values }: UpcycleValues): Errand {
  const nKv = Number(values["n-kv"]);
  const request = { kind: "uptrain", ...live, nKv, pooling, steps, backend } as const;
  return {
    name: nameOf(values["n-kv"], pooling),
    request,
    shape: { ...memberShape("recall", "mha"), attention: { kind: "grouped", nKv } },
  };
}

/** All that makes two trainings differ, and the model that they begin with. */
const nameOf = (nKv: string, pooling: string): string =>
  `${live.model} ${model?.sha256.slice(0, 16)} to ${nKv} ${pooling}, ${live.texts} texts, ` +
  `judged on ${heldOutTexts}, seed ${live.seed}`;

/** What a run finds ready. */
export interface PreparedTraining {
  readonly trainings: Trainings;
}

export const trainingsOf = ({ prepared }: RunState<UpcycleValues>): Trainings | null =>
  (prepared as PreparedTraining | null)?.trainings ?? null;

/** Whether a run is of the model that is shown now, however many steps it was given. */
export const isOf = (run: UpcycleValues | null, shown: UpcycleValues): boolean =>
  run !== null && run["n-kv"] === shown["n-kv"] && run.pooling === shown.pooling;

/** What a run has told of the model that is shown now. */
export interface Told {
  readonly trained: readonly TrainedEvent[];
  readonly judged: readonly JudgedEvent[];
  /** Milliseconds of steps where the last ran, without the first after each start, which is slower. */
  readonly times: readonly number[];
}

const nothing: Told = { trained: [], judged: [], times: [] };

export function toldBy({ values, events }: RunState<UpcycleValues>, shown: UpcycleValues): Told {
  if (!isOf(values, shown)) return nothing;
  const trained: TrainedEvent[] = [];
  const judged: JudgedEvent[] = [];
  let times: number[] = [];
  let [fresh, where] = [true, ""];
  for (const event of events as readonly TrainingEvent[]) {
    if (event.kind === "backend") {
      const now = `${event.backend} ${event.adapter}`;
      if (now !== where) times = [];
      [fresh, where] = [true, now];
    }
    if (event.kind === "judged") judged.push(event);
    if (event.kind !== "trained") continue;
    trained.push(event);
    if (!fresh) times.push(event.milliseconds);
    fresh = false;
  }
  return { trained, judged, times };
}

/** Of the source's steps. */
export const percentOf = (step: number): number => (100 * step) / source.steps;
