import type { CacheFormats } from "../model/quant/matrix-format.ts";
import type { Backend, Held } from "../onnx/backend/backend.ts";
import { CachedGraph } from "../onnx/cached-graph.ts";
import { decodingGraph } from "./decoding-graph.ts";
import type { ModelShape } from "./model-shape.ts";
import type { TokenTrace } from "./protocol.ts";
import { positionTables } from "./tables.ts";

/** What some new tokens gave. */
export interface Decoded {
  /** [vocabulary], of what follows the last of them */
  readonly logits: Float32Array;
  /** What each of the new tokens left behind. */
  readonly traces: () => Promise<readonly TokenTrace[]>;
  /** The part of them that is cached, [new tokens][layers]. Both are read before the next step. */
  readonly rows: () => Promise<readonly TokenTrace["cached"][]>;
  /** Tokens whose keys and values were computed for it, in each layer. */
  readonly projected: number;
}

const bucket = 16;

/** Tokens that a graph for so many is built for: the next multiple of 16; what is over is padding. */
export const paddedTokens = (tokens: number, { context }: ModelShape): number =>
  tokens === 1 ? 1 : Math.min(context, Math.ceil(tokens / bucket) * bucket);

/** Predicts token by token. */
export interface Decoder {
  /** Takes new tokens and predicts what follows. @throws RangeError beyond the model's context */
  feed(ids: readonly number[]): Promise<Decoded>;
  /**
   * Goes through a text of so many tokens before any is taken, and forgets it: graphs are built and
   * kernels compiled, so that they need not be while a step is timed.
   */
  rehearse(tokens: number): Promise<void>;
  /** Tokens taken so far. */
  readonly length: number;
  /** Bytes of the cache that they fill, on the backend. */
  readonly filledBytes: number;
  free(): void;
}

const definition = (shape: ModelShape, formats?: CacheFormats) => ({
  key: `decode ${JSON.stringify([shape, formats])}`,
  graph: (use: Parameters<typeof decodingGraph>[1]) => decodingGraph(shape, use, formats),
});

/**
 * Keeps keys and values: each new token meets what is cached.
 * @param formats how they are stored, each token on its own; otherwise as they are
 * @throws RangeError for formats in which tokens wait in more bits
 */
export function cachedDecoder(
  backend: Backend,
  shape: ModelShape,
  parameters: Held,
  formats?: CacheFormats,
): Decoder {
  if (formats && [formats.k, formats.v].some((each) => each.blockTokens || each.newestTokens)) {
    throw new RangeError("a token that waits in more bits would have to be stored again later");
  }
  const room = { dtype: "float32", capacity: shape.context } as const;
  const graph = new CachedGraph(backend, definition(shape, formats), room, { parameters });
  const text: number[] = [];
  return {
    get length() {
      return text.length;
    },
    get filledBytes() {
      return graph.filledBytes;
    },
    async feed(ids) {
      const from = text.length;
      take(text, ids, shape);
      // A prompt is taken in whole, any later tokens one by one.
      const whole = from === 0 && ids.length > 1;
      if (whole) return decode(graph, shape, text, 0);
      let decoded: Decoded | null = null;
      for (let at = from; at < text.length; at++) decoded = await decode(graph, shape, text, at);
      return decoded as Decoded;
    },
    async rehearse(tokens) {
      const trial = new Array<number>(Math.min(tokens + 1, shape.context)).fill(0);
      await decode(graph, shape, trial.slice(0, tokens), 0);
      if (trial.length > tokens) await decode(graph, shape, trial, tokens);
      graph.forget();
    },
    free: () => graph.free(),
  };
}

/** Keeps nothing: the whole text is computed again for each new token. */
export function uncachedDecoder(backend: Backend, shape: ModelShape, parameters: Held): Decoder {
  const text: number[] = [];
  const room = { dtype: "float32", capacity: shape.context } as const;
  const graph = new CachedGraph(backend, definition(shape), room, { parameters });
  const anew = (of: readonly number[]) => {
    graph.forget();
    return decode(graph, shape, of, 0);
  };
  return {
    get length() {
      return text.length;
    },
    filledBytes: 0,
    feed(ids) {
      take(text, ids, shape);
      return anew(text);
    },
    async rehearse(tokens) {
      await anew(new Array<number>(tokens).fill(0));
    },
    free: () => graph.free(),
  };
}

