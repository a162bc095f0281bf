/** Few enough to keep, more than a slider has places. */
const most = 96;

/** A function that keeps what it has computed; what it is computed from makes the key. */
export function memo<Arguments extends readonly unknown[], Result>(
  compute: (...from: Arguments) => Result,
): (...from: Arguments) => Result {
  const known = new Map<string, Result>();
  return (...from) => {
    const key = JSON.stringify(from);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    const made = compute(...from);
    known.set(key, made);
    return made;
  };
}
