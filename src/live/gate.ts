/** Closed while nobody looks at the page: browsers then slow timers and GPUs as they like. */
export class Gate {
  #closed = false;
  #wasClosed = false;
  #open: () => void = () => undefined;
  #opened: Promise<void> = Promise.resolve();

  close(closed: boolean): void {
    if (closed === this.#closed) return;
    this.#closed = closed;
    if (!closed) {
      this.#open();
      return;
    }
    this.#wasClosed = true;
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Resolves at once while it is open. */
  opened(): Promise<void> {
    return this.#opened;
  }

  /** Whether it was closed at any time since this was last asked. */
  wasClosed(): boolean {
    const was = this.#wasClosed;
    this.#wasClosed = this.#closed;
    return was;
  }
}
