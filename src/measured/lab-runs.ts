import type { TaskName, Variant } from "../lab/family.ts";
import type { RunFormatName } from "../lab/run-formats.ts";
import type { Pooling } from "../lab/upcycle/pool-heads.ts";

/** Steps done, and loss (nats) and share of right answers on held-out texts. */
type Place = readonly [step: number, loss: number, accuracy: number];

/** What a run of the family of small models came to. */
export interface FamilyRun {
  readonly task: TaskName;
  readonly variant: Variant;
  readonly seed: number;
  /** Numbers that one layer caches for one token. */
  readonly cachedValues: number;
  readonly parameters: number;
  readonly tokensSeen: number;
  /** At the end, on all held-out texts, of which so many answers count. */
  readonly loss: number;
  readonly accuracy: number;
  readonly answers: number;
  /** On a part of them. */
  readonly curve: readonly Place[];
  readonly cpuSeconds: number;
  readonly commit: string;
  readonly runtime: string;
}

/** What an MHA model came to whose heads were pooled and which was trained on. */
export interface UpcyclingRun {
  readonly task: TaskName;
  readonly nKv: number;
  readonly pooling: Pooling;
  readonly seed: number;
  /** What it was trained on with: its source's texts, or others. */
  readonly diet: "same" | "other";
  /** Mean cosine of the weights of pooled heads with the first of their group. */
  readonly cosines: { readonly wk: number; readonly wv: number };
  readonly loss: number;
  readonly accuracy: number;
  readonly answers: number;
  readonly curve: readonly Place[];
  readonly commit: string;
}

/** How a shipped model does with its cache in a format, on texts that the site brings along. */
export interface FormatScore {
  readonly task: TaskName;
  readonly variant: Variant;
  /** `null`: in float32, as it is computed. */
  readonly format: RunFormatName | null;
  /** Of all layers, scales included, while a text grows; `null` where nothing is stored in a format. */
  readonly bytesPerToken: number | null;
  readonly loss: number;
  readonly accuracy: number;
  /** Mean KL(exact ‖ stored) of the next token, in nats. */
  readonly divergence: number;
  readonly answers: number;
}

/**
 * How alike the KV heads of a shipped MHA model are: cosines of the weights of pairs (i, j), j < i, in
 * the order of the rows of a triangle, (1, 0), (2, 0), (2, 1), (3, 0) …
 */
export interface HeadCosines {
  readonly task: TaskName;
  /** From 0. */
  readonly layer: number;
  /** As trained, every pair; aligned for so many groups, the pairs inside groups. */
  readonly state: "trained" | 4 | 2 | 1;
  readonly wk: readonly number[];
  readonly wv: readonly number[];
}
