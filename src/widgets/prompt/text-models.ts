import { alphabet, memberShape, type Variant, variants } from "../../lab/family.ts";
import { cachedValues, type ModelShape } from "../../lab/model-shape.ts";
import shipped from "../../lab/shipped-models.json" with { type: "json" };

/** Members of the family that the site ships for text. */
export const shippedVariants: readonly Variant[] = variants.filter((variant) =>
  shipped.some((model) => model.task === "text" && model.variant === variant),
);

export const modelName = (variant: Variant): string => `text-${variant}`;

/** What is fetched for it. */
export const fileBytes = (variant: Variant): number =>
  shipped.find(({ name }) => name === modelName(variant))?.bytes ?? 0;

export const textShape = (variant: Variant): ModelShape => memberShape("text", variant);

/** What all members have in common. */
export const { layers, nHeads, context } = textShape("mha");

export const letters: readonly string[] = [...alphabet];

/** A stretch of what a layer caches for a token, as it is drawn. */
export interface CachedPart {
  readonly of: "key" | "value" | "latent" | "rope-key";
  /** Where it begins among the cached values, and how many they are. */
  readonly at: number;
  readonly rows: number;
}

/** Of one query head: the K and V that it reads, or the latent and the RoPE key of all heads. */
export function partsOf(shape: ModelShape, head: number): readonly CachedPart[] {
  const { attention, headDim } = shape;
  if (attention.kind === "latent") {
    const { latentDim, ropeDim } = attention;
    return [
      { of: "latent", at: 0, rows: latentDim },
      { of: "rope-key", at: latentDim, rows: ropeDim },
    ];
  }
  const at = kvHeadOf(shape, head) * headDim;
  return [
    { of: "key", at, rows: headDim },
    { of: "value", at: attention.nKv * headDim + at, rows: headDim },
  ];
}

/** The KV head that a query head reads; 0 for a latent, which all of them read. */
export const kvHeadOf = ({ attention, nHeads }: ModelShape, head: number): number =>
  attention.kind === "latent" ? 0 : Math.floor((head * attention.nKv) / nHeads);

export const bytesPerValue = 4;

/** Of the whole model, in float32. */
export const bytesPerToken = (shape: ModelShape): number =>
  shape.layers * cachedValues(shape) * bytesPerValue;
