/** Turns messages that arrive into messages that are awaited; an abort ends the waiting. */
export interface Mailbox<T> {
  put(message: T): void;
  take(): Promise<T>;
  unlessAborted<R>(work: Promise<R>): Promise<R>;
}

export function mailbox<T>(signal: AbortSignal): Mailbox<T> {
  const messages: T[] = [];
  let wake: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => undefined); // it is heard where it is raced
  const unlessAborted = <R>(work: Promise<R>) => Promise.race([aborted, work]);
  return {
    unlessAborted,
    put(message) {
      messages.push(message);
      wake();
    },
    async take() {
      while (messages.length === 0) {
        const arrival = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await unlessAborted(arrival);
      }
      signal.throwIfAborted();
      return messages.shift() as T;
    },
  };
}
