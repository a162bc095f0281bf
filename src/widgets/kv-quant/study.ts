import type { HeadErrors } from "../../model/quant/head-errors.ts";
import { attendedBy, headErrors } from "../../model/quant/head-errors.ts";
import type { HeadExample } from "../../model/quant/outlier-example.ts";
import { rotatedRows } from "../../model/quant/rotated-rows.ts";
import { type Axis, axes, codecOf, type Format, formatOf, type QuantValues } from "./format.ts";

/** A head as attention reads it, and what of it is stored. */
export interface StoredHead {
  /** K after RoPE. */
  readonly head: HeadExample;
  readonly part: "k" | "v";
  /** K or V as it is stored, before or after RoPE. */
  readonly cached: Float32Array;
  readonly isBeforeRope: boolean;
}

/** What one choice of axis costs. */
export interface Way {
  readonly axis: Axis;
  readonly errors: HeadErrors;
}

export interface Study {
  readonly tokens: number;
  readonly channels: number;
  readonly queries: number;
  /** Along tokens' rows and along channels; the two are one where no scale is shared. */
  readonly ways: Readonly<Record<Axis, Way>>;
  /** The loudest channel's size (root mean square) over the middle one's. */
  readonly loudest: number;
  /** As stored with the chosen axis. */
  readonly drawn: () => Drawn;
}

/** All numbers, [tokens, channels], and how they were stored. */
export interface Drawn {
  readonly was: Float32Array;
  readonly is: Float32Array;
  /** Of all groups, in the order of the codec. */
  readonly scales: Float32Array;
  readonly loud: readonly number[];
}

export function studyOf(stored: StoredHead, values: QuantValues): Study {
  const { head, cached } = stored;
  const { channels } = head;
  const tokens = cached.length / channels;
  const exact = attendedBy(head, head.k, head.v);
  const through = (axis: Axis) => {
    const codec = codecOf(formatOf(values, axis), axis);
    const bytes = codec.encode(cached, channels);
    return { codec, bytes, is: codec.decode(bytes, tokens, channels) };
  };
  const both = new Map(axes.map((axis) => [axis, through(axis)] as const));
  const wayOf = (axis: Axis): Way => {
    const { is } = both.get(axis) as ReturnType<typeof through>;
    return { axis, errors: errorsOf(stored, is, exact) };
  };
  const token = wayOf("token");
  const channel =
    formatOf(values).group === null ? { ...token, axis: "channel" as const } : wayOf("channel");
  return {
    ...{ tokens, channels, queries: head.q.length / channels, ways: { token, channel } },
    loudest: loudestChannel(cached, channels),
    drawn() {
      const { codec, bytes, is } = both.get(values.axis) as ReturnType<typeof through>;
      const scales = codec.scales(bytes, tokens, channels);
      return { was: cached, is, scales, loud: stored.part === "k" ? head.loud : [] };
    },
  };
}

function errorsOf(
  { head, part, isBeforeRope }: StoredHead,
  is: Float32Array,
  exact: ReturnType<typeof attendedBy>,
): HeadErrors {
  if (part === "v") return headErrors(head, head.k, is, exact);
  const read = isBeforeRope ? rotatedRows(is, head.channels) : is;
  return headErrors(head, read, head.v, exact);
}

function loudestChannel(values: Float32Array, channels: number): number {
  const squares = new Float64Array(channels);
  for (let from = 0; from < values.length; from += channels) {
    for (let c = 0; c < channels; c++) {
      const value = values[from + c] as number;
      squares[c] = (squares[c] as number) + value * value;
    }
  }
  const sizes = squares.map(Math.sqrt).sort();
  const middle = sizes[channels >> 1] as number;
  return middle === 0 ? 1 : (sizes.at(-1) as number) / middle;
}

/** What storing so many numbers takes, with an axis and in bf16. */
export interface Taken {
  readonly bytes: number;
  readonly bf16Bytes: number;
  /** Bits of a number, scales and all. */
  readonly bits: number;
}

export function takenBy(format: Format, axis: Axis, tokens: number, channels: number): Taken {
  const bytes = codecOf(format, axis).bytes(tokens, channels);
  const count = tokens * channels;
  return { bytes, bf16Bytes: 2 * count, bits: count === 0 ? 0 : (8 * bytes) / count };
}
