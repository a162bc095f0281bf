import { floatRows } from "./float-rows.ts";
import { float16 } from "./minifloat.ts";
import type { RowCodec } from "./row-codec.ts";

/**
 * How the K or V of one head becomes bytes: [tokens, channels] float32 numbers, token by token. What is
 * stored of a token depends on no later token but through `tokens` itself, which says what is old.
 */
export interface MatrixCodec {
  /** Bytes of `tokens` tokens of `channels` numbers. */
  bytes(tokens: number, channels: number): number;
  /**
   * @param values [tokens, channels]
   * @throws RangeError for a number or a shape that the format cannot hold
   */
  encode(values: Float32Array, channels: number): Uint8Array<ArrayBuffer>;
  /** @returns [tokens, channels] */
  decode(bytes: Uint8Array, tokens: number, channels: number): Float32Array<ArrayBuffer>;
  /**
   * Scales of all groups as they are stored, row by row: token after token, or of the first tokens'
   * groups channel after channel. Empty where numbers share none.
   */
  scales(bytes: Uint8Array, tokens: number, channels: number): Float32Array<ArrayBuffer>;
}

/** Each token's row by itself. */
export function perToken(rows: RowCodec): MatrixCodec {
  const bytes = (tokens: number, channels: number) =>
    tokens === 0 ? 0 : tokens * rows.rowBytes(channels);
  return {
    bytes,
    encode(values, channels) {
      const tokens = values.length / channels;
      const into = new Uint8Array(bytes(tokens, channels));
      const width = into.length / tokens;
      for (let t = 0; t < tokens; t++) {
        rows.encode(
          values.subarray(t * channels, (t + 1) * channels),
          into.subarray(t * width, (t + 1) * width),
        );
      }
      return into;
    },
    decode(from, tokens, channels) {
      const into = new Float32Array(tokens * channels);
      const width = from.length / tokens;
      for (let t = 0; t < tokens; t++) {
        rows.decode(
          from.subarray(t * width, (t + 1) * width),
          into.subarray(t * channels, (t + 1) * channels),
        );
      }
      return into;
    },
    scales(from, tokens, channels) {
      const width = from.length / tokens;
      const row = (t: number) => from.subarray(t * width, (t + 1) * width);
      return joined(Array.from({ length: tokens }, (_, t) => rows.scales?.(row(t), channels)));
    },
  };
}

function joined(parts: readonly (Float32Array | undefined)[]): Float32Array<ArrayBuffer> {
  return Float32Array.from(parts.flatMap((part) => [...(part ?? [])]));
}

/**
 * Each channel by itself, `group` tokens at a time: channel by channel within a group, and group after
 * group, so that a group can be written once its last token is there. The last may have fewer tokens.
 */
export function perChannel(rows: RowCodec, group: number): MatrixCodec {
  const sizes = (tokens: number) =>
    Array.from({ length: Math.ceil(tokens / group) }, (_, i) =>
      Math.min(group, tokens - i * group),
    );
  const bytes = (tokens: number, channels: number) =>
    sizes(tokens).reduce((sum, size) => sum + channels * rows.rowBytes(size), 0);
  return {
    bytes,
    encode(values, channels) {
      const tokens = values.length / channels;
      const into = new Uint8Array(bytes(tokens, channels));
      let [at, from] = [0, 0];
      for (const size of sizes(tokens)) {
        const width = rows.rowBytes(size);
        const column = new Float32Array(size);
        for (let c = 0; c < channels; c++) {
          for (let t = 0; t < size; t++) column[t] = values[(from + t) * channels + c] as number;
          rows.encode(column, into.subarray(at, at + width));
          at += width;
        }
        from += size;
      }
      return into;
    },
    decode(bytes, tokens, channels) {
      const into = new Float32Array(tokens * channels);
      let [at, from] = [0, 0];
      for (const size of sizes(tokens)) {
        const width = rows.rowBytes(size);
        const column = new Float32Array(size);
        for (let c = 0; c < channels; c++) {
          rows.decode(bytes.subarray(at, at + width), column);
          for (let t = 0; t < size; t++) into[(from + t) * channels + c] = column[t] as number;
          at += width;
        }
        from += size;
      }
      return into;
    },
    scales(bytes, tokens, channels) {
      let at = 0;
      const columns = sizes(tokens).flatMap((size) =>
        Array.from({ length: channels }, () => {
          const from = at;
          at += rows.rowBytes(size);
          return rows.scales?.(bytes.subarray(from, at), size);
        }),
      );
      return joined(columns);
    },
  };
}

/**
 * The newest tokens in float16, after the others: how many of so many tokens, `newest` says.
 * @source https://arxiv.org/abs/2402.02750
 */
export function withNewest(codec: MatrixCodec, newest: (tokens: number) => number): MatrixCodec {
  const recent = perToken(floatRows(float16));
  const split = (tokens: number) => ({ old: tokens - newest(tokens), young: newest(tokens) });
  return {
    bytes(tokens, channels) {
      const { old, young } = split(tokens);
      return codec.bytes(old, channels) + recent.bytes(young, channels);
    },
    encode(values, channels) {
      const { old } = split(values.length / channels);
      const quantized = codec.encode(values.subarray(0, old * channels), channels);
      const rest = recent.encode(values.subarray(old * channels), channels);
      const into = new Uint8Array(quantized.length + rest.length);
      into.set(quantized);
      into.set(rest, quantized.length);
      return into;
    },
    decode(bytes, tokens, channels) {
      const { old, young } = split(tokens);
      const at = codec.bytes(old, channels);
      const into = new Float32Array(tokens * channels);
      into.set(codec.decode(bytes.subarray(0, at), old, channels));
      into.set(recent.decode(bytes.subarray(at), young, channels), old * channels);
      return into;
    },
    scales(bytes, tokens, channels) {
      const { old } = split(tokens);
      return codec.scales(bytes.subarray(0, codec.bytes(old, channels)), old, channels);
    },
  };
}
