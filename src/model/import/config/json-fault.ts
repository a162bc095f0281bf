/** Where a text stops being JSON, counted from 1, and what stands there. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly found: string;
}

/**
 * The first place where a text is not JSON, nor Python's `NaN` or `Infinity`; `null` when there is
 * none. Engines word their own
 * message differently, and some name no place. One pass with a stack of its own: deep nesting and
 * long texts take linear time.
 */
export function jsonFault(text: string): JsonFault | null {
  const offset = faultOffset(text);
  if (offset === null) return null;
  const before = text.lastIndexOf("\n", offset - 1);
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1))
    line++;
  return { line, column: offset - before, found: text.slice(offset, offset + 20) };
}

const literal =
  /(?:true|false|null|NaN|-?Infinity|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

function faultOffset(text: string): number | null {
  const open: string[] = [];
  let at = 0;
  const skip = () => {
    while (isSpace(text.charCodeAt(at))) at++;
  };
  /** Past a key and its colon. */
  const key = (): boolean => {
    skip();
    if (text[at] !== '"') return false;
    const end = stringEnd(text, at);
    if (end < 0) return false;
    at = end;
    skip();
    if (text[at] !== ":") return false;
    at++;
    return true;
  };
  for (;;) {
    skip();
    const sign = text[at];
    if (sign === "{" || sign === "[") {
      at++;
      skip();
      const close = sign === "{" ? "}" : "]";
      if (text[at] !== close) {
        open.push(close);
        if (sign === "{" && !key()) return at;
        continue;
      }
      at++;
    } else if (sign === '"') {
      const end = stringEnd(text, at);
      if (end < 0) return at;
      at = end;
    } else {
      literal.lastIndex = at;
      if (!literal.test(text)) return at;
      at = literal.lastIndex;
    }
    // A value has ended: close what it ends, up to a comma or the end of the text.
    for (;;) {
      skip();
      const close = open.at(-1);
      if (close === undefined) return at === text.length ? null : at;
      if (text[at] === close) {
        open.pop();
        at++;
        continue;
      }
      if (text[at] !== ",") return at;
      at++;
      if (close === "}" && !key()) return at;
      break;
    }
  }
}

/** Past the string that begins at `start`; −1 when it does not end or holds what it may not. */
export function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) return at + 1;
    if (code < 32) return -1;
    if (code === 92) {
      escaped.lastIndex = at;
      if (!escaped.test(text)) return -1;
      at = escaped.lastIndex - 1;
    }
  }
  return -1;
}

const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Whether brackets are open in each other deeper than `limit`. One pass, without a stack. */
export function isDeeper(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      const end = stringEnd(text, at);
      // What is not JSON is told by the parser.
      if (end < 0) return false;
      at = end - 1;
    } else if (code === 91 || code === 123) {
      if (++depth > limit) return true;
    } else if (code === 93 || code === 125) {
      depth--;
    }
  }
  return false;
}
