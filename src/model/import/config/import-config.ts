import type { Blueprint } from "../../blueprint.ts";
import { cacheFormat } from "../../formats.ts";
import { kvBytesPerSequence } from "../../kv.ts";
import type { LayerGroup } from "../../layers.ts";
import { dimBounds, tokenBounds } from "./bounds.ts";
import { withDefaults } from "./class-defaults.ts";
import { ConfigError } from "./config-error.ts";
import { draftCount, draftLayers } from "./draft-layers.ts";
import { fieldNames } from "./field-names.ts";
import { type Fields, fieldsOf, isPlainObject } from "./fields.ts";
import { findDecoder } from "./find-decoder.ts";
import { importBlueprint } from "./import-blueprint.ts";
import { cacheGroups, type PlannedLayer, planLayers, type Sizes, sizesOf } from "./layer-plan.ts";
import { type LayerRole, writtenRoles } from "./layer-roles.ts";
import { mixedRoles } from "./mixed-roles.ts";
import { type ImportNote, type Notes, notes } from "./notes.ts";
import { parseConfig } from "./parse-config.ts";
import { elementBytesOf, storedFormats } from "./stored-formats.ts";
import { windowedRoles } from "./window-roles.ts";
import { refuseEncoders, refuseUnsupported } from "./without-cache.ts";

export { ConfigError } from "./config-error.ts";
export type { ImportNote } from "./notes.ts";

/** What a `config.json` says of a model's cache. */
export interface ImportedModel {
  /**
   * What the model's own decoder layers cache, in layer order, equal neighbours counted. A layer
   * with attention and a state side by side gives two entries.
   */
  readonly layers: readonly LayerGroup[];
  /** Draft layers (MTP, nextn): they cache only while the engine speculates. */
  readonly draftLayers: readonly LayerGroup[];
  /** Query heads of the first layer with attention. */
  readonly nHeads: number | null;
  /** Head dimension of K of the first layer with attention; null with MLA, see `expanded`. */
  readonly headDim: number | null;
  readonly hiddenSize: number | null;
  /** MLA: head dimensions of K and V when the latent is expanded. */
  readonly expanded?: { readonly dK: number; readonly dV: number };
  /** Longest context in tokens, as the file states it. */
  readonly maxContext: number | null;
  /**
   * Bytes of a value of the model's own type; assumed 2 when the file does not say. Engines load a
   * file of 4 in 16 bits unless told otherwise.
   */
  readonly elementBytes: 2 | 4;
  readonly quantization: string | null;
  /**
   * Average bits of a weight as the quantization says, 4.25 for 4 in groups of 128; `null` where
   * the model is not quantized or the file does not tell.
   */
  readonly weightBits: number | null;
  /** Name in `elementFormats` where the file fixes the cache's format. */
  readonly kvCacheFormat: string | null;
  /** Dimensions for counting parameters; null when some are missing. */
  readonly blueprint: Blueprint | null;
  /** With an encoder, the cache of cross-attention is not in `layers`. */
  readonly kind: "decoder" | "encoder-decoder";
  /** To print; nothing is decided by them. */
  readonly modelType: string | null;
  readonly name: string | null;
  readonly notes: readonly ImportNote[];
}

/**
 * Reads a configuration's text.
 * @throws ConfigError on a text that is not JSON or too long, and as `importConfig`.
 */
export function importConfigText(text: string): ImportedModel {
  const collected = notes();
  return imported(parseConfig(text, collected), collected);
}

/**
 * Reads a parsed `config.json`, by its fields alone. Sizes are exact and the cache of any length up
 * to the model's context is an exact integer.
 * @throws ConfigError with the field when the sizes are missing, nonsense, out of bounds, or when
 * the model keeps no KV cache.
 */
export function importConfig(json: unknown): ImportedModel {
  return imported(json, notes());
}

