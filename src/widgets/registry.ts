import type { AnyWidget } from "./widget.ts";

/** Every widget by tag: its definition, and the module that defines its element. */
const entries = {
  "kv-size": {
    definition: () => import("./kv-size/widget.ts"),
    element: () => import("./kv-size/index.ts"),
  },
  "kv-concurrency": {
    definition: () => import("./kv-concurrency/widget.ts"),
    element: () => import("./kv-concurrency/index.ts"),
  },
  "kv-attention-run": {
    definition: () => import("./kv-attention-run/widget.ts"),
    element: () => import("./kv-attention-run/index.ts"),
  },
  "kv-step": {
    definition: () => import("./kv-step/widget.ts"),
    element: () => import("./kv-step/index.ts"),
  },
  "kv-roofline": {
    definition: () => import("./kv-roofline/widget.ts"),
    element: () => import("./kv-roofline/index.ts"),
  },
  "kv-heads": {
    definition: () => import("./kv-heads/widget.ts"),
    element: () => import("./kv-heads/index.ts"),
  },
  "kv-layers": {
    definition: () => import("./kv-layers/widget.ts"),
    element: () => import("./kv-layers/index.ts"),
  },
  "kv-shard": {
    definition: () => import("./kv-shard/widget.ts"),
    element: () => import("./kv-shard/index.ts"),
  },
  "kv-quality": {
    definition: () => import("./kv-quality/widget.ts"),
    element: () => import("./kv-quality/index.ts"),
  },
  "kv-decode": {
    definition: () => import("./kv-decode/widget.ts"),
    element: () => import("./kv-decode/index.ts"),
  },
  "kv-mla": {
    definition: () => import("./kv-mla/widget.ts"),
    element: () => import("./kv-mla/index.ts"),
  },
  "kv-config": {
    definition: () => import("./kv-config/widget.ts"),
    element: () => import("./kv-config/index.ts"),
  },
  "kv-triangle": {
    definition: () => import("./kv-triangle/widget.ts"),
    element: () => import("./kv-triangle/index.ts"),
  },
  "kv-vha": {
    definition: () => import("./kv-vha/widget.ts"),
    element: () => import("./kv-vha/index.ts"),
  },
  "kv-upcycle": {
    definition: () => import("./kv-upcycle/widget.ts"),
    element: () => import("./kv-upcycle/index.ts"),
  },
  "kv-quant-run": {
    definition: () => import("./kv-quant-run/widget.ts"),
    element: () => import("./kv-quant-run/index.ts"),
  },
  "kv-quant": {
    definition: () => import("./kv-quant/widget.ts"),
    element: () => import("./kv-quant/index.ts"),
  },
  "kv-blocks": {
    definition: () => import("./kv-blocks/widget.ts"),
    element: () => import("./kv-blocks/index.ts"),
  },
  "kv-timeline": {
    definition: () => import("./kv-timeline/widget.ts"),
    element: () => import("./kv-timeline/index.ts"),
  },
  "kv-serve": {
    definition: () => import("./kv-serve/widget.ts"),
    element: () => import("./kv-serve/index.ts"),
  },
  "kv-plan": {
    definition: () => import("./kv-plan/widget.ts"),
    element: () => import("./kv-plan/index.ts"),
  },
  "kv-tally": {
    definition: () => import("./kv-tally/widget.ts"),
    element: () => import("./kv-tally/index.ts"),
  },
} as const;

export type Tag = keyof typeof entries;

export const tags = Object.keys(entries) as readonly Tag[];

export const isTag = (name: string): name is Tag => name in entries;

/** A widget's definition. */
export async function definitionOf(tag: Tag): Promise<AnyWidget> {
  return (await entries[tag].definition()).default;
}

/** Defines a widget's element in this page. */
export const defineElement = (tag: Tag): Promise<unknown> => entries[tag].element();
