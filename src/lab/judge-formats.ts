import type { CacheFormats } from "../model/quant/matrix-format.ts";
import type { Backend, Held } from "../onnx/backend/backend.ts";
import { evaluationGraph } from "./evaluation-graph.ts";
import type { Quality } from "./evaluator.ts";
import { holdFeeds } from "./hold-feeds.ts";
import type { ModelShape } from "./model-shape.ts";
import { QualityTally } from "./quality-tally.ts";
import type { Batch } from "./tasks/task.ts";

/** How well a model does with its cache stored in a format. */
export interface StoredQuality extends Quality {
  /** Mean KL(exact ‖ stored) of the next token's distribution over all that count, in nats. */
  readonly divergence: number;
}

interface Judging {
  readonly shape: ModelShape;
  readonly parameters: Held;
  readonly batches: readonly Batch[];
  /** Texts and tokens of each batch. */
  readonly texts: number;
  readonly tokens: number;
}

/**
 * Judges a model on the same texts with its cache as it is (`null`), and then in each of the formats.
 * @param breathe between two batches
 */
export async function* judgeFormats<F extends CacheFormats>(
  backend: Backend,
  judging: Judging,
  formats: readonly F[],
  breathe: () => Promise<void> = async () => undefined,
): AsyncGenerator<{ readonly format: F | null; readonly quality: StoredQuality }> {
  const { shape, parameters, batches, texts, tokens } = judging;
  const size = { texts, tokens };
  const dims = [texts, tokens];
  const held: Held[] = [];
  const room = async (of: readonly number[]) => {
    const made = await backend.room("float32", of);
    held.push(made);
    return made;
  };
  try {
    const exact: Held[] = [];
    for (const _ of batches) exact.push(await room([...dims, shape.vocabulary]));
    const outputs = { entropy: await room(dims), lead: await room(dims) };
    const divergence = await room(dims);
    for (const format of [null, ...formats]) {
      const graph = evaluationGraph(shape, size, format ?? undefined);
      const key = `stored ${JSON.stringify([shape, size, format])}`;
      const session = await backend.session(key, graph.model);
      const feeds = await holdFeeds(backend, shape, graph, ["parameters", "exact"]);
      try {
        const tally = new QualityTally();
        for (const [i, batch] of batches.entries()) {
          await breathe();
          for (const name of ["tokens", "previous", "targets"] as const) {
            backend.write(feeds[name] as Held, batch[name]);
          }
          const logs = exact[i] as Held;
          const inputs = { ...feeds, parameters };
          if (format) await session.run({ ...inputs, exact: logs }, { ...outputs, divergence });
          else await session.run(inputs, { ...outputs, logs });
          const entropy = await backend.read(outputs.entropy);
          const lead = await backend.read(outputs.lead);
          const apart = format ? await backend.read(divergence) : null;
          tally.add(batch, entropy, lead, apart);
        }
        const quality = { ...tally.quality, divergence: tally.divergence };
        yield { format, quality };
      } finally {
        backend.free(...Object.values(feeds));
      }
    }
  } finally {
    backend.free(...held);
  }
}
