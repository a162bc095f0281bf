import { GgufError } from "./gguf-error.ts";

/** Gives `length` bytes of a file from `offset`. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>;

/**
 * A place in a file that is read forwards. Take bytes only after `need` has said they are there;
 * `has` answers without waiting, so that a loop over small values waits once a chunk.
 */
export interface GgufCursor {
  /** Bytes of the file from here on. */
  readonly left: number;
  has(bytes: number): boolean;
  /** @throws GgufError "truncated" where the file ends first, "header-too-big" past the limit. */
  need(bytes: number, field: string): Promise<void>;
  /** @throws GgufError "truncated" where the file ends first. */
  skip(bytes: number, field: string): void;
  u8(): number;
  u32(): number;
  u64(): bigint;
  /** The next bytes, without moving on. */
  readonly view: DataView;
  readonly at: number;
  move(bytes: number): void;
}

/** First and largest number of bytes asked for at once. */
const firstChunk = 2 ** 16;
const largestChunk = 2 ** 22;
/** Bytes read at most: the largest vocabularies take some tens of MB. */
export const maxHeaderBytes = 2 ** 28;

export function ggufCursor(read: ReadBytes, size: number): GgufCursor {
  let view: DataView = new DataView(new ArrayBuffer(0));
  /** Offset in the file of the view's first byte, and of this place in the view. */
  let start = 0;
  let at = 0;
  let bytesRead = 0;
  let chunk = firstChunk;

  async function need(bytes: number, field: string): Promise<void> {
    if (at + bytes <= view.byteLength) return;
    const from = start + at;
    if (bytes > size - from) throw new GgufError("truncated", field, size);
    // Where much was skipped, more may follow: large chunks only pay for what is read in one go.
    chunk = at > view.byteLength ? firstChunk : Math.min(largestChunk, chunk * 2);
    const wanted = Math.min(size - from, Math.max(bytes, chunk));
    bytesRead += wanted;
    if (bytesRead > maxHeaderBytes) throw new GgufError("header-too-big", field, maxHeaderBytes);
    const found = await read(from, wanted);
    if (found.byteLength < bytes) throw new GgufError("truncated", field, size);
    view = new DataView(found.buffer, found.byteOffset, found.byteLength);
    start = from;
    at = 0;
  }

  return {
    get left() {
      return size - start - at;
    },
    get view() {
      return view;
    },
    get at() {
      return at;
    },
    has: (bytes) => at + bytes <= view.byteLength,
    need,
    skip: (bytes, field) => {
      if (bytes > size - start - at) throw new GgufError("truncated", field, size);
      at += bytes;
    },
    u8: () => view.getUint8(at++),
    u32: () => {
      at += 4;
      return view.getUint32(at - 4, true);
    },
    u64: () => {
      at += 8;
      return view.getBigUint64(at - 8, true);
    },
    move: (bytes) => {
      at += bytes;
    },
  };
}
