import { randomWords } from "../model/random-words.ts";
import type { Backend, Held, Session } from "../onnx/backend/backend.ts";
import { evaluationGraph } from "./evaluation-graph.ts";
import { holdFeeds } from "./hold-feeds.ts";
import type { ModelShape } from "./model-shape.ts";
import { QualityTally } from "./quality-tally.ts";
import type { Batch, Task } from "./tasks/task.ts";

/** How well a model does on texts it has not seen. */
export interface Quality {
  /** Mean cross-entropy of the targets that count, in nats. */
  readonly loss: number;
  /** Share of them that were the model's first guess. */
  readonly accuracy: number;
  /** How many there were. */
  readonly answers: number;
}

interface HeldOut {
  readonly texts: number;
  readonly batches: number;
}

/** All runs of a task are judged on the same texts. */
const heldOutSeed = 999;

/** Judges parameters of one shape on the same held-out texts, again and again. */
export class Evaluator {
  readonly #backend: Backend;
  readonly #session: Session;
  readonly #feeds: Readonly<Record<string, Held>>;
  readonly #outputs: Readonly<Record<"entropy" | "lead", Held>>;
  readonly #batches: readonly Batch[];

  private constructor(
    backend: Backend,
    opened: {
      session: Session;
      feeds: Readonly<Record<string, Held>>;
      outputs: Readonly<Record<"entropy" | "lead", Held>>;
      batches: readonly Batch[];
    },
  ) {
    this.#backend = backend;
    this.#session = opened.session;
    this.#feeds = opened.feeds;
    this.#outputs = opened.outputs;
    this.#batches = opened.batches;
  }

  static async create(
    backend: Backend,
    shape: ModelShape,
    task: Task,
    { texts, batches: count }: HeldOut,
  ): Promise<Evaluator> {
    const size = { texts, tokens: task.tokens };
    const graph = evaluationGraph(shape, size);
    const session = await backend.session(`judge ${JSON.stringify([shape, size])}`, graph.model);
    const feeds = await holdFeeds(backend, shape, graph, ["parameters"]);
    const room = () => backend.room("float32", [texts, task.tokens]);
    const outputs = { entropy: await room(), lead: await room() };
    const word = randomWords(heldOutSeed);
    const batches = Array.from({ length: count }, () => task.batch(texts, "held-out", word));
    return new Evaluator(backend, { session, feeds, outputs, batches });
  }

  /** `breathe` is called before each batch, and ends it early where it throws. */
  async judge(parameters: Held, breathe?: () => Promise<void>): Promise<Quality> {
    const tally = new QualityTally();
    for (const batch of this.#batches) {
      await breathe?.();
      for (const name of ["tokens", "previous", "targets"] as const) {
        this.#backend.write(this.#feeds[name] as Held, batch[name]);
      }
      await this.#session.run({ ...this.#feeds, parameters }, this.#outputs);
      const entropy = await this.#backend.read(this.#outputs.entropy);
      const lead = await this.#backend.read(this.#outputs.lead);
      tally.add(batch, entropy, lead);
    }
    return tally.quality;
  }

  free(): void {
    this.#backend.free(...Object.values(this.#feeds), ...Object.values(this.#outputs));
  }
}
