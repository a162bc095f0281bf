import type { Capability, Reason } from "../onnx/protocol.ts";
import { RunError, toRunError } from "../onnx/run-error.ts";
import { mailbox } from "./mailbox.ts";
import type { FromWorker, LiveEvent, LiveRequest, ToWorker } from "./messages.ts";

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
  #hidden = false;
  #refetch = false;
  #nextId = 0;
  /** Resolves when the last run in the queue has left the worker. */
  #queue: Promise<void> = Promise.resolve();

  constructor(start: () => Peer) {
    this.#start = start;
  }

  async *run(
    request: LiveRequest,
    capability: Capability,
    signal: AbortSignal,
  ): AsyncGenerator<LiveEvent, void, undefined> {
    const id = this.#nextId++;
    const inbox = mailbox<FromWorker>(signal);
    const before = this.#queue;
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    this.#queue = left;
    let started = false;
    try {
      await inbox.unlessAborted(before);
      started = true;
      const ask = { kind: "run", id, request, capability } as const;
      const having = { binary: this.#binary, refetch: this.#refetch };
      this.#send({ ...ask, ...having }, inbox.put, leave);
      for (;;) {
        const message = await inbox.take();
        if (message.kind === "end") return;
        if (message.kind === "error") throw new RunError(message.reason, message.message);
        if (message.kind === "binary") continue;
        yield message.event;
      }
    } finally {
      // A consumer that leaves early does not wait for the worker; the next run does.
      if (started) this.#stop(id, left, leave);
      else void before.then(leave);
    }
  }

  /** Tells the worker whether anybody looks: while nobody does, it measures nothing. */
  setHidden(hidden: boolean): void {
    this.#hidden = hidden;
    this.#peer?.postMessage({ kind: "hidden", hidden });
  }

  /** Starts a run. `leave` is called when the worker has nothing more to do for it. */
  #send(run: ToWorker & { kind: "run" }, put: (message: FromWorker) => void, leave: () => void) {
    const hear = (message: FromWorker) => {
      if (peer !== this.#peer) return; // the last words of one that was dismissed
      if (message.kind === "binary") this.#binary = message.binary;
      if (message.kind === "error") this.#dismiss();
      if (message.kind === "error" || message.kind === "end") {
        this.#refetch = message.kind === "error" && message.reason === "damaged";
      }
      if (message.kind === "end" || message.kind === "error") leave();
      put(message);
    };
    const fail = (reason: Reason, message: string) =>
      hear({ kind: "error", id: run.id, reason, message });
    let spoke = false;
    let peer = this.#peer;
    try {
      peer ??= this.#start();
    } catch (error) {
      fail("failed", toRunError(error).message); // a content security policy may forbid it
      return;
    }
    this.#peer = peer;
    // They stay until the next run: a worker may fail while nothing runs.
    peer.onmessage = ({ data }) => {
      spoke = true;
      hear(data);
    };
    // One that never said a word did not load.
    peer.onerror = ({ message }) =>
      fail(spoke ? "failed" : "download", message || "the worker did not start");
    if (this.#hidden) peer.postMessage({ kind: "hidden", hidden: true });
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
