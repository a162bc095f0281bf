import type { LatentLayer } from "../../layers.ts";
import { dimBounds, headBounds } from "./bounds.ts";
import type { Fields } from "./fields.ts";
import { positive } from "./head-geometry.ts";

/** The latent of MLA, and what it expands to; `indexer` where one picks tokens. */
export interface LatentGeometry {
  readonly layer: LatentLayer;
  /** Rank of the query's latent; null where queries are projected directly. */
  readonly qRank: number | null;
  readonly nopeDim: number | null;
  readonly valueDim: number | null;
  readonly indexer?: { readonly nHeads: number; readonly headDim: number; readonly topK: number };
}

/**
 * MLA when there is a `kv_lora_rank` and `use_mla` does not deny it, else `null`.
 * @throws ConfigError when the RoPE key's dimension is missing.
 */
export function latentGeometry(fields: Fields): LatentGeometry | null {
  if (fields.flag("use_mla") === false) return null;
  const latentDim = positive(fields, ["kv_lora_rank"]);
  if (latentDim === null) return null;
  const ropeDim = fields.need(["qk_rope_head_dim"], { min: 0, max: dimBounds.max });
  const indexerDim = positive(fields, ["index_head_dim"]);
  const nHeads = positive(fields, ["index_n_heads"], headBounds);
  const topK = positive(fields, ["index_topk"]);
  fields.notes.add("mla-read", fields.path("kv_lora_rank"), latentDim, {
    latent: latentDim,
    rope: ropeDim,
  });
  return {
    layer: {
      kind: "latent",
      latentDim,
      ropeDim,
      ...(indexerDim === null ? {} : { indexerDim }),
    },
    qRank: positive(fields, ["q_lora_rank"]),
    nopeDim: positive(fields, ["qk_nope_head_dim"]),
    valueDim: positive(fields, ["v_head_dim"]),
    ...(indexerDim !== null && nHeads !== null && topK !== null
      ? { indexer: { nHeads, headDim: indexerDim, topK } }
      : {}),
  };
}
