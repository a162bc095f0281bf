/** Keeps the sessions that were used last; those that fall out are released. */
export class SessionCache<S extends { release(): Promise<void> }> {
  readonly #most: number;
  readonly #sessions = new Map<string, Promise<S>>();

  constructor(most = 24) {
    this.#most = most;
  }

  get size(): number {
    return this.#sessions.size;
  }

  get(key: string, create: () => Promise<S>): Promise<S> {
    const known = this.#sessions.get(key);
    const session = known ?? create();
    this.#sessions.delete(key);
    this.#sessions.set(key, session);
    // One that could not be created is not remembered.
    session.catch(() => this.#sessions.get(key) === session && this.#sessions.delete(key));
    for (const [oldest] of this.#sessions) {
      if (this.#sessions.size <= this.#most) break;
      this.#drop(oldest);
    }
    return session;
  }

  #drop(key: string): void {
    const session = this.#sessions.get(key);
    this.#sessions.delete(key);
    void session?.then((each) => each.release()).catch(() => undefined);
  }
}
