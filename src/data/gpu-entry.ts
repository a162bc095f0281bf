import type { Bilingual } from "./model-entry.ts";

/** One accelerator, with the figures its vendor publishes. */
export interface GpuEntry {
  /** Kebab case and stable: links carry it. */
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  /** The vendor's figure read as decimal: "80 GB" is 80e9. What a driver reports differs a little. */
  readonly memoryBytes: number;
  /** Peak memory bandwidth. */
  readonly bandwidthBytesPerSecond: number;
  /** Peak dense bf16 FLOP/s with fp32 accumulation, without sparsity; null where not published. */
  readonly peakFlopsBf16: number | null;
  readonly source: string;
  /** ISO date on which the figures were last checked. */
  readonly checked: string;
  readonly note?: Bilingual;
}
