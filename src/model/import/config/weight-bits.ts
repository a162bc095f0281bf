import { type Fields, fieldsOf, isPlainObject } from "./fields.ts";

/** Bits of scales that belong to a group of integers: a 16-bit scale, a 16-bit zero point. */
const [scaleBits, zeroBits] = [16, 16];

/**
 * Average bits of a weight as the quantization says: its own, and its share of a group's scales.
 * Scales of blocks of 128 × 128, of a channel or a tensor are not counted, nor what stays in 16
 * bits. `null` where the file does not tell, or tells several.
 */
export function weightBits(own: Fields): number | null {
  const name = [own.find("quant_method")?.value, own.find("quant_algo")?.value]
    .filter((each) => typeof each === "string")
    .join(" ")
    .toLowerCase();
  if (/bitsandbytes|bnb/.test(name) || own.has("load_in_4bit", "load_in_8bit")) {
    if (own.find("load_in_8bit")?.value === true) return 8;
    // A 32-bit scale for 64 values.
    return own.find("load_in_4bit")?.value === true ? 4.5 : null;
  }
  if (/mxfp4/.test(name)) return 4.25;
  if (/mxfp8/.test(name)) return 8.25;
  if (/nvfp4/.test(name)) return 4.5;
  const groups = own.object("config_groups");
  if (groups !== null) return sameBits(groups);
  if (/fp8|w8a8|int8/.test(name)) return 8;
  const bits = numberOf(own, "bits", "w_bit", "num_bits", "wbits") ?? namedBits(name);
  return bits === null ? null : integerBits(bits, groupSize(own), true);
}

/** The bits of all groups of layers, where they have the same. */
function sameBits(groups: Fields): number | null {
  const values = groups.sections.flatMap((section) => Object.values(section.values));
  const bits = new Set(values.map((group) => groupBits(groups, group)));
  const [only] = bits;
  return bits.size === 1 && only !== undefined ? only : null;
}

function groupBits(groups: Fields, group: unknown): number | null {
  const weights = isPlainObject(group) ? group.weights : null;
  if (!isPlainObject(weights)) return null;
  const own = fieldsOf([{ path: groups.sections[0]?.path ?? "", values: weights }], groups.notes);
  const bits = numberOf(own, "num_bits");
  if (bits === null) return null;
  const size = groupSize(own);
  if (own.find("type")?.value === "float") {
    // Floats of 4 bits share an 8-bit scale: 16 in NVFP4, 32 in MXFP4.
    return bits === 4 ? 4 + 8 / (size ?? 16) : bits;
  }
  return integerBits(bits, size, own.find("symmetric")?.value !== true);
}

/** Without a group the scales belong to a channel. */
const integerBits = (bits: number, size: number | null, zeros: boolean): number =>
  size === null ? bits : bits + (scaleBits + (zeros ? zeroBits : 0)) / size;

const groupSize = (own: Fields): number | null => {
  const size = numberOf(own, "group_size", "q_group_size");
  return size !== null && size >= 8 ? size : null;
};

/** `w4a16_awq`: 4. */
function namedBits(name: string): number | null {
  const bits = /\bw(\d{1,2})a\d/.exec(name)?.[1];
  return bits === undefined ? null : Number(bits);
}

function numberOf(own: Fields, ...names: readonly string[]): number | null {
  const value = own.find(...names)?.value;
  return typeof value === "number" && value > 0 && value <= 1024 ? value : null;
}
