import { withoutWindow } from "../engines/sglang.ts";
import { type CacheFormat, cacheFormat } from "../formats.ts";
import { kvBytesPerSequence } from "../kv.ts";
import type { LayerGroup } from "../layers.ts";
import { layersOfMha } from "../variants.ts";
import { meanTokens, type PlanRequest } from "./plan-request.ts";
import { availableBytesOf, blockTokens, type Sized } from "./sized.ts";

export const savingNames = ["weights", "heads", "windows", "format", "blocks", "copies"] as const;
/**
 * - `weights` in fewer bits leave more room;
 * - `heads`: K and V for fewer heads than there are query heads, or a latent;
 * - `windows`: layers that keep the newest tokens alone;
 * - `format` of the cache;
 * - `blocks` for the tokens that are there, instead of places for the longest request;
 * - `copies`: what several GPUs keep alike; it takes away.
 */
export type SavingName = (typeof savingNames)[number];

export interface Saving {
  readonly name: SavingName;
  /** Times as many users; `null` where there was no room for one before. */
  readonly factor: number | null;
  /** Requests at once, this saving and those before it included. */
  readonly users: number;
}

/** Users of one copy at once, as one product of factors. */
export interface Savings {
  /** Without any; `null` where weights of 16 bits leave no room for one user, all else saved. */
  readonly base: number | null;
  readonly savings: readonly Saving[];
  readonly users: number;
}

/**
 * From a cache of 16 bits for every query head, with places for the longest request, beside weights of
 * 16 bits, to the arrangement on the same GPUs. A factor of 1 saves nothing here.
 */
export function savingsOf(request: PlanRequest, sized: Sized): Savings {
  const { model, traffic } = request;
  const { tp, gpus, availableBytes } = sized;
  const wide = cacheFormat("bf16");
  const narrow = cacheFormat(sized.kv);
  const full = model.layers.map(withoutWindow);
  const held = Math.ceil(meanTokens(traffic) / blockTokens) * blockTokens;
  const cacheOf = (layers: readonly LayerGroup[], format: CacheFormat, tokens: number) =>
    kvBytesPerSequence(layers, format, tokens);
  const first = cacheOf(layersOfMha(model.shape).map(withoutWindow), wide, traffic.mostTokens);
  const steps: readonly (readonly [SavingName, number])[] = [
    ["heads", cacheOf(full, wide, traffic.mostTokens)],
    ["windows", cacheOf(model.layers, wide, traffic.mostTokens)],
    ["format", cacheOf(model.layers, narrow, traffic.mostTokens)],
    ["blocks", cacheOf(model.layers, narrow, held)],
    ["copies", tp * kvBytesPerSequence(model.layers, narrow, held, tp)],
  ];
  const before = gpus * availableBytesOf(request, { ...sized, weights: "bf16" });
  const room = gpus * availableBytes;
  const last = steps.at(-1)?.[1] ?? first;
  const isRoom = before >= last;
  const savings: Saving[] = [
    { name: "weights", factor: isRoom ? room / before : null, users: room / first },
  ];
  let bytes = first;
  for (const [name, less] of steps) {
    savings.push({ name, factor: bytes / less, users: room / less });
    bytes = less;
  }
  return { base: isRoom ? before / first : null, savings, users: room / bytes };
}
