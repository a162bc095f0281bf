/**
 * A 32-bit sum over integers in their order: FNV-1a over their four bytes, and their upper half where
 * they have one.
 * @source https://datatracker.ietf.org/doc/html/draft-eastlake-fnv
 */
export class Checksum {
  #hash = 0x811c9dc5;

  add(integer: number): void {
    this.#word(integer | 0);
    if (integer > 0xffffffff) this.#word(Math.floor(integer / 2 ** 32) | 0);
  }

  #word(word: number): void {
    for (let shift = 0; shift < 32; shift += 8) {
      this.#hash = Math.imul(this.#hash ^ ((word >>> shift) & 255), 0x01000193);
    }
  }

  /** Eight hexadecimal digits. */
  get text(): string {
    return (this.#hash >>> 0).toString(16).padStart(8, "0");
  }
}
