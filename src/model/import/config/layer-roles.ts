import { layerBounds } from "./bounds.ts";
import { ConfigError } from "./config-error.ts";
import { fieldNames } from "./field-names.ts";
import { type Fields, type FoundList, missing, ofLength, wrongType } from "./fields.ts";

/**
 * What a layer does: attend to everything, to a window, inside chunks; keep a state (`linear`,
 * `mamba`, `conv`, `recurrent`); both side by side (`parallel`); attend to an encoder's output
 * (`cross`); or neither (`dense`, `experts`: a feed-forward alone).
 */
export type LayerRole =
  | "full"
  | "windowed"
  | "chunked"
  | "linear"
  | "mamba"
  | "conv"
  | "recurrent"
  | "parallel"
  | "cross"
  | "dense"
  | "experts"
  | "none";

/** Names of layer types, as files write them. */
const roleNames: Readonly<Record<string, LayerRole>> = {
  full_attention: "full",
  attention: "full",
  full: "full",
  global: "full",
  global_attention: "full",
  softmax_attention: "full",
  sparse_attention: "full",
  deepseek_sparse_attention: "full",
  sliding_attention: "windowed",
  sliding_window: "windowed",
  sliding: "windowed",
  sliding_local: "windowed",
  swa: "windowed",
  local: "windowed",
  local_attention: "windowed",
  chunked_attention: "chunked",
  linear_attention: "linear",
  linear: "linear",
  lightning_attention: "linear",
  lightning: "linear",
  kda: "linear",
  gated_deltanet: "linear",
  mamba: "mamba",
  mamba2: "mamba",
  ssm: "mamba",
  conv: "conv",
  short_conv: "conv",
  recurrent: "recurrent",
  hybrid: "parallel",
  mlp: "dense",
  moe: "experts",
  none: "none",
};
const signs: Readonly<Record<string, LayerRole>> = {
  M: "mamba",
  S: "mamba",
  "*": "full",
  "-": "dense",
  E: "experts",
};

/** The role a name stands for. @throws ConfigError on a name that is not known. */
function roleNamed(value: unknown, field: string): LayerRole {
  if (typeof value !== "string") throw wrongType({ field, value }, '"…"');
  const name = value.toLowerCase();
  const role = Object.hasOwn(roleNames, name) ? roleNames[name] : undefined;
  if (role === undefined) throw new ConfigError("unknown-layer-type", field, {}, value);
  return role;
}

const rolesIn = (list: FoundList): readonly LayerRole[] =>
  list.values.map((value, at) => roleNamed(value, `${list.field}[${at}]`));

/** Roles from a pattern of signs, `M` Mamba, `*` attention, `-` MLP, `E` experts. */
export function rolesOfSigns(text: string, field: string): readonly LayerRole[] {
  return [...text].map((sign, at) => {
    const role = Object.hasOwn(signs, sign) ? signs[sign] : undefined;
    if (role === undefined)
      throw new ConfigError("unknown-layer-type", `${field}[${at}]`, {}, sign);
    return role;
  });
}

/** Roles written for the draft layers alone. */
export function draftRoles(fields: Fields): readonly LayerRole[] | null {
  const pattern = fields.text("mtp_hybrid_override_pattern");
  if (pattern !== null) return rolesOfSigns(pattern, fields.path("mtp_hybrid_override_pattern"));
  const list = fields.list("mtp_layers_block_type", "mtp_layer_types");
  return list && rolesIn(list);
}

/** Layers the file has, and the roles it writes out; more roles than layers belong to drafts. */
export interface WrittenRoles {
  readonly layers: number;
  readonly roles: readonly LayerRole[] | null;
}

/**
 * Number of layers and their roles where the file lists them one by one. A list alone gives the
 * number.
 * @throws ConfigError when neither is there, or a list's length is another.
 */
export function writtenRoles(fields: Fields, drafts: number): WrittenRoles {
  const named = fields.count([...fieldNames.decoderLayers, ...fieldNames.layers], layerBounds);
  const pattern = fields.text("hybrid_override_pattern");
  if (pattern !== null) {
    const field = fields.path("hybrid_override_pattern");
    return sized(fields, named, drafts, field, rolesOfSigns(pattern, field));
  }
  const list = fields.list(...fieldNames.layerTypes);
  if (list) return sized(fields, named, drafts, list.field, rolesIn(list));
  const blocks = fields.list("block_configs");
  if (named === null && blocks === null) {
    throw missing(fields.path(...fieldNames.layers), [
      ...fieldNames.layers,
      ...fieldNames.decoderLayers,
    ]);
  }
  return { layers: named ?? blocks?.values.length ?? 0, roles: null };
}

function sized(
  fields: Fields,
  named: number | null,
  drafts: number,
  field: string,
  roles: readonly LayerRole[],
): WrittenRoles {
  const layers = named ?? roles.length;
  if (layers < 1 || layers > layerBounds.max) {
    throw new ConfigError("out-of-range", field, { ...layerBounds }, layers);
  }
  fields.notes.add("read", field, `[…${roles.length}]`);
  // A short pattern repeats; a list may go on into the draft layers.
  if (field.endsWith("global_local_attention_pattern")) {
    return { layers, roles: cycled(roles, layers, field) };
  }
  if (roles.length !== layers && roles.length !== layers + drafts) {
    throw new ConfigError("list-length", field, { expected: layers, found: roles.length });
  }
  return { layers, roles };
}

/** The pattern over and over, until there is one for each layer. */
export function cycled<T>(pattern: readonly T[], layers: number, field: string): readonly T[] {
  if (pattern.length === 0) {
    throw new ConfigError("list-length", field, { expected: layers, found: 0 });
  }
  return Array.from({ length: layers }, (_, at) => pattern[at % pattern.length] as T);
}

/** Roles of a list of 0 and 1, one for each layer. */
export function binaryRoles(
  list: FoundList,
  layers: number,
  [zero, one]: readonly [LayerRole, LayerRole],
): readonly LayerRole[] {
  return ofLength(list, layers).map((value, at) => {
    if (value !== 0 && value !== 1)
      throw wrongType({ field: `${list.field}[${at}]`, value }, "0/1");
    return value === 1 ? one : zero;
  });
}
