import { parseCount, parseDecimal } from "./numbers.ts";
import type { CacheBuffer, CacheKind } from "./server-log.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
interface Cache extends Mutable<Omit<CacheBuffer, "parts" | "device">> {
  readonly parts: { device: string; sizeMib: number }[];
  /** A "creating … KV cache" line stands before it. */
  readonly announced: boolean;
  closed: boolean;
}

/** The caches of one context while they are read. */
export interface Caches {
  readonly list: Cache[];
  /** The cache that the next lines describe. */
  open: Cache | null;
  /** ollama's own summary, rounded, by device: used where llama.cpp's lines are missing. */
  readonly rounded: Map<string, { sizeMib: number; roundingMib: number }>;
}

export const noCaches = (): Caches => ({ list: [], open: null, rounded: new Map() });

/** What a line does: nothing, something for this context, or the first line of another. */
export type CacheLine = "none" | "read" | "other" | "draft";

const mib = "(\\d+(?:[.,]\\d+)*) Mi?B";
const created = /creating +(.{0,40}?) *KV cache, +size += +(\d+) cells/;
const configured =
  /\bkv_size = (\d+),.{0,80}?type_k = '(\w+)', type_v = '(\w+)'(?:, n_layer = (\d+))?/;
const device = new RegExp(`(?<!\\S)(\\S{1,80}) +(KV|RS) buffer size += +${mib}`);
const sized = new RegExp(
  `\\b(\\w{0,60}): size += +${mib} \\( *(\\d+) cells?, +(\\d+) layers?(?:, +(\\d+)(?:/(\\d+))? seqs)?`,
);
const selfSized = new RegExp(`(?:\\b(\\w{1,60}):)? +KV self size += +${mib}`, "i");
const summary = /msg="kv cache" device=(\S+) size="(\d+(?:\.\d+)?) ([KMG])iB"/;

/** Reads a line about a cache. "other" and "draft" change nothing: the caller starts a new context. */
export function readCacheLine(caches: Caches, text: string): CacheLine {
  if (!/size|cells/.test(text)) return "none";
  const create = created.exec(text);
  if (create) return readCreated(caches, create);
  const config = configured.exec(text);
  if (config) return readConfigured(caches, config);
  const part = device.exec(text);
  if (part) return readDevice(caches, part);
  const size = sized.exec(text);
  if (size) return readSized(caches, size, text.slice(size.index));
  const self = selfSized.exec(text);
  if (self) return readSelfSized(caches, self, text.slice(self.index));
  const total = summary.exec(text);
  return total ? readSummary(caches, total) : "none";
}

function add(caches: Caches, kind: CacheKind, announced = false): Cache {
  const cache: Cache = {
    kind,
    cells: null,
    layers: null,
    streams: null,
    kMib: null,
    vMib: null,
    typeK: null,
    typeV: null,
    sizeMib: null,
    parts: [],
    announced,
    closed: false,
  };
  caches.list.push(cache);
  if (kind !== "recurrent") caches.open = cache;
  return cache;
}

const kinds: Readonly<Record<string, CacheKind>> = {
  "non-swa": "full",
  swa: "swa",
  indexer: "indexer",
};

function readCreated(caches: Caches, [, name = "", cells]: RegExpExecArray): CacheLine {
  const kind = kinds[name.trim().toLowerCase()] ?? "kv";
  if (caches.list.some((cache) => cache.announced && cache.kind === kind)) return "other";
  add(caches, kind, true).cells = parseCount(cells);
  return "read";
}

function readConfigured(caches: Caches, [, cells, k, v, layers]: RegExpExecArray): CacheLine {
  const open = caches.open && !caches.open.closed ? caches.open : null;
  if (!open && attention(caches).length > 0) return "other";
  const cache = open ?? add(caches, "kv");
  cache.cells = parseCount(cells);
  cache.layers = parseCount(layers);
  cache.typeK = k ?? null;
  cache.typeV = v ?? null;
  return "read";
}

function readDevice(caches: Caches, [, name = "", what, size]: RegExpExecArray): CacheLine {
  const sizeMib = parseDecimal(size);
  if (sizeMib === null) return "none";
  const has = (cache: Cache | undefined | null) =>
    cache?.parts.some((part) => part.device === name);
  let cache: Cache;
  if (what === "RS") {
    const known = caches.list.find((each) => each.kind === "recurrent");
    if (known && (known.closed || has(known))) return "other";
    cache = known ?? add(caches, "recurrent");
  } else {
    const open = caches.open && !caches.open.closed && !has(caches.open) ? caches.open : null;
    cache = open ?? add(caches, "kv");
  }
  if (cache.parts.length < 1024) cache.parts.push({ device: name, sizeMib });
  return "read";
}

