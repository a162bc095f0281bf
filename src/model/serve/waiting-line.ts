import type { Sequence } from "./request.ts";

/** First come, first served; those that were preempted stand before all others, the last one first. */
export class WaitingLine {
  #returned: Sequence[] = [];
  #line: Sequence[] = [];
  #head = 0;

  get length(): number {
    return this.#returned.length + this.#line.length - this.#head;
  }

  get first(): Sequence | undefined {
    return this.#returned.at(-1) ?? this.#line[this.#head];
  }

  add(sequence: Sequence): void {
    this.#line.push(sequence);
  }

  /** Back to the front. */
  return(sequence: Sequence): void {
    this.#returned.push(sequence);
  }

  shift(): Sequence | undefined {
    const returned = this.#returned.pop();
    if (returned) return returned;
    const next = this.#line[this.#head];
    if (!next) return undefined;
    this.#head++;
    if (this.#head > 1024 && this.#head * 2 > this.#line.length) {
      this.#line = this.#line.slice(this.#head);
      this.#head = 0;
    }
    return next;
  }
}