function imported(json: unknown, collected: Notes): ImportedModel {
  if (!isPlainObject(json)) throw new ConfigError("not-an-object", "", {}, json);
  const decoder = findDecoder(json);
  for (const other of decoder.others) collected.add("other-model", other);
  const fields = withDefaults(fieldsOf(decoder.sections, collected));
  refuseEncoders(fields);
  refuseUnsupported(fields);
  const drafts = draftCount(fields);
  const written = writtenRoles(fields, drafts);
  const count = doubled(fields, written.layers);
  const listed = written.roles ?? mixedRoles(fields, count);
  const roles = windowedRoles(fields, count, listed);
  const sizes = sizesOf(fields, count, roles.roles);
  const plan = planLayers(fields, count, roles, sizes);
  const layers = cacheGroups(plan);
  const maxContext = fields.count(fieldNames.maxContext, tokenBounds);
  if (maxContext === null) collected.add("no-max-context", fields.path(...fieldNames.maxContext));
  const draft = cacheGroups(draftLayers(fields, drafts, { plan, roles, sizes }));
  requireExact(fields, [...layers, ...draft], maxContext);
  remark(fields, roles.roles, count);
  return {
    layers,
    draftLayers: draft,
    ...headNumbers(plan, sizes),
    hiddenSize: fields.count(fieldNames.hidden, dimBounds),
    maxContext,
    elementBytes: elementBytesOf(fields),
    ...storedFormats(fields),
    blueprint: importBlueprint(fields, plan),
    kind: fields.flag("is_encoder_decoder") === true ? "encoder-decoder" : "decoder",
    modelType: shownText(fields, "model_type"),
    name: shownText(fields, "_name_or_path", "name"),
    notes: collected.list,
  };
}

/** Two attentions in every layer: `zero_expert_num` beside a latent (LongCat-Flash). */
function doubled(fields: Fields, layers: number): number {
  const twice = fields.has("zero_expert_num") && fields.has("expert_ffn_hidden_size");
  if (!twice || fields.has("num_hidden_layers")) return layers;
  fields.notes.add("double-attention-assumed", fields.path(...fieldNames.layers), 2 * layers);
  return 2 * layers;
}

function headNumbers(plan: readonly PlannedLayer[], sizes: Sizes) {
  const heads = plan.find((layer) => layer.heads !== null)?.heads ?? null;
  const { latent } = sizes;
  const dK = (latent?.nopeDim ?? 0) + (latent?.layer.ropeDim ?? 0);
  return {
    nHeads: heads?.nHeads ?? null,
    headDim: latent ? null : (heads?.headDim ?? null),
    ...(latent?.nopeDim && latent.valueDim ? { expanded: { dK, dV: latent.valueDim } } : {}),
  };
}

/** @throws ConfigError `too-large` when a cache's bytes would not be an exact Number. */
function requireExact(fields: Fields, layers: readonly LayerGroup[], maxContext: number | null) {
  const tokens = Math.max(maxContext ?? 0, 2 ** 20);
  try {
    kvBytesPerSequence(layers, cacheFormat("fp32"), tokens);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ConfigError("too-large", fields.path(...fieldNames.layers), { tokens });
  }
}

/** Notes on what was seen but changes no number. */
function remark(fields: Fields, roles: readonly LayerRole[], layers: number): void {
  const note = fields.notes;
  const states = roles.slice(0, layers).filter((role) => stateRoles.has(role)).length;
  if (states > 0) note.add("state-layers", fields.path(...fieldNames.layers), states);
  if (fields.find("is_causal")?.value === false) note.add("non-causal", fields.path("is_causal"));
  if (fields.has("blocksparse_block_size")) {
    note.add("block-sparse", fields.path("blocksparse_block_size"));
  }
  if (fields.has("max_source_positions") || fields.find("is_encoder_decoder")?.value === true) {
    note.add("cross-attention", fields.path("max_source_positions", "is_encoder_decoder"), layers);
  }
  for (const names of [fieldNames.layers, fieldNames.heads, fieldNames.hidden]) {
    if (!fields.has(...fieldNames.decoderLayers)) conflict(fields, names);
  }
}

const stateRoles: ReadonlySet<LayerRole> = new Set([
  "linear",
  "mamba",
  "conv",
  "recurrent",
  "parallel",
]);

/** The same quantity under two names with two values: the first was taken. */
function conflict(fields: Fields, names: readonly string[]): void {
  const taken = fields.find(...names);
  const [section] = fields.sections;
  if (taken === null || section === undefined) return;
  for (const name of names) {
    const value = Object.hasOwn(section.values, name) ? section.values[name] : null;
    if (typeof value === "number" && typeof taken.value === "number" && value !== taken.value) {
      fields.notes.add("name-conflict", section.path + name, value, {
        taken: taken.field,
        used: taken.value,
      });
    }
  }
}

function shownText(fields: Fields, ...names: readonly string[]): string | null {
  const value = fields.find(...names)?.value;
  return typeof value === "string" && value !== "" ? value.slice(0, 200) : null;
}
