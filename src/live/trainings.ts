import type { JudgedEvent, TrainedEvent } from "../lab/protocol.ts";
import type { Progress } from "../lab/trainer.ts";
import type { BackendEvent } from "../onnx/protocol.ts";

/** What a training tells that is worth keeping. */
export type ToldEvent = BackendEvent | TrainedEvent | JudgedEvent;

/** A training that may go on later: where it stands, and all that it told until then. */
export interface Training {
  readonly told: readonly ToldEvent[];
  readonly progress: Progress;
}

/** A training by its name, without the numbers that it goes on from. */
export interface TrainingLog {
  readonly name: string;
  readonly step: number;
  readonly told: readonly ToldEvent[];
}

/** Where trainings outlive a page. Each of these fails where the browser denies storage. */
export interface Shelf {
  logs(): Promise<readonly TrainingLog[]>;
  read(name: string): Promise<Training | null>;
  write(name: string, training: Training): Promise<void>;
  remove(name: string): Promise<void>;
}

/**
 * Trainings that stopped. In the page each stands where it was last heard of; on the shelf where it was
 * last saved, which a reload or a closed tab does not lose.
 */
export class Trainings {
  readonly #shelf: Shelf;
  readonly #here = new Map<string, Training>();
  /** The steps that they stand at on the shelf. */
  readonly #saved: Map<string, number>;
  #denied: boolean;

  private constructor(shelf: Shelf, logs: readonly TrainingLog[] | null) {
    this.#shelf = shelf;
    this.#denied = logs === null;
    this.#saved = new Map((logs ?? []).map(({ name, step }) => [name, step]));
  }

  static async open(shelf: Shelf): Promise<Trainings> {
    return new Trainings(shelf, await shelf.logs().catch(() => null));
  }

  /** Whether the browser refuses to keep anything beyond this page. */
  get denied(): boolean {
    return this.#denied;
  }

  /** Steps that a training has done and that can be gone on from; 0 where there is none. */
  stepOf(name: string): number {
    return this.#here.get(name)?.progress.step ?? this.savedStepOf(name);
  }

  /** Steps that a reload would not lose. */
  savedStepOf(name: string): number {
    return this.#saved.get(name) ?? 0;
  }

  /** `null` where there is none, or none that can be read. */
  async find(name: string): Promise<Training | null> {
    const here = this.#here.get(name);
    if (here || !this.#saved.has(name)) return here ?? null;
    const saved = await this.#shelf.read(name).catch(() => null);
    if (saved === null) this.#saved.delete(name);
    return saved;
  }

  /** Takes over where a training stands, in this page. */
  put(name: string, training: Training): void {
    this.#here.set(name, training);
  }

  /** Takes it to the shelf. Never fails: where that is denied, it stays in this page. */
  async save(name: string): Promise<void> {
    const training = this.#here.get(name);
    if (this.#denied || !training) return;
    try {
      await this.#shelf.write(name, training);
      this.#saved.set(name, training.progress.step);
    } catch {
      this.#denied = true;
    }
  }

  async forget(name: string): Promise<void> {
    this.#here.delete(name);
    this.#saved.delete(name);
    await this.#shelf.remove(name).catch(() => undefined);
  }
}
