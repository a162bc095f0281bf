import type { Values } from "./params.ts";
import type { AnyWidget, RunState } from "./widget.ts";

/** Prepares, starts, follows and stops a widget's live run; keeps what it has yielded. */
export class LiveRun {
  readonly #definition: AnyWidget;
  readonly #changed: () => void;
  readonly #finished: (values: Values, events: readonly unknown[]) => void;
  #status: RunState["status"] = "idle";
  #prepared: unknown = null;
  #preparing: Promise<unknown> | null = null;
  #values: Values | null = null;
  #events: unknown[] = [];
  #error: unknown = null;
  #stopper: AbortController | null = null;

  /** `finished` gets the state that a run was started with and all it has yielded. */
  constructor(
    definition: AnyWidget,
    changed: () => void,
    finished: (values: Values, events: readonly unknown[]) => void,
  ) {
    this.#definition = definition;
    this.#changed = changed;
    this.#finished = finished;
  }

  /** Finds out, once, what a run would use. */
  async prepare(): Promise<void> {
    this.#preparing ??= this.#definition.prepare?.() ?? null;
    const before = this.#prepared;
    try {
      this.#prepared = (await this.#preparing) ?? null;
    } catch (error) {
      this.#preparing = null; // the network may come back
      throw error;
    }
    if (this.#prepared !== before) this.#changed();
  }

  /** The run as it stands; `start` would start it with these values. */
  state(values: Values): RunState<Values> {
    return {
      status: this.#status,
      prepared: this.#prepared,
      values: this.#values,
      events: this.#events,
      error: this.#error,
      start: () => void this.#start(values),
      stop: () => this.stop(),
    };
  }

  stop(): void {
    this.#stopper?.abort();
  }

  async #start(values: Values): Promise<void> {
    const { run } = this.#definition;
    if (!run || this.#status === "running") return;
    const stopper = new AbortController();
    this.#stopper = stopper;
    this.#status = "running";
    this.#values = values;
    this.#events = [];
    this.#error = null;
    this.#changed();
    try {
      await this.prepare();
      const options = { signal: stopper.signal, prepared: this.#prepared };
      for await (const event of run(values, options)) {
        this.#events.push(event);
        this.#changed();
      }
      this.#status = "done";
    } catch (error) {
      this.#error = error;
      this.#status = stopper.signal.aborted ? "stopped" : "failed";
    }
    this.#changed();
    if (this.#status === "done") this.#finished(values, this.#events);
  }
}
