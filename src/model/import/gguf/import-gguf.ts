import type { ExpandedHeads } from "../../engines/llama-cpp-buffers.ts";
import { type CacheLayer, keyOf, type LayerGroup } from "../../layers.ts";
import { type ImportNote, type Notes, notes } from "../config/notes.ts";
import { GgufError } from "./gguf-error.ts";
import { ggufHeads } from "./gguf-heads.ts";
import { type GgufKeys, ggufKeys, layerBounds, tokenBounds } from "./gguf-keys.ts";
import { ggufMixers } from "./gguf-mixers.ts";
import { ggufState } from "./gguf-state.ts";
import { ggufWindows } from "./gguf-windows.ts";
import type { GgufHeader } from "./read-gguf.ts";

/** A model as the header of its GGUF file tells it. */
export interface GgufModel {
  /** What the file calls its architecture and itself; shown, never looked up. */
  readonly architecture: string;
  readonly name: string | null;
  readonly layers: readonly LayerGroup[];
  /** Layers of a built-in draft (MTP), which a usual start does not run. */
  readonly draftLayers: readonly LayerGroup[];
  /** Query heads, the most of any layer; null where there are none. */
  readonly nHeads: number | null;
  /** Longest context in tokens; null where the file does not say. */
  readonly maxContext: number | null;
  /** The heads of MLA; null for other models. */
  readonly expanded: ExpandedHeads | null;
  /** The file is of before llama.cpp stored latents: it stores the heads of MLA. */
  readonly storesExpanded: boolean;
  readonly notes: readonly ImportNote[];
}

export interface ImportGgufOptions {
  /** Of every so many layers the last has no window, for files that do not say. */
  readonly fullEvery?: number;
}

/**
 * The layers of a model from the header of its GGUF file. The architecture's name serves as the
 * prefix of the keys and for nothing else.
 * @throws GgufError where a key is missing, or is not what it can be.
 */
export function importGguf(header: GgufHeader, options: ImportGgufOptions = {}): GgufModel {
  const keys = ggufKeys(header);
  const found = notes();
  const count = keys.number("block_count", layerBounds);
  if (count === null) throw new GgufError("missing-key", keys.name("block_count"));
  found.add("read", keys.name("block_count"), count);
  const drafts = keys.number("nextn_predict_layers", { min: 0, max: count - 1 }) ?? 0;
  if (drafts > 0) found.add("draft-layers", keys.name("nextn_predict_layers"), drafts);
  const heads = ggufHeads(keys, count, found);
  const state = ggufState(keys, heads.nHeads);
  const { fullEvery = null } = options;
  const windows = ggufWindows(keys, count, { fullEvery, tensors: header.tensors }, found);
  const shared = sharedLayers(keys, count, found);
  const mixers = ggufMixers(
    keys,
    {
      layers: count,
      draftLayers: drafts,
      kvHeads: heads.kvHeads,
      hasState: state !== null,
      tensors: header.tensors,
    },
    found,
  );
  const layersOf = mixers.map((mixer, i): readonly CacheLayer[] => {
    if (i >= count - shared) return [{ kind: "shared" }];
    const own: CacheLayer[] = [];
    if (mixer.attention) own.push(heads.layer(i, windows.tokens[i] ?? 0, windows.chunked));
    if (mixer.state && state) own.push(state);
    return own.length > 0 ? own : [{ kind: "none" }];
  });
  if (state && mixers.some((mixer) => mixer.state)) found.add("state-layers", stateField(keys));
  const layers = grouped(layersOf.slice(0, count - drafts).flat());
  if (layers.every(({ layer }) => layer.kind === "none" || layer.kind === "shared")) {
    throw new GgufError("no-kv-cache", keys.name("attention.head_count_kv"));
  }
  const maxContext = keys.number("context_length", tokenBounds);
  if (maxContext === null) found.add("no-max-context", keys.name("context_length"));
  if (header.values.get(keys.name("attention.causal")) === false) {
    found.add("non-causal", keys.name("attention.causal"));
  }
  const name = header.values.get("general.name");
  return {
    architecture: String(header.values.get("general.architecture")),
    name: typeof name === "string" ? name : null,
    layers,
    draftLayers: grouped(layersOf.slice(count - drafts).flat()),
    nHeads: heads.nHeads,
    maxContext,
    expanded: heads.expanded,
    storesExpanded: heads.storesExpanded,
    notes: found.list,
  };
}

/** The last layers that read the cache of an earlier one. */
function sharedLayers(keys: GgufKeys, layers: number, found: Notes): number {
  const key = "attention.shared_kv_layers";
  const shared = keys.number(key, { min: 0, max: layers - 1 }) ?? 0;
  if (shared > 0) found.add("shared-layers", keys.name(key), shared);
  return shared;
}

const stateField = (keys: GgufKeys): string =>
  keys.name(
    ["wkv.head_size", "shortconv.l_cache", "kda.head_dim"].find(keys.has) ?? "ssm.state_size",
  );

/** Equal layers that follow each other, counted. */
function grouped(layers: readonly CacheLayer[]): readonly LayerGroup[] {
  const groups: { count: number; layer: CacheLayer }[] = [];
  for (const layer of layers) {
    const last = groups.at(-1);
    if (last && keyOf(last.layer) === keyOf(layer)) last.count++;
    else groups.push({ count: 1, layer });
  }
  return groups;
}
