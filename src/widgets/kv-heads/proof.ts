import type { GroupedShape } from "../../model/attention/grouped-attention.ts";
import { cacheFormat } from "../../model/formats.ts";
import { kvBytesPerSequence } from "../../model/kv.ts";
import type { ProofEvent, ProofRequest, RunEvent } from "../../onnx/protocol.ts";
import type { RunState } from "../widget.ts";
import { type HeadsValues, oneLayer } from "./compute.ts";
import { nearestDivisor } from "./nearest-divisor.ts";

export const prefill = 12;
export const steps = 4;
export const seed = 1;
/** Rows of bars that a screen has room for. */
const mostHeads = 16;

/**
 * The layer that a run computes: that of the figure, or with more than 16 query heads a smaller one
 * that is shared as much, where it can be. GQA stays GQA: two KV heads at least.
 */
export function runShape({ heads, groups }: Pick<HeadsValues, "heads" | "groups">): GroupedShape {
  const all = Number(heads);
  const nHeads = Math.min(all, mostHeads);
  const asked = nearestDivisor(all, groups);
  const nKv = asked === 1 ? 1 : Math.max(2, (asked * nHeads) / all);
  return { hidden: 64, nHeads, nKv, headDim: 32, qkNorm: false };
}

export const proofRequest = (values: HeadsValues): ProofRequest => ({
  kind: "prove",
  backend: values.backend,
  dtype: "float32",
  subjects: [{ what: "grouped", shape: runShape(values) }],
  prefill,
  steps,
  seed,
});

/** A layer that has run, what came out, and what the formula says it keeps. */
export interface Proven {
  readonly shape: GroupedShape;
  readonly event: ProofEvent;
  readonly formulaBytes: number;
}

/** What the last run has proved; `null` before. */
export function provenBy({ events, values }: RunState<HeadsValues>): Proven | null {
  const event = (events as readonly RunEvent[]).find(({ kind }) => kind === "proof");
  if (values === null || event?.kind !== "proof") return null;
  const shape = runShape(values);
  return { shape, event, formulaBytes: cacheBytes(shape) };
}

/** Bytes of K and V of all tokens of the run, in fp32. */
const cacheBytes = ({ nKv, headDim }: GroupedShape): number =>
  kvBytesPerSequence(oneLayer(nKv, headDim), cacheFormat("fp32"), prefill + steps);

/** Where a token's weights from heads that share one K lie furthest apart. */
export interface WidestSpread {
  readonly kv: number;
  readonly token: number;
  readonly least: number;
  readonly most: number;
}

/** Over all KV heads and tokens, numbered from 1; `null` where no head shares its K. */
export function widestSpread({ shape, event }: Proven): WidestSpread | null {
  const perKv = shape.nHeads / shape.nKv;
  if (perKv === 1) return null;
  let widest: WidestSpread | null = null;
  for (let kv = 0; kv < shape.nKv; kv++) {
    const rows = event.weights.slice(kv * perKv, (kv + 1) * perKv);
    for (let token = 0; token < (rows[0]?.length ?? 0); token++) {
      const weights = rows.map((row) => row[token] ?? 0);
      const [least, most] = [Math.min(...weights), Math.max(...weights)];
      if (widest && most - least <= widest.most - widest.least) continue;
      widest = { kv: kv + 1, token: token + 1, least, most };
    }
  }
  return widest;
}
