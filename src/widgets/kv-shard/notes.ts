import type { CacheLayer } from "../../model/layers.ts";
import type { Translate } from "../translate.ts";
import type { ShardResult, ShardValues } from "./compute.ts";

/** What the drawing leaves out, and what no engine would start. */
export function shardNotes(result: ShardResult, { tp }: ShardValues, t: Translate): string {
  const { model, own, drawn } = result;
  const said: string[] = [];
  const count = (is: (layer: CacheLayer) => boolean) =>
    model.layers.reduce((sum, group) => sum + (is(group.layer) ? group.count : 0), 0);
  const { nHeads } = model;
  if (nHeads === null) said.push(t("unknown-queries"));
  for (const kv of own.nKv) {
    if (nHeads !== null && nHeads % kv !== 0) said.push(t("uneven", { heads: nHeads, kv }));
  }
  if (drawn.others > 0 && drawn.layer.kind === "heads") {
    const { layer } = drawn;
    said.push(
      t("differing-layers", { heads: layer.nKv, count: drawn.count, others: drawn.others }),
    );
  }
  const states = count(({ kind }) => kind === "state");
  if (states > 0) said.push(t("states", { n: states }));
  if (count((layer) => layer.kind === "heads" && layer.windowTokens !== undefined) > 0) {
    said.push(t("windowed"));
  }
  if (count((layer) => layer.kind === "heads" && layer.chunkTokens !== undefined) > 0) {
    said.push(t("chunked"));
  }
  if (own.name !== "mla") said.push(t("latent-twin"));
  if (!result.starts) said.push(t("refused"));
  else if (tp > 1 && own.copied > 0) said.push(t("ways-out"));
  return said.join(" ");
}
