import { memberShape, type Variant } from "../../lab/family.ts";
import { shippedVariants } from "../prompt/text-models.ts";

/** Models with keys and values by head: MLA caches a latent, and VHA's query heads mix them. */
export const inspectedVariants: readonly Variant[] = shippedVariants.filter(
  (variant) => memberShape("text", variant).attention.kind === "grouped",
);
