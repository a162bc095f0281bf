/**
 * Random 32-bit integers, the same in every engine: Mulberry32.
 * @source https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 */
export function randomWords(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return (word ^ (word >>> 14)) >>> 0;
  };
}