function readSized(caches: Caches, match: RegExpExecArray, tail: string): CacheLine {
  const [, name = "", size, cells, layers, sequences, streams] = match;
  const read = {
    sizeMib: parseDecimal(size),
    cells: parseCount(cells),
    layers: parseCount(layers),
    // Before streams were printed there was one.
    streams: parseCount(streams) ?? (sequences ? 1 : null),
    ...rows(tail),
  };
  if (name.includes("recurrent") || / R \(/.test(tail)) {
    const known = caches.list.find((each) => each.kind === "recurrent");
    if (known?.closed) return "other";
    const state = { ...read, streams: null, kMib: null, vMib: null, typeK: null, typeV: null };
    Object.assign(known ?? add(caches, "recurrent"), state, { closed: true });
    return "read";
  }
  const open = caches.open && !caches.open.closed ? caches.open : null;
  if (!open) {
    const known = attention(caches).at(-1);
    if (known && !known.announced) {
      // The window's cache has the same types and another length; a draft has a layer or two.
      if (known.typeK !== read.typeK || known.typeV !== read.typeV) return "other";
      if (known.cells === read.cells)
        return read.layers === 1 && known.layers !== 1 ? "draft" : "other";
    } else if (known) return "other";
  }
  Object.assign(open ?? add(caches, "kv"), read, { closed: true });
  return "read";
}

function readSelfSized(caches: Caches, match: RegExpExecArray, tail: string): CacheLine {
  const [, name = "", size] = match;
  const recurrent = name.includes("recurrent") || / R \(/.test(tail);
  const sizeMib = parseDecimal(size);
  const open = caches.open && !caches.open.closed ? caches.open : null;
  const known = attention(caches).at(-1);
  if (!open && known && !recurrent) return known.sizeMib === sizeMib ? "read" : "other";
  const cache = open ?? add(caches, recurrent ? "recurrent" : "kv");
  const { typeK, typeV, kMib, vMib } = rows(tail);
  cache.sizeMib = sizeMib;
  cache.closed = true;
  if (recurrent) cache.kind = "recurrent";
  else {
    cache.kMib = kMib;
    cache.vMib = vMib;
    cache.typeK = typeK ?? cache.typeK;
    cache.typeV = typeV ?? cache.typeV;
  }
  return "read";
}

/** "K (q8_0): 799.00 MiB, V (f16): …", MLA's "c^KV (f16): …, kv^T: not used", or "K/V f16". */
function rows(tail: string) {
  const of = (name: string) =>
    new RegExp(`(?:^|[\\s,])${name} \\(([\\w]+)\\):? +(\\d+(?:[.,]\\d+)*)(?: Mi?B)?`).exec(tail);
  const k = of("K") ?? of("c\\^KV");
  const v = of("V") ?? of("kv\\^T");
  const both = /\bK\/V \(?(\w+)\)?/.exec(tail)?.[1];
  return {
    typeK: k?.[1] ?? both ?? null,
    typeV: v?.[1] ?? both ?? null,
    kMib: parseDecimal(k?.[2]),
    vMib: parseDecimal(v?.[2]),
  };
}

const unitMib: Readonly<Record<string, number>> = { K: 1 / 1024, M: 1, G: 1024 };

function readSummary(
  caches: Caches,
  [, name = "", size = "", unit = ""]: RegExpExecArray,
): CacheLine {
  const value = parseDecimal(size);
  const factor = unitMib[unit];
  if (value === null || factor === undefined || caches.rounded.size >= 1024) return "none";
  const digits = size.split(".")[1]?.length ?? 0;
  caches.rounded.set(name, { sizeMib: value * factor, roundingMib: (factor * 10 ** -digits) / 2 });
  return "read";
}

const attention = (caches: Caches) => caches.list.filter((cache) => cache.kind !== "recurrent");

/** The caches as read, and their sum. */
export function finishedCaches(caches: Caches) {
  const buffers = named(caches.list).map(finishedBuffer);
  const kv = buffers.filter((buffer) => buffer.kind !== "recurrent");
  const sizes = kv.flatMap(({ sizeMib }) => (sizeMib === null ? [] : [sizeMib]));
  const state = buffers.flatMap(({ kind, sizeMib }) =>
    kind === "recurrent" && sizeMib !== null ? [sizeMib] : [],
  );
  const rounded = sizes.length === 0 ? [...caches.rounded.values()] : [];
  const printed =
    rounded.length > 0 ? rounded : sizes.map((sizeMib) => ({ sizeMib, roundingMib: 0.005 }));
  return {
    buffers,
    printed: {
      totalMib: printed.length === 0 ? null : added(printed.map((each) => each.sizeMib)),
      recurrentMib: state.length === 0 ? null : added(state),
      roundingMib: added(printed.map((each) => each.roundingMib)),
      complete: kv.length === sizes.length,
    },
  };
}

/** Sums of decimals with two digits, without the dust of binary fractions. */
const added = (values: readonly number[]) =>
  Number(values.reduce((sum, value) => sum + value, 0).toFixed(6));

/** Two caches without names: the longer one is full attention's, the other the window's. */
function named(list: readonly Cache[]): readonly Cache[] {
  const unnamed = list.filter((cache) => cache.kind === "kv" && cache.cells !== null);
  const [a, b] = unnamed;
  if (unnamed.length !== 2 || !a?.cells || !b?.cells || a.cells === b.cells) return list;
  const full = a.cells > b.cells ? a : b;
  return list.map((cache) =>
    unnamed.includes(cache) ? { ...cache, kind: cache === full ? "full" : "swa" } : cache,
  );
}

function finishedBuffer({ announced: _, closed: __, ...cache }: Cache): CacheBuffer {
  const parts = cache.parts;
  const [only] = parts;
  return {
    ...cache,
    device: parts.length === 1 && only ? only.device : null,
    sizeMib: cache.sizeMib ?? (parts.length > 0 ? added(parts.map((part) => part.sizeMib)) : null),
  };
}
