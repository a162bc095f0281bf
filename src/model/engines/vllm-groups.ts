import type { Derivation } from "../derivation.ts";
import type { Stage } from "../pipeline.ts";
import type { Deployment } from "./engine.ts";
import { isAtLeast } from "./version.ts";
import { keepSameTokens, type PagedKind } from "./vllm-pages.ts";

/** Layers that share a block table; `kinds` has one entry but where all layers are one group. */
export interface BlockGroup {
  readonly kinds: readonly PagedKind[];
  readonly indices: readonly number[];
}

/**
 * Layers by block table. Layers that keep the same tokens form one group; else each kind is cut
 * into groups as large as the smallest kind (the largest, where they differ by less than half:
 * a quarter before 0.19), every n-th layer into the same group.
 */
export function blockGroups(
  kinds: readonly PagedKind[],
  version: string | null,
): readonly BlockGroup[] {
  if (keepSameTokens(kinds)) {
    return [{ kinds, indices: kinds.flatMap((kind) => kind.indices) }];
  }
  const counts = kinds.map((kind) => kind.indices.length);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const size = most < fewest * (isAtLeast(version, [0, 19]) ? 1.5 : 1.25) ? most : fewest;
  return kinds.flatMap((kind) => {
    const number = Math.ceil(kind.indices.length / size);
    return Array.from({ length: number }, (_, i) => ({
      kinds: [kind],
      indices: kind.indices.filter((_, at) => at % number === i),
    }));
  });
}

const inStage = (indices: readonly number[], { from, to }: Stage): number =>
  indices.filter((index) => index >= from && index < to).length;

/** Bytes of one more token on the fullest stage, windows not yet full. */
export function growthBytes(kinds: readonly PagedKind[], stages: readonly Stage[]): number {
  return Math.max(
    ...stages.map((stage) =>
      kinds.reduce((sum, kind) => sum + inStage(kind.indices, stage) * kind.tokenBytes, 0),
    ),
  );
}

/** Adds the steps that give the bytes of one block of the pool on the fullest stage. */
export function blockBytes(
  groups: readonly BlockGroup[],
  stages: readonly Stage[],
  d: Derivation,
): number {
  const first = groups[0];
  if (!first) return 0;
  if (groups.length === 1) return oneGroup(first.kinds, stages, d);
  const kinds = groups.map((group) => group.kinds[0] as PagedKind);
  const attention = kinds.find(({ retention }) => retention.kind !== "state");
  const page = pageStep(attention ?? (kinds[0] as PagedKind), d);
  const layers = Math.max(
    ...stages.flatMap((stage) => groups.map(({ indices }) => inStage(indices, stage))),
  );
  return d.add({
    name: "block_bytes",
    unit: "B",
    formula: `${page.name} × group_layers`,
    terms: { [page.name]: page.value, group_layers: layers },
    value: page.value * layers,
  });
}

/** All layers in one group: a block holds a page of each of them. */
function oneGroup(kinds: readonly PagedKind[], stages: readonly Stage[], d: Derivation): number {
  const bytesOn = (stage: Stage) =>
    kinds.reduce((sum, kind) => sum + inStage(kind.indices, stage) * kind.pageBytes, 0);
  const fullest = stages.reduce((a, b) => (bytesOn(b) > bytesOn(a) ? b : a));
  const terms: Record<string, number> = {};
  const parts: string[] = [];
  for (const kind of kinds) {
    const page = pageStep(kind, d);
    terms[page.name] = page.value;
    terms[`layers${kind.suffix}`] = inStage(kind.indices, fullest);
    parts.push(`layers${kind.suffix} × ${page.name}`);
  }
  return d.add({
    name: "block_bytes",
    unit: "B",
    formula: parts.join(" + "),
    terms,
    value: bytesOn(fullest),
  });
}

function pageStep(kind: PagedKind, d: Derivation): { name: string; value: number } {
  if (kind.retention.kind === "state") {
    return { name: `state_bytes${kind.suffix}`, value: kind.pageBytes };
  }
  const name = `page_bytes${kind.suffix}`;
  const tokenBytes = `token_bytes${kind.suffix}`;
  const value = d.add({
    name,
    unit: "B",
    formula: `${kind.blockName} × ${tokenBytes}`,
    terms: { [kind.blockName]: kind.blockSize, [tokenBytes]: kind.tokenBytes },
    value: kind.pageBytes,
  });
  return { name, value };
}

/** Adds the steps that give the blocks one request of `maxModelLen` tokens needs. */
export function blocksPerRequest(
  groups: readonly BlockGroup[],
  plan: Deployment & { readonly maxModelLen: number },
  d: Derivation,
): number {
  const terms: Record<string, number> = {};
  const parts: string[] = [];
  let total = 0;
  for (const kind of new Set(groups.map((group) => group.kinds[0] as PagedKind))) {
    const number = groups.filter((group) => group.kinds[0] === kind).length;
    const name = `request_blocks${groups.length === 1 ? "" : kind.suffix}`;
    const blocks = kindBlocks(kind, plan, name, d);
    terms[name] = blocks;
    if (number > 1) terms[`groups${kind.suffix}`] = number;
    parts.push(number > 1 ? `groups${kind.suffix} × ${name}` : name);
    total += number * blocks;
  }
  return d.add({
    name: "blocks_per_request",
    unit: "blocks",
    formula: parts.join(" + "),
    terms,
    value: total,
  });
}

function kindBlocks(
  { retention, blockSize, blockName }: PagedKind,
  plan: Deployment & { readonly maxModelLen: number },
  name: string,
  d: Derivation,
): number {
  const { maxModelLen, maxBatchedTokens, dcp, speculativeTokens, stateMode } = plan;
  const block = { [blockName]: blockSize, max_model_len: maxModelLen };
  const add = (formula: string, terms: Readonly<Record<string, number>>, value: number) =>
    d.add({ name, unit: "blocks", formula, terms, value });
  switch (retention.kind) {
    case "all":
      if (dcp === 1) {
        const formula = `ceil(max_model_len / ${blockName})`;
        return add(formula, block, Math.ceil(maxModelLen / blockSize));
      }
      return add(
        `ceil(ceil(max_model_len / dcp) / ${blockName})`,
        { ...block, dcp },
        Math.ceil(Math.ceil(maxModelLen / dcp) / blockSize),
      );
    case "window": {
      const kept = Math.min(retention.tokens - 1 + maxBatchedTokens, maxModelLen);
      return add(
        `ceil(min(window − 1 + batched_tokens, max_model_len) / ${blockName}) + 1`,
        { ...block, window: retention.tokens, batched_tokens: maxBatchedTokens },
        Math.ceil(kept / blockSize) + 1,
      );
    }
    case "chunk": {
      const kept = Math.min(retention.tokens + maxBatchedTokens, maxModelLen);
      return add(
        `ceil(min(chunk + batched_tokens, max_model_len) / ${blockName})`,
        { ...block, chunk: retention.tokens, batched_tokens: maxBatchedTokens },
        Math.ceil(kept / blockSize),
      );
    }
    case "state": {
      const drafts = { speculative_tokens: speculativeTokens };
      if (stateMode === "all") {
        const blocks = Math.ceil(maxModelLen / blockSize) + speculativeTokens;
        const formula = `ceil(max_model_len / ${blockName}) + speculative_tokens`;
        return add(formula, { ...block, ...drafts }, blocks);
      }
      return stateMode === "align"
        ? add("2 + speculative_tokens", drafts, 2 + speculativeTokens)
        : add("1 + speculative_tokens", drafts, 1 + speculativeTokens);
    }
  }
}
