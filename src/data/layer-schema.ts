import { z } from "astro/zod";
import type { CacheLayer, LayerGroup } from "../model/layers.ts";
import type { StoredLayers } from "./stored-model.ts";

const count = z.int().positive();
const heads = count.max(1024);
const dim = count.max(1024);

/** One layer of every kind, within bounds no real model comes near. */
const layer: z.ZodType<CacheLayer> = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("heads"),
    nKv: heads,
    headDim: dim,
    valueDim: dim.optional(),
    windowTokens: count.optional(),
    chunkTokens: count.optional(),
  }),
  z.strictObject({
    kind: z.literal("latent"),
    latentDim: count.max(8192),
    ropeDim: dim,
    latentHeads: heads.optional(),
    indexerDim: dim.optional(),
  }),
  z.strictObject({
    kind: z.literal("tied"),
    nKv: heads,
    headDim: dim,
    ropeDim: z.int().nonnegative().max(1024),
  }),
  z.strictObject({
    kind: z.literal("factored"),
    nHeads: heads,
    headDim: dim,
    rankK: heads,
    rankV: heads,
  }),
  z.strictObject({
    kind: z.literal("state"),
    // Mamba-1 has a head for every channel.
    heads: count.max(65_536),
    keyDim: dim,
    valueDim: dim,
    convChannels: z.int().nonnegative().max(262_144),
    convTaps: z.int().nonnegative().max(64),
    convGroups: heads.optional(),
    groupChannels: count.max(8192).optional(),
    stateElementBytes: count.max(8).optional(),
  }),
  z.strictObject({ kind: z.literal("shared") }),
  z.strictObject({ kind: z.literal("none") }),
]);

const layerGroup = z.strictObject({ count: count.max(1000), layer });
const layerGroups = z.array(layerGroup).min(1);

const repeated = z.strictObject({ repeat: z.int().min(2).max(1000), layers: layerGroups });

const patterned = z
  .strictObject({
    pattern: z.string().regex(/^[ -~]{1,1000}$/, "expected one ASCII character a layer"),
    kinds: z.record(z.string().length(1, "expected one character"), layer),
  })
  .refine(
    ({ pattern, kinds }) =>
      [...new Set(pattern)].sort().join("") === Object.keys(kinds).sort().join(""),
    "expected a pattern that names every kind and no other",
  );

/** The form a part has decides its schema, so that a mistake is told by its field. */
function schemaOf(part: unknown): z.ZodType<StoredLayers> {
  if (typeof part !== "object" || part === null) return layerGroup;
  if ("pattern" in part) return patterned;
  return "repeat" in part ? repeated : layerGroup;
}

const storedPart = z.custom<StoredLayers>().superRefine((part, context) => {
  const parsed = schemaOf(part).safeParse(part);
  for (const issue of parsed.error?.issues ?? []) {
    context.addIssue(issue as Parameters<typeof context.addIssue>[0]);
  }
});

/** Layers as models.json writes them. */
export const storedLayersSchema = z.array(storedPart).min(1);

/** Layers without repetition. */
export const layerGroupsSchema: z.ZodType<readonly LayerGroup[]> = layerGroups;
