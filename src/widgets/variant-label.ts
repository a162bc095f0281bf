import type { Variant } from "../model/variants.ts";

/** "GQA 8", "MLA": the field's name and the number of KV heads. */
export function variantLabel({ name, nKv }: Pick<Variant, "name" | "nKv">): string {
  return nKv === null ? name.toUpperCase() : `${name.toUpperCase()}\u00a0${nKv}`;
}
