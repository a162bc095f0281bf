import { layerBounds, tokenBounds } from "./bounds.ts";
import { ConfigError } from "./config-error.ts";
import { fieldNames } from "./field-names.ts";
import { countValue, type Fields, type FoundList, missing } from "./fields.ts";
import { positive } from "./head-geometry.ts";
import { cycled, type LayerRole } from "./layer-roles.ts";

/** Roles of layers with attention, and the window or chunk of those that have one, in tokens. */
export interface WindowedRoles {
  readonly roles: readonly LayerRole[];
  readonly windowOf: (layer: number) => number | null;
}

/**
 * Which layers see a window only, and how long it is. `written` are roles the file lists; where it
 * lists none, the pattern fields decide, or a plain window counts for all layers.
 * @throws ConfigError when a layer has a window whose length is missing.
 */
export function windowedRoles(
  fields: Fields,
  layers: number,
  written: readonly LayerRole[] | null,
): WindowedRoles {
  const lists = windowLists(fields, layers, written);
  if (lists) return lists;
  const window = windowTokens(fields);
  const chunk = positive(fields, ["attention_chunk_size"], tokenBounds);
  const off = fields.find("use_sliding_window")?.value === false;
  const listed = off ? (written?.map(unwindowed) ?? null) : written;
  const roles = listed ?? chunkedRoles(fields, layers, chunk) ?? patterned(fields, layers, window);
  const needs = (role: LayerRole, tokens: number | null, names: readonly string[]) => {
    if (roles.includes(role) && tokens === null) throw missing(fields.path(...names), names);
  };
  needs("windowed", window, fieldNames.window);
  needs("chunked", chunk, ["attention_chunk_size"]);
  if (window !== null && !roles.includes("windowed")) {
    fields.notes.add("window-unused", fields.path(...fieldNames.window), window);
  }
  return { roles, windowOf: (layer) => (roles[layer] === "chunked" ? chunk : window) };
}

const unwindowed = (role: LayerRole): LayerRole => (role === "windowed" ? "full" : role);

/** The one window of the file; `null` for none, 0 or one that is switched off. */
function windowTokens(fields: Fields): number | null {
  const window = positive(fields, fieldNames.window, tokenBounds);
  if (window === null) return null;
  const field = fields.path(...fieldNames.window);
  if (fields.flag("use_sliding_window") === false) {
    fields.notes.add("window-off", field, window);
    return null;
  }
  // Files with `max_window_layers` come from classes that switch windows off unless told otherwise.
  if (!fields.has("use_sliding_window") && fields.has("max_window_layers")) {
    fields.notes.add("windows-off-assumed", field, window);
    return null;
  }
  return window;
}

/** One window for each layer, null or 0 where it has none; a shorter list repeats. */
function windowLists(
  fields: Fields,
  layers: number,
  written: readonly LayerRole[] | null,
): WindowedRoles | null {
  const found = fields.find("interleaved_sliding_window", ...fieldNames.window);
  if (!Array.isArray(found?.value)) return null;
  const windows = cycled(found.value, layers, found.field).map((value, layer) =>
    value === null ? 0 : countValue(`${found.field}[${layer}]`, value, tokenBounds),
  );
  fields.notes.add("read", found.field, `[…${found.value.length}]`);
  const roles = windows.map((window, layer): LayerRole => {
    const role = written?.[layer] ?? "full";
    if (role !== "full" && role !== "windowed") return role;
    return window > 0 ? "windowed" : "full";
  });
  return { roles, windowOf: (layer) => windows[layer] || null };
}

/**
 * Layers with RoPE attend inside chunks, those without to everything: `no_rope_layers` (1 has
 * RoPE), else every fourth (github.com/huggingface/transformers, models/llama4).
 */
function chunkedRoles(
  fields: Fields,
  layers: number,
  chunk: number | null,
): readonly LayerRole[] | null {
  if (chunk === null) return null;
  const list = fields.list("no_rope_layers");
  if (list && list.values.length > 0) {
    if (list.values.length !== layers) {
      throw new ConfigError("list-length", list.field, {
        expected: layers,
        found: list.values.length,
      });
    }
    return list.values.map((value) => (value === 0 || value === false ? "full" : "chunked"));
  }
  const names = ["no_rope_layer_interval", "nope_layer_interval"];
  const interval = positive(fields, names, layerBounds);
  if (interval === null) fields.notes.add("default-assumed", fields.path(...names), 4);
  return everyNth(layers, interval ?? 4, "chunked");
}

