import type { ModelShape } from "../lab/model-shape.ts";
import { parameterCount } from "../lab/parameters.ts";
import type { LabEvent, UptrainRequest } from "../lab/protocol.ts";
import type { RunEvent } from "../onnx/protocol.ts";
import type { ToldEvent, Trainings } from "./trainings.ts";

/** A training to begin or to go on with. */
export interface Errand {
  /** What its training is kept under: everything but the number of its steps. */
  readonly name: string;
  readonly request: Omit<UptrainRequest, "progress">;
  /** Of the upcycled model: what is kept of another is of no use. */
  readonly shape: ModelShape;
}

/** The training is saved up to this step. */
export interface SavedEvent {
  readonly kind: "saved";
  readonly step: number;
}

export type TrainingEvent =
  | Exclude<RunEvent | LabEvent, { kind: "progress" }>
  | ToldEvent
  | SavedEvent;

type Run = (
  request: UptrainRequest,
  options: { readonly signal: AbortSignal },
) => AsyncIterable<RunEvent | LabEvent>;

/** A cancel is immediate: it waits for no slower disk than this. */
const patience = () => new Promise((resolve) => setTimeout(resolve, 300));

/** Saved after so many steps or so long a time, whichever comes first. */
const saveAfter = { steps: 5, milliseconds: 2_000 } as const;

/**
 * Trains on, from where the same training stopped. First comes again what it had told until then, so
 * that whoever listens hears the whole training, however often it was interrupted. Where it stands is
 * kept after every step, and saved every few: neither a cancel nor a lost device takes more than the
 * step that was being computed.
 */
export async function* trainOn(
  { name, request, shape }: Errand,
  trainings: Trainings,
  run: Run,
  signal: AbortSignal,
): AsyncGenerator<TrainingEvent, void, undefined> {
  signal.throwIfAborted();
  const found = await trainings.find(name);
  const earlier = found?.progress.parameters.length === parameterCount(shape) ? found : null;
  if (found && !earlier) await trainings.forget(name);
  const told: ToldEvent[] = [...(earlier?.told ?? [])];
  yield* told;
  if (earlier && earlier.progress.step >= request.steps) return;
  let unsaved = { steps: 0, milliseconds: 0 };
  const saved = async (): Promise<SavedEvent> => {
    unsaved = { steps: 0, milliseconds: 0 };
    await trainings.save(name);
    return { kind: "saved", step: trainings.savedStepOf(name) };
  };
  try {
    const progress = earlier?.progress ?? null;
    for await (const event of run({ ...request, progress }, { signal })) {
      if (event.kind === "progress") {
        told.push(...event.told);
        trainings.put(name, { told: [...told], progress: event.progress });
        for (const of of event.told) {
          if (of.kind !== "trained") continue;
          unsaved.steps++;
          unsaved.milliseconds += of.milliseconds;
        }
        yield* event.told;
        const isLast = event.progress.step >= request.steps;
        const isMuch =
          unsaved.steps >= saveAfter.steps || unsaved.milliseconds >= saveAfter.milliseconds;
        if (isLast || isMuch) yield await saved();
        continue;
      }
      if (event.kind === "backend") told.push(event);
      // A hidden tab may be closed without a word.
      if (event.kind === "paused" && event.paused && unsaved.steps > 0) yield await saved();
      yield event;
    }
  } finally {
    if (unsaved.steps > 0) await Promise.race([trainings.save(name), patience()]);
  }
}
