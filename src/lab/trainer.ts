import { randomWords } from "../model/random-words.ts";
import type { Backend, Held, Session, Tensors } from "../onnx/backend/backend.ts";
import { optimizer } from "./adam-w.ts";
import { holdFeeds } from "./hold-feeds.ts";
import type { ModelShape } from "./model-shape.ts";
import { learningRate, type Schedule } from "./schedule.ts";
import type { Task } from "./tasks/task.ts";
import { type BatchSize, trainingGraph } from "./training-graph.ts";

/** Everything a run needs to go on from where it stopped. */
export interface Progress {
  /** Steps done. */
  readonly step: number;
  readonly parameters: Float32Array<ArrayBuffer>;
  readonly mean: Float32Array<ArrayBuffer>;
  readonly square: Float32Array<ArrayBuffer>;
}

/** What a run does; the same plan gives the same run. */
export interface TrainingPlan {
  readonly shape: ModelShape;
  readonly texts: number;
  readonly schedule: Schedule;
  /** Of the batches; parameters come with the progress. */
  readonly seed: number;
}

/** What one step reports: the loss before it, in nats, and the gradient's norm before clipping. */
export interface StepReport {
  readonly step: number;
  readonly loss: number;
  readonly gradientNorm: number;
}

/** A run that has not begun. */
export const beginning = (parameters: Float32Array<ArrayBuffer>): Progress => ({
  ...{ step: 0, parameters },
  mean: new Float32Array(parameters.length),
  square: new Float32Array(parameters.length),
});

const state = ["parameters", "mean", "square"] as const;
type State = Readonly<Record<(typeof state)[number], Held>>;

/**
 * Trains a model on a backend, step by step. Parameters and moments stay there and are written in
 * turns from one of two places into the other.
 */
export class Trainer {
  readonly #backend: Backend;
  readonly #plan: TrainingPlan;
  readonly #task: Task;
  readonly #session: Session;
  readonly #feeds: Tensors;
  readonly #reports: Tensors;
  #now: State;
  #next: State;
  #step: number;

  private constructor(
    backend: Backend,
    plan: TrainingPlan,
    task: Task,
    opened: { session: Session; feeds: Tensors; reports: Tensors; now: State; next: State },
    step: number,
  ) {
    this.#backend = backend;
    this.#plan = plan;
    this.#task = task;
    this.#session = opened.session;
    this.#feeds = opened.feeds;
    this.#reports = opened.reports;
    this.#now = opened.now;
    this.#next = opened.next;
    this.#step = step;
  }

  static async create(
    backend: Backend,
    plan: TrainingPlan,
    task: Task,
    progress: Progress,
  ): Promise<Trainer> {
    const { shape, texts } = plan;
    const size: BatchSize = { texts, tokens: task.tokens };
    const graph = trainingGraph(shape, size);
    const session = await backend.session(`train ${JSON.stringify([shape, size])}`, graph.model);
    const feeds = await holdFeeds(backend, shape, graph, state);
    const count = [progress.parameters.length];
    const hold = (name: (typeof state)[number]) => backend.hold("float32", count, progress[name]);
    const room = () => backend.room("float32", count);
    const now = {
      parameters: await hold("parameters"),
      mean: await hold("mean"),
      square: await hold("square"),
    };
    const next = { parameters: await room(), mean: await room(), square: await room() };
    const reports = {
      loss: await backend.room("float32", [1]),
      gradientNorm: await backend.room("float32", [1]),
    };
    const opened = { session, feeds, reports, now, next };
    return new Trainer(backend, plan, task, opened, progress.step);
  }

  /** The parameters as they lie on the backend, for an evaluation; valid until the next step. */
  get parameters(): Held {
    return this.#now.parameters;
  }

  async step(): Promise<StepReport> {
    const backend = this.#backend;
    const { texts, schedule, seed } = this.#plan;
    const step = this.#step + 1;
    // Each step draws from a seed of its own, so that a run can be taken up anywhere.
    const batch = this.#task.batch(texts, "train", randomWords(batchSeed(seed, step)));
    const { meanDecay, squareDecay } = optimizer;
    const rates = [
      learningRate(schedule, step),
      1 / (1 - meanDecay ** step),
      1 / (1 - squareDecay ** step),
    ];
    for (const [name, values] of Object.entries({ ...batch, rates })) {
      backend.write(this.#feeds[name] as Held, values);
    }
    await this.#session.run(
      { ...this.#feeds, ...this.#now },
      {
        ...this.#reports,
        parametersNext: this.#next.parameters,
        meanNext: this.#next.mean,
        squareNext: this.#next.square,
      },
    );
    [this.#now, this.#next] = [this.#next, this.#now];
    this.#step = step;
    const read = async (name: string) =>
      (await backend.read(this.#reports[name] as Held))[0] as number;
    return { step, loss: await read("loss"), gradientNorm: await read("gradientNorm") };
  }

  /** A copy of where the run stands. */
  async progress(): Promise<Progress> {
    const read = async (name: (typeof state)[number]) =>
      (await this.#backend.read(this.#now[name])) as Float32Array<ArrayBuffer>;
    return {
      step: this.#step,
      parameters: await read("parameters"),
      mean: await read("mean"),
      square: await read("square"),
    };
  }

  free(): void {
    const held = [this.#feeds, this.#reports, this.#now, this.#next].flatMap((each) =>
      Object.values(each),
    );
    this.#backend.free(...held);
  }
}

/** Seeds of runs and of their steps never meet, while a run has fewer than 2¹⁶ steps. */
const batchSeed = (seed: number, step: number): number => (seed + 1) * 2 ** 16 + step;
