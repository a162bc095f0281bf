import { example, modelById } from "../data/index.ts";
import { concurrentRequests } from "../model/concurrency.ts";
import {
  cacheFormat,
  effectiveBits,
  elementFormats,
  type FormatName,
  rowBytes,
} from "../model/formats.ts";
import { kvBytesPerSequence } from "../model/kv.ts";
import { headErrors, relativeError } from "../model/quant/head-errors.ts";
import { integerRows } from "../model/quant/integer-rows.ts";
import { type MatrixCodec, perChannel, perToken } from "../model/quant/matrix-codec.ts";
import { outlierExample } from "../model/quant/outlier-example.ts";
import { rotatedRows } from "../model/quant/rotated-rows.ts";
import { perGpuBudget } from "./per-gpu-budget.ts";

/** Formats that a page lists, widest first. */
export const shownFormats = [
  "bf16",
  "q8_0",
  "fp8_per_token_head",
  "fp8",
  "int4",
  "q4_0",
  "nvfp4",
  "mxfp4",
  "int2",
] as const satisfies readonly FormatName[];

/** What the running example takes in one format. */
export interface FormatRow {
  readonly format: (typeof shownFormats)[number];
  /** Bytes of one head's K of one token, and how many of them are scales. */
  readonly rowBytes: number;
  readonly scaleBytes: number;
  readonly bits: number;
  /** Bytes of so many requests of the example's length. */
  readonly requestsBytes: number;
  /** Requests that fit on the example's GPUs. */
  readonly fit: number;
}

/** Requests that a page multiplies one by. */
export const shownRequests = 32;

const headDim = 128;

/** Requests of the running example that fit, its heads dealt out to its GPUs. */
export function requestsIn(format: FormatName): number {
  const { layers } = modelById(example.model);
  const bytes = kvBytesPerSequence(layers, cacheFormat(format), example.context, example.count);
  return concurrentRequests(perGpuBudget(), bytes);
}

export const formatRows = (): readonly FormatRow[] =>
  shownFormats.map((format) => {
    const of = elementFormats[format];
    const bytes = rowBytes(of, headDim);
    const { layers } = modelById(example.model);
    return {
      ...{ format, rowBytes: bytes, scaleBytes: bytes - (headDim * of.bits) / 8 },
      bits: effectiveBits(of, headDim),
      requestsBytes:
        shownRequests * kvBytesPerSequence(layers, cacheFormat(format), example.context),
      fit: requestsIn(format),
    };
  });

/** Tokens at which a page tells KIVI's size. */
export const windowTokens = [512, 1024, 4096, 8192, 32_768, 131_072] as const;

/** Bits of one value of a cache of so many tokens, those still in 16 bits counted. */
export function bitsOverTokens(format: FormatName, tokens: number): number {
  const layers = [{ count: 1, layer: { kind: "heads", nKv: 1, headDim } }] as const;
  return (8 * kvBytesPerSequence(layers, cacheFormat(format), tokens)) / (2 * headDim * tokens);
}

export type Axis = "token" | "channel";

/** Integers of so many bits in groups of 32, along a token's channels or a channel's tokens. */
export function groupsAlong(axis: Axis, bits: number): MatrixCodec {
  const rows = integerRows({ bits, group: 32, symmetric: false });
  return axis === "token" ? perToken(rows) : perChannel(rows, 32);
}

/** What storing the keys of the made-up head does to it. */
export interface LoudRow {
  readonly bits: number;
  readonly axis: Axis;
  /** Errors of all channels, and of those that are not loud, as shares of their size. */
  readonly all: number;
  readonly quiet: number;
  /** Share of a query's attention that goes to other tokens than before. */
  readonly moved: number;
}

const tokens = 1024;
const head = outlierExample(tokens);

/** Keys of the made-up head as they come back. */
const stored = (codec: MatrixCodec, keys: Float32Array) =>
  codec.decode(codec.encode(keys, head.channels), tokens, head.channels);

let loud: readonly LoudRow[] | undefined;

export function loudRows(): readonly LoudRow[] {
  loud ??= [8, 4, 2].flatMap((bits) =>
    (["token", "channel"] as const).map((axis) => {
      const errors = headErrors(head, stored(groupsAlong(axis, bits), head.k), head.v);
      return { bits, axis, all: errors.k, quiet: errors.kQuiet, moved: errors.moved };
    }),
  );
  return loud;
}

/** Error of all channels when keys are stored before RoPE, and when they are stored after it. */
export interface RopeRow {
  readonly bits: number;
  readonly axis: Axis;
  readonly before: number;
  readonly after: number;
}

let turned: readonly RopeRow[] | undefined;

export function ropeRows(): readonly RopeRow[] {
  turned ??= [4, 2].flatMap((bits) =>
    (["token", "channel"] as const).map((axis) => {
      const codec = groupsAlong(axis, bits);
      const rotated = rotatedRows(head.k, head.channels);
      return {
        ...{ bits, axis },
        before: relativeError(head.k, stored(codec, head.k)),
        after: relativeError(rotated, stored(codec, rotated)),
      };
    }),
  );
  return turned;
}

/** Of how many channels the made-up head is, and how many of them are loud. */
export const loudExample = { channels: head.channels, loud: head.loud.length, tokens } as const;
