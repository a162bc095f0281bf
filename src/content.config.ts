import { defineCollection } from "astro:content";
import { file, glob } from "astro/loaders";
import { z } from "astro/zod";

const inBoth = z.strictObject({ ko: z.string().min(1), en: z.string().min(1) });

const chapters = defineCollection({
  loader: glob({ base: "./content", pattern: "{ko,en}/chapters/*.mdx" }),
  schema: z.strictObject({
    title: z.string(),
    short: z.string(),
    order: z.int().min(1),
    description: z.string(),
    lead: z.string(),
  }),
});

const pages = defineCollection({
  loader: glob({ base: "./content", pattern: "{ko,en}/pages/*.mdx" }),
  schema: z.strictObject({
    title: z.string(),
    description: z.string(),
    lead: z.string().optional(),
  }),
});

const glossary = defineCollection({
  loader: file("content/glossary.json"),
  schema: z.strictObject({
    id: z.string(),
    ko: z.string(),
    en: z.string(),
    symbol: z.string().optional(),
    definition: inBoth,
    chapters: z.array(z.string()).optional(),
  }),
});

const references = defineCollection({
  loader: file("content/references.json"),
  schema: z.strictObject({
    id: z.string(),
    authors: z.string(),
    title: z.string(),
    year: z.int(),
    venue: z.string().optional(),
    url: z.url(),
    used: inBoth,
  }),
});

export const collections = { chapters, pages, glossary, references };
