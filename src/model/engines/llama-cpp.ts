import { type Derivation, derivation, type Step } from "../derivation.ts";
import { exactCount, exactProduct } from "../exact.ts";
import { type LayerGroup, layerKinds } from "../layers.ts";
import {
  type BufferContent,
  bufferContents,
  type ExpandedHeads,
  type LlamaCppBufferKind,
} from "./llama-cpp-buffers.ts";
import { cellBytes } from "./llama-cpp-cell-bytes.ts";
import { fullCells, windowCells } from "./llama-cpp-cells.ts";
import { printedMib } from "./llama-cpp-mib.ts";
import { llamaCppType } from "./llama-cpp-types.ts";
import { type LlamaCppMla, type LlamaCppVersion, llamaCppVersions } from "./llama-cpp-versions.ts";

/** A start of llama.cpp. Contexts and batches are in tokens. */
export interface LlamaCppPlan {
  readonly layers: readonly LayerGroup[];
  /** `--ctx-size`: of all slots together. */
  readonly ctx: number;
  /** `--parallel`: sequences at once (`n_seq_max`). Default 1. */
  readonly slots?: number;
  /** `--ubatch-size`: tokens of one step. Default 512. */
  readonly ubatch?: number;
  /** `--cache-type-k` and `-v`. Default `f16`. */
  readonly typeK?: string;
  readonly typeV?: string;
  /** `--kv-unified`: the slots share one cache. */
  readonly unified?: boolean;
  /** Default true. */
  readonly flashAttention?: boolean;
  /** `--swa-full`: layers with a window keep the whole context. */
  readonly swaFull?: boolean;
  /** What is stored of MLA, where it is not what the version stores. */
  readonly mla?: LlamaCppMla;
  /** The heads of an MLA layer, for what is stored "expanded". */
  readonly expanded?: ExpandedHeads;
  /** Snapshots of every recurrent state, kept for rejected drafts (`n_rs_seq`). Default 0. */
  readonly stateSnapshots?: number;
  /** Cells are rounded up to a multiple of this, where it is not what the version rounds to. */
  readonly padding?: number;
  /** Default `newest`. */
  readonly version?: LlamaCppVersion;
}

/** One of the caches llama.cpp allocates. */
export interface LlamaCppBuffer {
  readonly kind: LlamaCppBufferKind;
  /** Cells of one stream, as the log prints them; for states, one a sequence. */
  readonly cells: number;
  readonly layers: number;
  readonly streams: number;
  /** Of all streams together. */
  readonly bytes: number;
  /** `bytes` in MiB with two decimals, as the log prints them. */
  readonly mib: number;
}

export interface LlamaCppCache {
  readonly buffers: readonly LlamaCppBuffer[];
  readonly totalBytes: number;
  readonly totalMib: number;
  readonly steps: readonly Step[];
}

/**
 * The caches llama.cpp (and ik_llama.cpp) allocates for a model. Sources: llama.cpp
 * `llama-context.cpp`, `llama-kv-cache.cpp`, `llama-kv-cache-iswa.cpp`, `llama-kv-cache-dsa.cpp`,
 * `llama-memory-recurrent.cpp`; ik_llama.cpp `llama.cpp` (`llama_kv_cache_init`).
 * @throws RangeError on a type, a version or a count that is none, on layers it has no cache for,
 * and on "expanded" MLA without its heads.
 */
export function llamaCppCache(plan: LlamaCppPlan): LlamaCppCache {
  const { slots = 1, ubatch = 512, unified = false, flashAttention = true, swaFull = false } = plan;
  const { ctx, stateSnapshots = 0, padding, version = "newest" } = plan;
  for (const count of [ctx, slots, ubatch, padding ?? 1]) {
    if (exactCount(count) === 0) throw new RangeError("not a count: 0");
  }
  const rules = llamaCppVersions[version];
  if (!rules) throw new RangeError(`not a version of llama.cpp: ${version}`);
  const d = derivation();
  const contents = bufferContents(layerKinds(plan.layers), {
    typeK: llamaCppType(plan.typeK ?? "f16"),
    typeV: llamaCppType(plan.typeV ?? "f16"),
    flashAttention,
    rules,
    mla: plan.mla ?? rules.mla,
    ...(plan.expanded ? { expanded: plan.expanded } : {}),
  });
  const cellPlan = {
    ctx,
    slots,
    ubatch,
    unified,
    flashAttention,
    swaFull,
    ...(padding === undefined ? {} : { padding }),
  };
  const full = fullCells(cellPlan, rules, d);
  const sized = contents.map((content): LlamaCppBuffer => {
    const bytes = cellBytes(content, d);
    switch (content.kind) {
      case "recurrent": {
        const cells = stateCells(slots, stateSnapshots, d);
        return buffer(content, "state_cells", cells, 1, bytes, d);
      }
      case "swa": {
        const cells = windowCells(cellPlan, full, content.windowTokens, d);
        return buffer(content, "swa_cells", cells, full.streams, bytes, d);
      }
      default:
        return buffer(content, "full_cells", full.cells, full.streams, bytes, d);
    }
  });
  const totalBytes = total(sized, d);
  return { buffers: sized, totalBytes, totalMib: printedMib(totalBytes), steps: d.steps };
}

function stateCells(slots: number, snapshots: number, d: Derivation): number {
  return d.add({
    name: "state_cells",
    unit: "cells",
    formula: "slots × (1 + snapshots)",
    terms: { slots, snapshots },
    value: exactProduct(slots, 1 + exactCount(snapshots)),
  });
}

function buffer(
  { kind, parts }: BufferContent,
  cellsName: string,
  cells: number,
  streams: number,
  bytesPerCell: number,
  d: Derivation,
): LlamaCppBuffer {
  const layers = parts.reduce((sum, { count }) => sum + count, 0);
  const cellName = `${kind}_cell_bytes`;
  const bytes = d.add({
    name: `${kind}_bytes`,
    unit: "B",
    formula: `${cellsName} × streams × ${cellName}`,
    terms: { [cellsName]: cells, streams, [cellName]: bytesPerCell },
    value: exactProduct(cells, streams, bytesPerCell),
  });
  return { kind, cells, layers, streams, bytes, mib: printedMib(bytes) };
}

function total(buffers: readonly LlamaCppBuffer[], d: Derivation): number {
  const names = buffers.map(({ kind }) => `${kind}_bytes`);
  return d.add({
    name: "total_bytes",
    unit: "B",
    formula: names.join(" + ") || "0",
    terms: Object.fromEntries(buffers.map(({ bytes }, i) => [names[i] ?? "", bytes])),
    value: exactCount(buffers.reduce((sum, { bytes }) => sum + bytes, 0)),
  });
}
