import { GgufError } from "./gguf-error.ts";
import type { GgufHeader } from "./read-gguf.ts";

/** Smallest and largest number a key may have. */
export interface KeyBounds {
  readonly min: number;
  readonly max: number;
}

/** Far beyond every model, and small enough that a hostile file cannot ask for much work. */
export const dimBounds: KeyBounds = { min: 0, max: 2 ** 20 };
export const layerBounds: KeyBounds = { min: 1, max: 10_000 };
export const tokenBounds: KeyBounds = { min: 0, max: 2 ** 32 };

/** The keys of a model: those that begin with its architecture's name, which says no more. */
export interface GgufKeys {
  /** The whole name of a key. */
  name(key: string): string;
  has(key: string): boolean;
  /** Whether the key has a list, which may differ from layer to layer. */
  isList(key: string): boolean;
  /** A number that is the same for all layers; null where the key is absent. */
  number(key: string, bounds: KeyBounds): number | null;
  /** A number for each layer, from one number or a list; null where the key is absent. */
  perLayer(key: string, layers: number, bounds: KeyBounds): readonly number[] | null;
}

/**
 * Reads the keys under `general.architecture`.
 * @throws GgufError where a key that is read has another type, length or range than it can have.
 */
export function ggufKeys({ values }: GgufHeader): GgufKeys {
  const prefix = values.get("general.architecture");
  if (prefix === undefined) throw new GgufError("missing-key", "general.architecture");
  if (typeof prefix !== "string" || prefix === "") {
    throw new GgufError("wrong-type", "general.architecture");
  }
  const name = (key: string) => `${prefix}.${key}`;

  function number(key: string, bounds: KeyBounds): number | null {
    const value = values.get(name(key));
    if (value === undefined) return null;
    // A list with the same number for every layer is that number.
    if (typeof value === "object" && value !== null) {
      const all = new Set(value.values ?? []);
      if (all.size !== 1) throw new GgufError("wrong-type", name(key));
      return count(value.values?.[0], name(key), bounds);
    }
    return count(value, name(key), bounds);
  }

  function perLayer(key: string, layers: number, bounds: KeyBounds): readonly number[] | null {
    const value = values.get(name(key));
    if (typeof value !== "object" || value === null || value.length === 1) {
      const one = number(key, bounds);
      return one === null ? null : new Array<number>(layers).fill(one);
    }
    if (!value.values) throw new GgufError("wrong-type", name(key));
    if (value.length < layers) throw new GgufError("list-length", name(key), value.length);
    return value.values.slice(0, layers).map((each) => count(each, name(key), bounds));
  }

  const isList = (key: string) => {
    const value = values.get(name(key));
    return typeof value === "object" && value !== null;
  };
  return { name, has: (key) => values.has(name(key)), isList, number, perLayer };
}

function count(value: unknown, field: string, { min, max }: KeyBounds): number {
  const number = typeof value === "boolean" ? Number(value) : value;
  if (typeof number !== "number") throw new GgufError("wrong-type", field);
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new GgufError("out-of-range", field, number);
  }
  return number;
}