const patternNames = ["sliding_window_pattern", "_sliding_window_pattern", "layer_switch"];

function patterned(fields: Fields, layers: number, window: number | null): readonly LayerRole[] {
  const local = fields.list("local_layer_ids");
  if (window === null) return filled(layers, "full");
  if (local) {
    return rolesOfList(local, { layers, first: 0, inside: "windowed", outside: "full" });
  }
  const pattern = fields.find(...patternNames);
  if (typeof pattern?.value === "string") return lettered(pattern.value, layers, pattern.field);
  const every = positive(fields, patternNames, layerBounds);
  if (every !== null) return everyNth(layers, every, "windowed");
  const types = fields.list("attention_types");
  if (types) return expandedTypes(types, layers);
  const field = fields.path(...fieldNames.window);
  const from = fields.count(["max_window_layers"], { min: 0, max: layerBounds.max });
  if (from !== null) {
    return Array.from({ length: layers }, (_, layer) => (layer >= from ? "windowed" : "full"));
  }
  // Every second layer has the window where scores are capped, five of six where they were: the
  // classes that write these fields keep the pattern to themselves.
  if (positiveNumber(fields, "attn_logit_softcapping") || hybridCache(fields)) {
    fields.notes.add("alternate-windows-assumed", field, window);
    return everyNth(layers, 2, "windowed");
  }
  if (fields.has("query_pre_attn_scalar")) {
    fields.notes.add("window-pattern-assumed", field, 6);
    return everyNth(layers, 6, "windowed");
  }
  fields.notes.add("all-layers-windowed", field, window);
  return filled(layers, "windowed");
}

function positiveNumber(fields: Fields, name: string): boolean {
  const value = fields.find(name)?.value;
  return typeof value === "number" && value > 0;
}

const hybridCache = (fields: Fields): boolean =>
  fields.find("cache_implementation")?.value === "hybrid" && !fields.has("rope_local_base_freq");

/** `LLLG`: L has the window, G sees everything; repeated, and the last layer sees everything. */
function lettered(pattern: string, layers: number, field: string): readonly LayerRole[] {
  const roles = [...pattern].map((letter, at): LayerRole => {
    if (letter === "L") return "windowed";
    if (letter === "G") return "full";
    throw new ConfigError("unknown-layer-type", `${field}[${at}]`, {}, letter);
  });
  return cycled(roles, layers, field).with(-1, "full");
}

/** `[[["global", "local"], 12]]`: a pattern and how often it repeats. */
function expandedTypes(list: FoundList, layers: number): readonly LayerRole[] {
  const roles: LayerRole[] = [];
  for (const [at, entry] of list.values.entries()) {
    const [kinds, times] = Array.isArray(entry) ? entry : [];
    const field = `${list.field}[${at}]`;
    const repeat = countValue(field, times, layerBounds);
    if (!Array.isArray(kinds))
      throw new ConfigError("wrong-type", field, { expected: "[…]" }, kinds);
    for (let round = 0; round < repeat && roles.length <= layers; round++) {
      for (const kind of kinds.slice(0, layers + 1)) {
        roles.push(kind === "local" ? "windowed" : "full");
      }
    }
  }
  if (roles.length !== layers) {
    throw new ConfigError("list-length", list.field, { expected: layers, found: roles.length });
  }
  return roles;
}

/** Every n-th layer sees everything. */
function everyNth(layers: number, n: number, other: LayerRole): readonly LayerRole[] {
  return Array.from({ length: layers }, (_, layer) => ((layer + 1) % n === 0 ? "full" : other));
}

const filled = (layers: number, role: LayerRole): readonly LayerRole[] =>
  Array.from({ length: layers }, () => role);

/** Layers whose index is in the list have one role, the others another. */
export function rolesOfList(
  list: FoundList,
  of: {
    readonly layers: number;
    /** Index of the first layer: 0 or 1. */
    readonly first: number;
    readonly inside: LayerRole;
    readonly outside: LayerRole;
  },
): readonly LayerRole[] {
  const bounds = { min: of.first, max: of.layers - 1 + of.first };
  const inside = new Set(
    list.values.map((value, at) => countValue(`${list.field}[${at}]`, value, bounds)),
  );
  return Array.from({ length: of.layers }, (_, layer) =>
    inside.has(layer + of.first) ? of.inside : of.outside,
  );
}
