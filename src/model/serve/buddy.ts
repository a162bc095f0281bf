/**
 * A binary buddy allocator: sizes are rounded up to a power of two, larger pieces are halved, and two
 * free halves become whole again. A pool that is no power of two is the sum of such pieces. Of equal
 * pieces the one with the lowest address is taken.
 * @source https://en.wikipedia.org/wiki/Buddy_memory_allocation
 */
export class Buddy {
  readonly size: number;
  /** Free pieces by their power, addresses ascending. */
  readonly #free: number[][] = [];
  /** The pool's own pieces, which are no half of anything: address and power. */
  readonly #whole: { readonly address: number; readonly power: number }[] = [];
  #freeSize: number;

  constructor(size: number) {
    this.size = size;
    this.#freeSize = size;
    let address = 0;
    const top = Math.floor(size).toString(2).length - 1;
    for (let power = top; power >= 0; power--) {
      this.#free[power] = [];
      const piece = 2 ** power;
      if (Math.floor(size / piece) % 2 === 0) continue;
      this.#whole.push({ address, power });
      this.#free[power]?.push(address);
      address += piece;
    }
  }

  get freeSize(): number {
    return this.#freeSize;
  }

  /** Slots of the piece that is taken for so many. */
  static pieceFor(slots: number): number {
    return 2 ** powerFor(slots);
  }

  /** The largest piece there could ever be. */
  get largestPiece(): number {
    return 2 ** (this.#whole[0]?.power ?? -1);
  }

  /** The address of a piece for so many slots; `null` where none is free. */
  take(slots: number): number | null {
    const power = powerFor(slots);
    let from = power;
    while (from < this.#free.length && this.#free[from]?.length === 0) from++;
    const address = this.#free[from]?.shift();
    if (address === undefined) return null;
    for (let half = from - 1; half >= power; half--) insert(this.#free[half], address + 2 ** half);
    this.#freeSize -= 2 ** power;
    return address;
  }

  give(address: number, slots: number): void {
    let power = powerFor(slots);
    this.#freeSize += 2 ** power;
    const whole = this.#whole.findLast((piece) => piece.address <= address);
    if (!whole) throw new RangeError(`no piece at ${address}`);
    let at = address;
    while (power < whole.power) {
      const offset = at - whole.address;
      const isUpper = Math.floor(offset / 2 ** power) % 2 === 1;
      const other = isUpper ? at - 2 ** power : at + 2 ** power;
      const free = this.#free[power] ?? [];
      const place = free.indexOf(other);
      if (place === -1) break;
      free.splice(place, 1);
      at = Math.min(at, other);
      power++;
    }
    insert(this.#free[power], at);
  }
}

const powerFor = (slots: number): number => (slots <= 1 ? 0 : (slots - 1).toString(2).length);

function insert(ascending: number[] | undefined, value: number): void {
  if (!ascending) throw new RangeError("no such size");
  const at = ascending.findIndex((other) => other > value);
  if (at === -1) ascending.push(value);
  else ascending.splice(at, 0, value);
}
