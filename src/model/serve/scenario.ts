import type { Arrivals } from "./arrivals.ts";
import type { Reservation } from "./contiguous-memory.ts";
import type { Lengths } from "./lengths.ts";
import type { Request } from "./request.ts";
import type { StepCosts } from "./step-time.ts";

/** How the slots of the cache are given out. */
export type MemoryPlan =
  | {
      readonly kind: "contiguous";
      readonly slots: number;
      readonly reservation: Reservation;
      /** Tokens that a request may have, prompt and output. */
      readonly maxTokens: number;
    }
  | {
      readonly kind: "paged";
      readonly slots: number;
      readonly blockTokens: number;
      readonly prefixCaching?: boolean;
      readonly watermark?: number;
      readonly setApart?: number;
      /**
       * When a running request finds no block: the last one in starts again later, waits on the host, or
       * is given up. `recompute` if left out.
       */
      readonly pressure?: "recompute" | "swap" | "reject";
      /** Of `swap`: room on the host, and how fast bytes get there. */
      readonly host?: {
        readonly slots: number;
        readonly bytesPerSecond: number;
      };
    };

/** Which requests a step serves. */
export type Batching =
  | {
      /** Waits for `batch` requests, and serves them until the last one ends. */
      readonly kind: "static";
      readonly batch: number;
    }
  | {
      /** Takes up to `batch` that are there, and serves them until the last one ends. */
      readonly kind: "request";
      readonly batch: number;
    }
  | {
      /**
       * Chooses anew before every step. Prompts are computed whole: together with the tokens of running
       * requests (`mixed`, as Orca), or in steps of their own that go first (as vLLM before V1).
       */
      readonly kind: "iteration";
      readonly batch: number;
      readonly prompts: "mixed" | "first";
      /** Prompt tokens of a step; no limit if left out. */
      readonly budget?: number;
    }
  | {
      /** As iteration, with prompts cut so that a step computes at most `budget` tokens (vLLM V1). */
      readonly kind: "chunked";
      readonly batch: number;
      readonly budget: number;
    };

/** Requests that are drawn at random. */
export interface DrawnWorkload {
  readonly kind: "drawn";
  readonly arrivals: Arrivals;
  readonly prompt: Lengths;
  readonly output: Lengths;
  /** Requests that are longer are drawn again. */
  readonly maxPrompt?: number;
  readonly maxTokens?: number;
  /** Requests begin with one of `groups` texts of `tokens` tokens. */
  readonly prefixes?: { readonly groups: number; readonly tokens: number };
  readonly samples?: number;
}

/** Requests as they were recorded, in the order of their arrival. */
export interface TraceWorkload {
  readonly kind: "trace";
  readonly requests: readonly Request[];
  /** Tokens of the blocks that `Request.prefix` names. */
  readonly prefixBlockTokens?: number;
  /** Arrivals so many times as fast; 1 if left out. */
  readonly speed?: number;
}

export interface ServiceGoal {
  /** Seconds; what is left out is not asked for. */
  readonly ttft?: number;
  readonly tpot?: number;
  readonly latency?: number;
}

export interface Scenario {
  readonly memory: MemoryPlan;
  readonly batching: Batching;
  readonly costs: StepCosts;
  readonly workload: DrawnWorkload | TraceWorkload;
  /** Seconds until nobody arrives any more; needed unless a burst or a trace ends by itself. */
  readonly seconds?: number;
  /** Whether those that are there by then are served to their end. */
  readonly drain?: boolean;
  /** Requests that may wait; those who find more are turned away. */
  readonly mostWaiting?: number;
  readonly goal?: ServiceGoal;
}
