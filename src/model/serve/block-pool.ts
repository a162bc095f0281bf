const none = -1;

/**
 * Blocks with reference counts and a queue of free ones, oldest first. A block that is freed keeps its
 * name until it is taken for something else, so that a later request with the same prefix finds it.
 * @source https://docs.vllm.ai/en/latest/design/prefix_caching/
 */
export class BlockPool {
  readonly count: number;
  readonly #references: Int32Array;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #names: Float64Array;
  readonly #named = new Map<number, number[]>();
  #first = none;
  #last = none;
  #free: number;
  #freeNamed = 0;

  constructor(count: number) {
    this.count = count;
    this.#free = count;
    this.#references = new Int32Array(count);
    this.#names = new Float64Array(count).fill(Number.NaN);
    this.#next = Int32Array.from({ length: count }, (_, i) => (i + 1 < count ? i + 1 : none));
    this.#previous = Int32Array.from({ length: count }, (_, i) => i - 1);
    if (count > 0) [this.#first, this.#last] = [0, count - 1];
  }

  /** Free blocks, those with a name among them. */
  get free(): number {
    return this.#free;
  }

  /** Free blocks that still have a name. */
  get freeNamed(): number {
    return this.#freeNamed;
  }

  referencesOf(block: number): number {
    return this.#references[block] as number;
  }

  isNamed(block: number): boolean {
    return !Number.isNaN(this.#names[block] as number);
  }

  /** The free blocks in the order in which they will be taken. */
  freeQueue(): readonly number[] {
    const queue: number[] = [];
    for (let at = this.#first; at !== none; at = this.#next[at] as number) queue.push(at);
    return queue;
  }

  /** The block of that name, free or not. */
  find(name: number): number | null {
    return this.#named.get(name)?.[0] ?? null;
  }

  /** The oldest free block, for new content. @throws RangeError when there is none */
  take(): number {
    const block = this.#first;
    if (block === none) throw new RangeError("no free block");
    this.#unlink(block);
    this.#forget(block);
    this.#references[block] = 1;
    return block;
  }

  /** One more reader of a block, which leaves the queue if it was free. */
  share(block: number): void {
    if (this.#references[block] === 0) {
      this.#unlink(block);
      if (this.isNamed(block)) this.#freeNamed--;
    }
    (this.#references[block] as number)++;
  }

  /** One reader less; the last one leaves it at the end of the queue. */
  release(block: number): void {
    const left = (this.#references[block] as number) - 1;
    if (left < 0) throw new RangeError(`block ${block} is free already`);
    this.#references[block] = left;
    if (left > 0) return;
    if (this.isNamed(block)) this.#freeNamed++;
    this.#next[block] = none;
    this.#previous[block] = this.#last;
    if (this.#last === none) this.#first = block;
    else this.#next[this.#last] = block;
    this.#last = block;
    this.#free++;
  }

  /** Names a block's content. Two blocks may have the same: tables that refer to them stay as they are. */
  name(block: number, name: number): void {
    this.#names[block] = name;
    const same = this.#named.get(name);
    if (same) same.push(block);
    else this.#named.set(name, [block]);
  }

  #forget(block: number): void {
    if (!this.isNamed(block)) return;
    this.#freeNamed--;
    const name = this.#names[block] as number;
    const same = this.#named.get(name) ?? [];
    if (same.length <= 1) this.#named.delete(name);
    else same.splice(same.indexOf(block), 1);
    this.#names[block] = Number.NaN;
  }

  #unlink(block: number): void {
    const [before, after] = [this.#previous[block] as number, this.#next[block] as number];
    if (before === none) this.#first = after;
    else this.#next[before] = after;
    if (after === none) this.#last = before;
    else this.#previous[after] = before;
    this.#free--;
  }
}
