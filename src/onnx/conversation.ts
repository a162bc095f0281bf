import { mailbox } from "./mailbox.ts";
import type {
  AttentionEvent,
  AttentionRequest,
  Capability,
  FromWorker,
  ResultEvent,
  ToWorker,
} from "./protocol.ts";
import { RunError, toRunError } from "./run-error.ts";

/** The parts of Worker that a conversation uses. */
export interface Peer {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

/** A worker that has not stopped this long after a cancel is stopped from outside. */
const patienceMs = 20_000;

/**
 * Runs requests one after the other on one worker. The worker lives on between runs, with the runtime
 * in it; after an error (a lost device above all) the next run gets a fresh one, which receives the
 * runtime's bytes instead of downloading them again.
 */
export class Conversation {
  readonly #start: () => Peer;
  #peer: Peer | null = null;
  #binary: Blob | null = null;
  #nextId = 0;
  /** Resolves when the last run in the queue has left the worker. */
  #queue: Promise<void> = Promise.resolve();

  constructor(start: () => Peer) {
    this.#start = start;
  }

  async *run(
    request: AttentionRequest,
    capability: Capability,
    signal: AbortSignal,
  ): AsyncGenerator<AttentionEvent, void, undefined> {
    const id = this.#nextId++;
    const inbox = mailbox<FromWorker>(signal);
    const kept: ResultEvent[] = [];
    const before = this.#queue;
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    this.#queue = left;
    let started = false;
    try {
      await inbox.unlessAborted(before);
      started = true;
      this.#send({ kind: "run", id, request, capability, binary: this.#binary }, inbox.put, leave);
      for (;;) {
        const message = await inbox.take();
        if (message.kind === "end") return;
        if (message.kind === "error") throw new RunError(message.reason, message.message, kept);
        if (message.kind === "binary") continue;
        if (message.event.kind === "result") kept.push(message.event);
        yield message.event;
      }
    } finally {
      // A consumer that leaves early does not wait for the worker; the next run does.
      if (started) this.#stop(id, left, leave);
      else void before.then(leave);
    }
  }

  /** Starts a run. `leave` is called when the worker has nothing more to do for it. */
  #send(run: ToWorker & { kind: "run" }, put: (message: FromWorker) => void, leave: () => void) {
    const hear = (message: FromWorker) => {
      if (peer !== this.#peer) return; // the last words of one that was dismissed
      if (message.kind === "binary") this.#binary = message.binary;
      if (message.kind === "error") this.#dismiss();
      if (message.kind === "end" || message.kind === "error") leave();
      put(message);
    };
    const fail = (message: string) =>
      hear({ kind: "error", id: run.id, reason: "failed", message });
    let peer = this.#peer;
    try {
      peer ??= this.#start();
    } catch (error) {
      fail(toRunError(error).message); // a content security policy may forbid it
      return;
    }
    this.#peer = peer;
    // They stay until the next run: a worker may fail while nothing runs.
    peer.onmessage = ({ data }) => hear(data);
    peer.onerror = ({ message }) => fail(message || "the worker did not start");
    peer.postMessage(run);
  }

  /** Harmless after a run that has ended by itself. */
  #stop(id: number, left: Promise<void>, leave: () => void): void {
    this.#peer?.postMessage({ kind: "cancel", id });
    const patience = setTimeout(() => {
      this.#dismiss();
      leave();
    }, patienceMs);
    void left.then(() => clearTimeout(patience));
  }

  #dismiss(): void {
    this.#peer?.terminate();
    this.#peer = null;
  }
}
