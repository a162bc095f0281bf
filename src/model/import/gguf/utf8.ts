const replacement = 0xfffd;

/** Text of UTF-8 bytes; U+FFFD stands for every byte that belongs to no character. */
export function utf8(bytes: Uint8Array): string {
  const points: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at] ?? 0;
    const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const point = first > 0xf4 ? null : decoded(bytes, at, length);
    points.push(point ?? replacement);
    at += point === null ? 1 : length;
  }
  return points.map((point) => String.fromCodePoint(point)).join("");
}

const leadBits: readonly number[] = [0, 0x7f, 0x1f, 0x0f, 0x07];
const smallest: readonly number[] = [0, 0, 0x80, 0x800, 0x10000];

/** The character of `length` bytes at `at`; null where those bytes are none. */
function decoded(bytes: Uint8Array, at: number, length: number): number | null {
  if (length === 0 || at + length > bytes.length) return null;
  let point = (bytes[at] ?? 0) & (leadBits[length] ?? 0);
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i] ?? 0;
    if (next >> 6 !== 0b10) return null;
    point = (point << 6) | (next & 0x3f);
  }
  const surrogate = point >= 0xd800 && point <= 0xdfff;
  return point < (smallest[length] ?? 0) || point > 0x10ffff || surrogate ? null : point;
}
