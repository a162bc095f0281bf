import { type LlamaCppCache, type LlamaCppPlan, llamaCppCache } from "../engines/llama-cpp.ts";
import { type Check, type CheckedQuantity, checkOf } from "./check.ts";
import type { BufferStart, StartedModel } from "./logged-start.ts";

const bytesPerMib = 2 ** 20;

/** The start as llama.cpp's rules take it. */
export const bufferPlan = (start: BufferStart, model: StartedModel): LlamaCppPlan => ({
  layers: model.layers,
  ...(model.expanded ? { expanded: model.expanded } : {}),
  ...start.settings,
  version: start.readAs,
});

/** Every printed MiB of a start of llama.cpp beside ours, which is exact. */
export function validateBuffers(start: BufferStart, model: StartedModel): readonly Check[] {
  const cache = llamaCppCache(bufferPlan(start, model));
  const bytes: Readonly<Record<keyof BufferStart["printed"], number>> = {
    totalMib: cache.totalBytes,
    fullMib: bytesOf(cache, ["full", "latent"]),
    swaMib: bytesOf(cache, ["swa"]),
    recurrentMib: bytesOf(cache, ["recurrent"]),
    kMib: rowsOf(cache, "k"),
    vMib: rowsOf(cache, "v"),
  };
  return Object.entries(start.printed).map(([quantity, printed]) => {
    const mib = (bytes[quantity as keyof typeof bytes] ?? 0) / bytesPerMib;
    return checkOf(quantity as CheckedQuantity, printed, mib, mib);
  });
}

const bytesOf = ({ buffers }: LlamaCppCache, kinds: readonly string[]): number =>
  buffers.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { bytes }) => sum + bytes, 0);

/** Bytes of K alone or of V alone, over all caches. */
function rowsOf({ buffers, steps }: LlamaCppCache, row: "k" | "v"): number {
  return buffers.reduce((sum, { kind, cells, streams }) => {
    const terms = steps.find(({ name }) => name === `${kind}_cell_bytes`)?.terms ?? {};
    const prefix = `${kind}_${row}_bytes`;
    const cell = Object.entries(terms)
      .filter(([name]) => name.startsWith(prefix))
      .reduce(
        (all, [name, bytes]) => all + bytes * (terms[`layers${name.slice(prefix.length)}`] ?? 0),
        0,
      );
    return sum + cells * streams * cell;
  }, 0);
}