function take(text: number[], ids: readonly number[], { context, vocabulary }: ModelShape): void {
  if (ids.length === 0) throw new RangeError("no tokens");
  const strange = ids.find((id) => !Number.isSafeInteger(id) || id < 0 || id >= vocabulary);
  if (strange !== undefined) throw new RangeError(`${strange} is not one of ${vocabulary} tokens`);
  if (text.length + ids.length > context) {
    throw new RangeError(`${text.length + ids.length} tokens; this model reads ${context}`);
  }
  text.push(...ids);
}

/** Runs the text from a position on, and reads what its last token gave. */
async function decode(
  graph: CachedGraph,
  shape: ModelShape,
  text: readonly number[],
  from: number,
): Promise<Decoded> {
  const { vocabulary } = shape;
  const news = text.length > from + 1 && from === 0 ? text.length : 1;
  const tokens = paddedTokens(news, shape);
  const id = (at: number): number => text[Math.min(Math.max(at, 0), text.length - 1)] as number;
  const places = Array.from({ length: tokens }, (_, i) => from + i);
  const ran = await graph.run(
    tokens,
    () => ({
      tokens: places.map(id),
      previous: places.map((at) => id(at - 1)),
      ...positionTables(shape, tokens, from),
    }),
    news,
  );
  const logits = await ran.read("logits");
  const at = (news - 1) * vocabulary;
  const span = { from, news, tokens };
  return {
    logits: logits.slice(at, at + vocabulary),
    projected: news,
    traces: () => tracesOf(ran, shape, span),
    rows: () => rowsOf(ran, shape, span),
  };
}

interface Span {
  /** Where the first new token stands. */
  readonly from: number;
  readonly news: number;
  /** New tokens with their padding. */
  readonly tokens: number;
}

type Ran = Awaited<ReturnType<CachedGraph["run"]>>;

async function tracesOf(ran: Ran, shape: ModelShape, span: Span): Promise<readonly TokenTrace[]> {
  const { from, news, tokens } = span;
  const { capacity } = ran.graph;
  const width = capacity + tokens;
  const all: Float32Array[] = [];
  for (let layer = 0; layer < shape.layers; layer++) all.push(await ran.read(`weights${layer}`));
  const rows = await rowsOf(ran, shape, span);
  return Array.from({ length: news }, (_, i) => ({
    weights: all.map((weights) =>
      Array.from({ length: shape.nHeads }, (__, head) => {
        const row = weights.subarray((head * tokens + i) * width, (head * tokens + i + 1) * width);
        // What is cached stands first in a row, as much of it as is filled; then the new tokens.
        const own = row.subarray(capacity, capacity + i + 1);
        return Float32Array.from([...row.subarray(0, capacity > 0 ? from : 0), ...own]);
      }),
    ),
    cached: rows[i] as TokenTrace["cached"],
  }));
}

/** What each new token adds to the cache of each layer. */
async function rowsOf(
  { graph, read }: Ran,
  { layers }: ModelShape,
  { news, tokens }: Span,
): Promise<readonly TokenTrace["cached"][]> {
  const all = await Promise.all(
    Array.from({ length: layers }, (_, layer) =>
      Promise.all(
        graph.caches
          .filter(({ output }) => output.startsWith(`${layer}.`))
          .map(async (slot) => ({ ...slot, values: await read(slot.output) })),
      ),
    ),
  );
  return Array.from({ length: news }, (_, i) =>
    all.map((entries) =>
      Float32Array.from(
        entries.flatMap(({ order, heads, dim, values }) =>
          Array.from({ length: heads * dim }, (__, at) => {
            const place =
              order === "columns"
                ? at * tokens + i
                : (Math.floor(at / dim) * tokens + i) * dim + (at % dim);
            return values[place] as number;
          }),
        ),
      ),
    ),
  );
}
